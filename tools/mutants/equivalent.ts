/** Changes that make no difference: no test can notice them. */

interface Equivalent {
  file: string;
  /** Words of the line on which the change begins. */
  line: string;
  /** What is changed on that line, and what it becomes. */
  from: string;
  to: string;
  why: string;
}

/** Several changes that have the same reason. */
const because = (
  why: string,
  file: string,
  line: string,
  ...changes: [from: string, to: string][]
): Equivalent[] => changes.map(([from, to]) => ({ file, line, from, to, why }));

export const EQUIVALENT: Equivalent[] = [
  ...because(
    'No number compares with null as these conditions ask: the checks are for the types.',
    'src/payments/payment.ts',
    'return from !== null && to !== null',
    ['from !== null && to !== null', 'true'],
    ['from !== null && to !== null', 'from !== null || to !== null'],
    ['from !== null', 'true'],
    ['to !== null', 'true'],
  ),
  ...because(
    'An empty text has no other one in it, and every text has it.',
    'src/contract/rules.ts',
    "needle === ''",
    ["needle === ''", 'false'],
    ["''", '"Stryker was here!"'],
  ),
  ...because(
    'Each group has a spelling that comes more than 0 times.',
    'src/contract/rules.ts',
    "let value = ''",
    ["''", '"Stryker was here!"'],
  ),
  ...because(
    'No sign of these texts stands between the capitals and the small letters, and no two keys are equal.',
    'src/contract/rules.ts',
    'key',
    ['option.value.toLowerCase()', 'option.value.toUpperCase()'],
    ['a.key < b.key', 'a.key <= b.key'],
  ),
  ...because(
    'A protocol ends with its only colon, and no other text is one.',
    'src/contract/rules.ts',
    'https?:$',
    ['/^https?:$/', '/^https?:/'],
    ["''", '"Stryker was here!"'],
  ),
  ...because('A protocol ends with its only colon.', 'src/lib/api/values.ts', 'https?|data|blob', [
    '/^(?:https?|data|blob):$/',
    '/^(?:https?|data|blob):/',
  ]),
  ...because(
    'Only the names of codes make a difference.',
    'src/lib/api/errorText.ts',
    'textsIn(',
    ["''", '"Stryker was here!"'],
    ["'error'", '""'],
  ),
  ...because(
    'Only the words that are listed make a difference.',
    'src/lib/api/readers.ts',
    '.toLowerCase()',
    ["''", '"Stryker was here!"'],
  ),
  ...because(
    'Only a payment in review, or a paid one, has a review about money, and a paid one was judged before.',
    'server/payments/judge.ts',
    'isAboutMoney(payment.review)',
    ["payment.state === 'needs_review'", 'true'],
  ),
  ...because(
    'Only a payment in review, or a paid one, has a review about money, and no step changes a paid one.',
    'server/payments/machine.ts',
    'isAboutMoney(review)',
    ["state === 'needs_review'", 'true'],
  ),
  ...because(
    'Nothing is later than null, and only an ad has this date: the checks are for the types.',
    'server/payments/payables.ts',
    'payable.row.expiresAt',
    ["payable.kind === 'ad'", 'true'],
    ['payable.row.expiresAt !== null', 'true'],
  ),
  ...because(
    'Null is not later than any date: the check is for the types.',
    'server/payments/subscription.ts',
    'date !== null',
    ['date !== null', 'true'],
  ),
  ...because(
    'No payment is deleted, and each review has a reason: the checks are for the types.',
    'server/payments/prompt.ts',
    'payment.reason === null',
    ['payment?.state', 'payment.state'],
    ['payment.reason === null', 'false'],
  ),
  ...because(
    'Without the id of its push a payment is answered as not confirmed, new or not.',
    'server/payments/prompt.ts',
    'return answerOf(booked, true',
    ['true', 'false'],
  ),
  ...because(
    'No payment is deleted: the check is for the types.',
    'server/payments/queryPayment.ts',
    'known?.checkoutRequestId',
    ['known?.checkoutRequestId', 'known.checkoutRequestId'],
  ),
  ...because(
    'No payment is deleted: the check is for the types.',
    'server/payments/queryPayment.ts',
    'known?.state',
    ['known?.state', 'known.state'],
  ),
  ...because(
    'No payment is deleted: the check is for the types.',
    'server/payments/queryPayment.ts',
    'if (!known) return;',
    ['!known', 'false'],
  ),
  ...because(
    'Only whether there is a row counts, and drizzle gives one without columns too.',
    'server/listings/quota.ts',
    '.select({ id: payments.id })',
    ['{ id: payments.id }', '{}'],
  ),
  ...because(
    'Only whether there is a row counts, and drizzle gives one without columns too.',
    'server/listings/quota.ts',
    '.select({ id: table.id })',
    ['{ id: table.id }', '{}'],
  ),
  ...because(
    'Every call sets it before it is read: the value prepares the shape of a request.',
    'server/http/registerEndpoints.ts',
    "decorateRequest('recordId'",
    ["'recordId'", '""'],
  ),
  ...because('No text without a token is one.', 'server/people/auth.ts', "exec(header ?? '')", [
    "''",
    '"Stryker was here!"',
  ]),
  ...because(
    'What zod refuses has an issue: the checks are for the types.',
    'server/desk/perform.ts',
    'const where = issue?.path',
    ['issue?.path', 'issue.path'],
  ),
  ...because(
    'What zod refuses has an issue: the checks are for the types.',
    'server/desk/perform.ts',
    'is wrong: ${issue?.message}',
    ['issue?.message', 'issue.message'],
  ),
  ...because(
    'No page is opened in just that millisecond.',
    'server/desk/web/sessions.ts',
    'const isOver =',
    ['ms - createdAt.getTime() > LONGEST_MS', 'ms - createdAt.getTime() >= LONGEST_MS'],
    ['ms - seenAt.getTime() > IDLE_MS', 'ms - seenAt.getTime() >= IDLE_MS'],
  ),
  ...because(
    'No page is opened in just that millisecond.',
    'server/desk/web/sessions.ts',
    'const isFresh =',
    ['ms - factorAt.getTime() <= FACTOR_MS', 'ms - factorAt.getTime() < FACTOR_MS'],
  ),
  ...because(
    'Who is named no more has no session: only that of the demo can be left when nobody is named.',
    'server/desk/web/sessions.ts',
    'const isDemo =',
    ['name === DEMO_NAME', 'true'],
  ),
  ...because(
    'It is written more often than it must be, and says the same.',
    'server/desk/web/sessions.ts',
    '> SEEN_AGAIN_MS',
    ['ms - seenAt.getTime() > SEEN_AGAIN_MS', 'true'],
    ['ms - seenAt.getTime() > SEEN_AGAIN_MS', 'ms - seenAt.getTime() >= SEEN_AGAIN_MS'],
    ['ms - seenAt.getTime()', 'ms + seenAt.getTime()'],
  ),
];
