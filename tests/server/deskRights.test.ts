/** Who may do what on the desk: a right that is weakened is noticed. */
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { COMMANDS, isChange, NAMES, rowOf } from '../../server/desk/operations.ts';
import type { OperationName } from '../../server/desk/operations.ts';
import { addOperator } from '../../server/desk/operators.ts';
import { answerCall } from '../../server/desk/perform.ts';
import type { Right } from '../../server/desk/desk.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';

/** Written by hand, and not taken from the rows: that is the point. Null: the machine asks for it itself. */
const MAY: Record<OperationName, Right | null> = {
  today: 'look',
  find: 'look',
  readCounts: 'look',
  log: 'look',
  paymentReport: 'look',
  showPayment: 'look',
  takings: 'look',
  unmatchedSums: 'look',
  compareStatement: 'look',
  showPerson: 'look',
  findJobs: 'look',
  showJob: 'look',
  findAds: 'look',
  showAd: 'look',
  whoAmI: 'look',
  listOperators: 'look',
  block: 'moderate',
  unblock: 'moderate',
  takeDownJob: 'moderate',
  putBackJob: 'moderate',
  takeDownAd: 'moderate',
  putBackAd: 'moderate',
  closeReview: 'money',
  closeOutage: 'money',
  refundPayment: 'money',
  setReceipt: 'money',
  giveSum: 'money',
  returnSum: 'money',
  bookStatement: 'money',
  registerSums: 'all',
  giveCode: 'all',
  setPhone: 'all',
  exportPerson: 'all',
  erasePerson: 'all',
  addOperator: 'all',
  removeOperator: 'all',
  restoreOperator: null,
  databaseState: null,
  mark: null,
  backup: null,
};

const HAVE: Right[] = ['look', 'moderate', 'money', 'all'];
const allows = (has: Right, needs: Right) => needs === 'look' || has === 'all' || has === needs;

const database = await freshDatabase(undefined);
const now = () => new Date('2026-11-26T08:00:00Z');
const desk = { config: loadConfig({}), db: database.db, now };
const secrets: Partial<Record<Right, string>> = {};
beforeAll(async () => {
  const by = { who: 'wairimu', reason: 'x' };
  for (const right of ['all', 'look', 'moderate', 'money'] as const) {
    secrets[right] = (
      await addOperator({ name: `With ${right}`, rights: [right], by }, desk)
    ).secret;
  }
});
afterAll(() => database.close());

/** No operation takes this input. Who has the right reads what is wrong with it, and nothing changes. */
const input = { nonsense: true };

const cases = NAMES.flatMap((name) => HAVE.map((has): [OperationName, Right] => [name, has]));
it.each(cases)('%s by an operator with the right %s', async (name, has) => {
  const needs = MAY[name];
  const isAllowed = needs === null || allows(has, needs);
  for (const isQuestion of [false, true]) {
    const call = { name, input, secret: secrets[has] ?? '', isQuestion };
    const said = await answerCall(call, desk).then(String, String);
    const refused = `With ${has} may not do this: it needs the right "${needs}".`;
    expect(said).toContain(isAllowed ? `${name} cannot be done, ` : refused);
  }
});

test('every change asks before it changes anything, and says so with who and why', () => {
  const changes = NAMES.filter((name) => isChange(rowOf(name)));
  expect(changes.filter((name) => MAY[name] === 'look')).toEqual([]);
  // A statement's rows are asked about one by one; the way back is for who has a shell.
  const others = ['bookStatement', 'restoreOperator'];
  const asking = COMMANDS.filter((row) => row.question !== undefined);
  const unasked = changes.filter((name) => !asking.some((row) => row.name === name));
  expect(unasked).toEqual(others);
});
