/** What the simulator does for a phone number, chosen by its last three digits. */

/** How the push itself is answered, where that is not simply "accepted". */
type PushFault =
  /** The prompt is sent, the connection breaks before the answer. */
  | 'answerLost'
  /** A proxy answers 503 with HTML; no prompt. */
  | 'proxyError'
  /** HTTP 500, `500.001.1001`, unable to lock subscriber; no prompt. */
  | 'locked'
  /** `500.003.02`, too many requests; no prompt. */
  | 'busy'
  /** `400.002.02`, the number is not taken; no prompt. */
  | 'badPhone'
  /** HTTP 500, `500.001.1001`, merchant does not exist; no prompt. */
  | 'noMerchant'
  /** The token is declared expired once (`404.001.03`). */
  | 'tokenExpired'
  /** The result is called back before the push is answered. */
  | 'answerAfterCallback';

type CallbackFault =
  | 'lost'
  /** Failures are called back, the payment that follows is not. */
  | 'lostWhenPaid'
  | 'late'
  | 'duplicate'
  | 'wrongAmount'
  /** M-Pesa's confirmation of the sum comes first, the callback after the usual delay. */
  | 'confirmedFirst'
  /** Only the confirmation of the sum comes. */
  | 'onlyConfirmed'
  /** A broken body first, then the true one. */
  | 'malformedFirst'
  /** Nothing is paid, but "paid" goes to a guessed address and for a foreign checkout id. */
  | 'forged';

export type QueryFault =
  /** Says 4999 three times although the result stands. */
  | 'pendingFirst'
  /** Answers `500.001.1001` three times out of four. */
  | 'flaky'
  /** Never anything but `500.001.1001`. */
  | 'silent';

/** Most of them are numbers. */
export type ResultCode = number | string;

export interface Behaviour {
  /** The last three digits of the phone number. */
  suffix: string;
  /** One sentence for docs/payments.md and the phone page. */
  what: string;
  push?: PushFault;
  /** The result codes the prompt comes to, the first after the usual delay or `late`. */
  results: readonly ResultCode[];
  /** The first result comes late too: fifteen times the usual delay. */
  slow?: true;
  /** Only a person answers; unanswered it expires with its lifetime. */
  byHand?: true;
  callback?: CallbackFault;
  query?: QueryFault;
}

