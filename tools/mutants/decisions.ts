/** The files whose changes a test must notice: they decide about money, access and what an answer says. */

/** Files, and the tests that decide on them: paths below `tests/`, of the project with the first folder's name. */
export interface Decision {
  files: string[];
  tests: string[];
}

const files = (folder: string, ...names: string[]) => names.map((name) => `${folder}/${name}.ts`);

export const DECISIONS: Decision[] = [
  {
    files: files('src/payments', 'attempt', 'nextAttempt', 'status', 'payment', 'view'),
    tests: ['unit/payments'],
  },
  { files: ['src/screens/auth/authState.ts'], tests: ['unit/returnAddress.test.ts'] },
  {
    files: ['src/contract/rules.ts'],
    tests: ['unit/rules.test.ts', 'unit/schemas.test.ts'],
  },
  { files: ['src/lib/api/clock.ts'], tests: ['unit/clock.test.ts'] },
  {
    files: files('src/lib/api', 'readers', 'values', 'errorText'),
    tests: ['unit/answers.test.ts', 'unit/readers.test.ts'],
  },
  {
    files: files('server/payments', 'judge', 'machine', 'schedule'),
    tests: files(
      'server',
      'payments.judge.test',
      'payments.machine.test',
      'payments.schedule.test',
    ),
  },
  { files: ['server/payments/status.ts'], tests: ['server/payments.status.test.ts'] },
  { files: ['server/payments/promptLimits.ts'], tests: ['server/payments.limits.test.ts'] },
  {
    files: files('server/payments', 'payables', 'subscription'),
    tests: ['server/payments.payables.test.ts'],
  },
  {
    files: files('server/payments', 'callback'),
    tests: ['server/payments.callback.test.ts'],
  },
  {
    files: files('server/payments', 'prompt'),
    tests: ['server/payments.prompt.test.ts'],
  },
  {
    files: files('server/payments', 'reconciler', 'queryPayment'),
    tests: ['server/payments.reconciler.test.ts'],
  },
  { files: ['server/listings/quota.ts'], tests: ['server/caps.test.ts'] },
  { files: ['server/calls/rateLimits.ts'], tests: ['server/rateLimits.test.ts'] },
  {
    files: ['server/people/auth.ts'],
    tests: ['server/auth.test.ts'],
  },
  {
    files: ['server/desk/perform.ts'],
    tests: files('server', 'perform.test', 'deskRights.test'),
  },
  { files: ['server/desk/web/sessions.ts'], tests: ['server/desk.test.ts'] },
  {
    files: ['server/http/registerEndpoints.ts'],
    tests: files('server', 'register.test', 'publicLists.test'),
  },
];

/** The share of mutants that the tests must catch in each file, in per cent. */
export const GOAL = 95;
