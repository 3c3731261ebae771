/** What the reference API offers beyond the specification, and how the app does without. */
export interface Extra {
  /** The field of an answer, or a header. */
  name: string;
  /** Whose answers have it: a schema of the contract. */
  of:
    | 'job'
    | 'ad'
    | 'fundi account'
    | 'login'
    | 'prompt'
    | 'payment'
    | 'list of fundis'
    | 'public lists';
  what: string;
  without: string;
}

const PAYMENT_STATE = 'the state of its payment, as the status call has it';
const FROM_DEVICE = 'the app knows of prompts only that this device asked for';

const PAY_BILL = 'what is typed to pay from the M-Pesa menu';
const NO_PAY_BILL = 'nothing of Pay Bill is shown';

export const EXTRAS: readonly Extra[] = [
  {
    name: 'is_paid',
    of: 'job',
    what: 'whether it was ever paid for',
    without: 'a job that is off has "Pay Now" beside its switch',
  },
  { name: 'payment', of: 'job', what: PAYMENT_STATE, without: FROM_DEVICE },
  { name: 'payment', of: 'ad', what: PAYMENT_STATE, without: FROM_DEVICE },
  { name: 'payment', of: 'fundi account', what: PAYMENT_STATE, without: FROM_DEVICE },
  {
    name: 'deletes_at',
    of: 'job',
    what: 'when it is deleted unless somebody pays',
    without: 'no such line',
  },
  {
    name: 'deletes_at',
    of: 'ad',
    what: 'when it is deleted unless somebody pays',
    without: 'no such line',
  },
  {
    name: 'taken_down',
    of: 'job',
    what: 'why the operator hides it',
    without: 'it looks inactive',
  },
  { name: 'taken_down', of: 'ad', what: 'why the operator hides it', without: 'it looks inactive' },
  {
    name: 'image_small',
    of: 'ad',
    what: 'the picture, 656 px at its longer side',
    without: 'phones load the large one',
  },
  {
    name: 'logout',
    of: 'login',
    what: 'the API has the call `logout`',
    without: 'a logout ends the session on the device alone',
  },
  {
    name: 'phone',
    of: 'prompt',
    what: 'the number that the prompt went to',
    without: 'the number that was typed is shown',
  },
  {
    name: 'confirmed',
    of: 'prompt',
    what: 'whether M-Pesa has accepted it',
    without: 'it is taken as accepted',
  },
  {
    name: 'reference',
    of: 'prompt',
    what: 'the account that the phone names',
    without: 'no such line',
  },
  { name: 'pay_bill', of: 'prompt', what: PAY_BILL, without: NO_PAY_BILL },
  {
    name: 'reason',
    of: 'payment',
    what: 'why it failed, for people',
    without: '"Payment not completed. Try again."',
  },
  {
    name: 'phone',
    of: 'payment',
    what: 'with `pending`: where the prompt is',
    without: FROM_DEVICE,
  },
  {
    name: 'sent_seconds_ago',
    of: 'payment',
    what: 'with `pending`: its age',
    without: 'the time at which this device asked',
  },
  {
    name: 'confirmed',
    of: 'payment',
    what: 'with `pending`: whether M-Pesa has accepted it',
    without: 'it is taken as accepted',
  },
  {
    name: 'review',
    of: 'payment',
    what: 'a person must look: `held` or `unclear`',
    without: 'it looks failed',
  },
  {
    name: 'review_id',
    of: 'payment',
    what: 'tells one review from the next',
    without: 'a notice that was closed stays closed',
  },
  { name: 'pay_bill', of: 'payment', what: PAY_BILL, without: NO_PAY_BILL },
  {
    name: 'paid_through',
    of: 'payment',
    what: 'with `completed`: `prompt` or `pay_bill`',
    without: 'the app does not say which way the money came',
  },
  {
    name: 'receipt',
    of: 'payment',
    what: 'with `completed`: its M-Pesa receipt',
    without: 'the ticket shows the date alone',
  },
  {
    name: 'unmatched',
    of: 'payment',
    what: 'what came from the M-Pesa menu and pays for nothing',
    without: 'the app says nothing of such money',
  },
  {
    name: 'mpesa_down',
    of: 'payment',
    what: 'M-Pesa sends no prompts to anybody at the moment',
    without: 'the page waits for the prompt',
  },
  {
    name: 'ETag',
    of: 'public lists',
    what: 'the version of a public list',
    without: 'the list is fetched again in full',
  },
];