/** All special numbers, once; docs/payments.md has the same table. Any other number pays after the usual delay. */
export const BEHAVIOURS: readonly Behaviour[] = [
  { suffix: '901', what: 'The payer cancels (1032)', results: [1032] },
  { suffix: '902', what: 'Wrong PIN (2001)', results: [2001] },
  { suffix: '903', what: 'Not enough money (1)', results: [1] },
  { suffix: '904', what: 'The phone cannot be reached (1037)', results: [1037] },
  { suffix: '905', what: 'The prompt expires (1019)', results: [1019], slow: true },
  { suffix: '906', what: 'Same amount within two minutes (17)', results: [17] },
  { suffix: '907', what: 'Another M-Pesa session is open (1001)', results: [1001] },
  { suffix: '908', what: 'The prompt cannot be sent (1025)', results: [1025] },
  { suffix: '909', what: 'An unknown code (8888), again and again', results: [8888] },
  {
    suffix: '911',
    what: 'Push refused: unable to lock subscriber (500.001.1001)',
    push: 'locked',
    results: [],
  },
  {
    suffix: '912',
    what: 'Push refused: invalid number (400.002.02)',
    push: 'badPhone',
    results: [],
  },
  { suffix: '913', what: 'Push refused: rate limit (500.003.02)', push: 'busy', results: [] },
  {
    suffix: '914',
    what: 'The push is answered 503 by a proxy, no prompt is sent',
    push: 'proxyError',
    results: [],
  },
  {
    suffix: '915',
    what: 'The answer to the push is lost, then paid',
    push: 'answerLost',
    results: [0],
  },
  {
    suffix: '916',
    what: 'The answer to the push is lost, then cancelled',
    push: 'answerLost',
    results: [1032],
  },
  {
    suffix: '917',
    what: 'The answer to the push and the callback are lost, yet paid: a person must look',
    push: 'answerLost',
    results: [0],
    callback: 'lost',
  },
  {
    suffix: '918',
    what: 'The token is declared expired at the push, then paid',
    push: 'tokenExpired',
    results: [0],
  },
  {
    suffix: '919',
    what: 'Paid, and called back before the push is answered',
    push: 'answerAfterCallback',
    results: [0],
  },
  { suffix: '921', what: 'Paid, the callback never comes', results: [0], callback: 'lost' },
  { suffix: '922', what: 'Paid, the callback comes late', results: [0], callback: 'late' },
  {
    suffix: '923',
    what: 'Paid, the callback comes three times',
    results: [0],
    callback: 'duplicate',
  },
  {
    suffix: '924',
    what: 'Paid Ksh 1, whatever was asked: a person must look',
    results: [0],
    callback: 'wrongAmount',
  },
  {
    suffix: '925',
    what: 'Paid, a broken callback comes before the true one',
    results: [0],
    callback: 'malformedFirst',
  },
  {
    suffix: '926',
    what: 'Cancelled, after forged callbacks that say "paid"',
    results: [1032],
    callback: 'forged',
  },
  {
    suffix: '931',
    what: 'Paid, no callback, the query says 4999 three times first',
    results: [0],
    callback: 'lost',
    query: 'pendingFirst',
  },
  {
    suffix: '932',
    what: 'Paid, no callback, the query answers 500.001.1001 three times out of four',
    results: [0],
    callback: 'lost',
    query: 'flaky',
  },
  {
    suffix: '933',
    what: 'Paid, no callback, the query never answers: a person must look',
    results: [0],
    callback: 'lost',
    query: 'silent',
  },
  {
    suffix: '934',
    what: 'A code that is a text: no such operator (SFC_IC0003)',
    results: ['SFC_IC0003'],
  },
  { suffix: '935', what: 'The M-Pesa PIN is locked (8006)', results: [8006] },
  {
    suffix: '936',
    what: 'Push refused: merchant does not exist (500.001.1001)',
    push: 'noMerchant',
    results: [],
  },
  { suffix: '941', what: 'Paid late: fifteen times the usual delay', results: [0], slow: true },
  { suffix: '942', what: 'Reported as cancelled, then paid late', results: [1032, 0] },
  { suffix: '943', what: 'Reported as expired, then paid late', results: [1019, 0] },
  {
    suffix: '944',
    what: 'Reported as cancelled, then paid late, and that callback never comes',
    results: [1032, 0],
    callback: 'lostWhenPaid',
  },
  {
    suffix: '951',
    what: 'Paid, the confirmation of the sum comes before the callback',
    results: [0],
    callback: 'confirmedFirst',
  },
  {
    suffix: '952',
    what: 'Paid, the confirmation of the sum comes, the callback never',
    results: [0],
    callback: 'onlyConfirmed',
  },
  {
    suffix: '990',
    what: 'Waits for a person on the phone page',
    results: [1019],
    byHand: true,
  },
];

const bySuffix = new Map(BEHAVIOURS.map((behaviour) => [behaviour.suffix, behaviour]));
const USUAL: Behaviour = { suffix: '', what: 'Paid after the usual delay', results: [0] };

/** What happens to a prompt on `phone`. */
export function behaviourOf(phone: string): Behaviour {
  return bySuffix.get(phone.slice(-3)) ?? USUAL;
}

/** The codes of results that come without any prompt on the phone. */
const WITHOUT_PROMPT = new Set<ResultCode>([1001, 1025, 1037, 'SFC_IC0003']);

/** Whether the phone shows the prompt, so that a person can answer it. */
export function showsPrompt({ results }: Behaviour): boolean {
  return results.length > 0 && !results.some((code) => WITHOUT_PROMPT.has(code));
}

const RESULT_TEXTS: Readonly<Record<ResultCode, string>> = {
  0: 'The service request is processed successfully.',
  1: 'The balance is insufficient for the transaction.',
  17: 'Rule limited.',
  1001: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  1019: 'Transaction has expired',
  1025: 'An error occurred while sending a push request',
  1032: 'Request cancelled by user',
  1037: 'DS timeout user cannot be reached',
  2001: 'The initiator information is invalid.',
  8006: 'The security credential is locked.',
  SFC_IC0003: 'The operator does not exist.',
};

/** The provider's words for a result code. */
export function resultText(code: ResultCode): string {
  return RESULT_TEXTS[code] ?? 'Unknown result.';
}
