/**
 * Inputs that make the mocks fail, so that a person or a test reaches a failure by typing alone.
 * Where the simulator of the reference API has a phone number for the same case, the last three
 * digits are the same.
 */
export const MAGIC = {
  phone: {
    promptFails: '0700000911',
    noCheckout: '0700000204',
    cancelled: '0700000901',
    noFunds: '0700000903',
    neverSettles: '0700000990',
    unconfirmed: '0700000914',
    held: '0700000924',
    paidAndHeld: '0700000205',
    unclear: '0700000933',
    tooMany: '0700000429',
  },
  title: { serverError: 'Fail with 500' },
  id: { serverError: '990500', networkError: '990000' },
} as const;

const PAYMENT = 'M-Pesa phone number of a payment';
const ID = 'Id in the address of a fundi or a job';

/** Where each input is typed, and what happens then; docs/development.md has the same table. */
export const MAGIC_INPUTS: readonly { where: string; value: string; what: string }[] = [
  { where: PAYMENT, value: MAGIC.phone.promptFails, what: 'The prompt is refused (502)' },
  { where: PAYMENT, value: MAGIC.phone.noCheckout, what: 'The answer has no `checkout_id`' },
  { where: PAYMENT, value: MAGIC.phone.cancelled, what: 'The payer cancels' },
  { where: PAYMENT, value: MAGIC.phone.noFunds, what: 'Not enough money' },
  { where: PAYMENT, value: MAGIC.phone.neverSettles, what: 'Stays pending, expires after 2 min' },
  {
    where: PAYMENT,
    value: MAGIC.phone.unconfirmed,
    what: 'Stays pending, and it is unknown whether the prompt was sent; a review after 2 min',
  },
  { where: PAYMENT, value: MAGIC.phone.held, what: 'Failed, and the money is held: a review' },
  {
    where: PAYMENT,
    value: MAGIC.phone.paidAndHeld,
    what: 'Paid, and other money is held: a review',
  },
  { where: PAYMENT, value: MAGIC.phone.unclear, what: 'Failed, the outcome is unknown: a review' },
  {
    where: 'Phone number of a login, registration or reset',
    value: MAGIC.phone.tooMany,
    what: 'Too many tries (429)',
  },
  { where: 'Title of a job or an ad', value: MAGIC.title.serverError, what: 'Server error (500)' },
  { where: ID, value: MAGIC.id.serverError, what: 'Server error (500)' },
  { where: ID, value: MAGIC.id.networkError, what: 'Network error' },
];
