/**
 * The files that decide about money, access and what an answer says, and the tests below `tests/` that must notice
 * their changes, of the project with the first folder's name. Both are patterns.
 */
export const DECISIONS: [files: string, tests: string][] = [
  ['src/payments/{attempt,nextAttempt,status,payment,view}.ts', 'unit/payments/**/*.test.ts'],
  ['src/screens/auth/authState.ts', 'unit/returnAddress.test.ts'],
  ['src/contract/rules.ts', 'unit/{rules,schemas}.test.ts'],
  ['src/lib/api/clock.ts', 'unit/clock.test.ts'],
  ['src/lib/api/{readers,values,errorText}.ts', 'unit/{answers,readers}.test.ts'],
  [
    'server/payments/{judge,machine,schedule}.ts',
    'server/payments.{judge,machine,schedule}.test.ts',
  ],
  ['server/payments/status.ts', 'server/payments.status.test.ts'],
  ['server/payments/promptLimits.ts', 'server/payments.limits.test.ts'],
  ['server/payments/{payables,subscription}.ts', 'server/payments.payables.test.ts'],
  ['server/payments/callback.ts', 'server/payments.callback.test.ts'],
  ['server/payments/prompt.ts', 'server/payments.prompt.test.ts'],
  ['server/payments/{reconciler,queryPayment}.ts', 'server/payments.reconciler.test.ts'],
  ['server/payments/match.ts', 'server/payments.{match,unmatched}.test.ts'],
  ['server/payments/sums.ts', 'server/payments.{match,sums,unmatched}.test.ts'],
  [
    'server/payments/settle.ts',
    'server/payments.{callback,match,prompt,reconciler,unmatched}.test.ts',
  ],
  ['server/listings/quota.ts', 'server/caps.test.ts'],
  ['server/calls/rateLimits.ts', 'server/rateLimits.test.ts'],
  ['server/people/auth.ts', 'server/auth.test.ts'],
  ['server/desk/sums/giveOrReturnSum.ts', 'server/payments.unmatched.test.ts'],
  ['server/desk/perform.ts', 'server/{perform,deskRights}.test.ts'],
  ['server/desk/web/sessions.ts', 'server/desk.test.ts'],
  ['server/http/registerEndpoints.ts', 'server/{register,publicLists}.test.ts'],
];

/** The share of mutants that the tests must catch in each file, in per cent. */
export const GOAL = 95;
