/** Who may do what on the desk: a right that is weakened is noticed. Page, socket and command line run each operation by the same function. */
import { expect, it, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { isChange, NAMES, rowOf } from '../../server/desk/operations.ts';
import type { OperationName } from '../../server/desk/operations.ts';
import type { Right } from '../../server/desk/desk.ts';
import { performAs, questionAs } from '../../server/desk/perform.ts';

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
  findPeople: 'look',
  showPerson: 'look',
  findListings: 'look',
  showListing: 'look',
  whoAmI: 'look',
  listOperators: 'look',
  setBlocked: 'moderate',
  setTakenDown: 'moderate',
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
/** No input gets as far as a database. */
const desk = { config: loadConfig({}), db: {} as Db, now: () => new Date() };

it.each(NAMES.flatMap((name) => HAVE.map((has): [OperationName, Right] => [name, has])))(
  '%s by an operator with the right %s',
  async (name, has) => {
    const needs = MAY[name];
    const isAllowed = needs === null || allows(has, needs);
    const operator = { name: 'Otieno', rights: [has] };
    const refused = `Otieno may not do this: it needs the right "${needs}".`;
    for (const ask of [performAs, questionAs]) {
      // No operation takes this input. Who has the right reads what is wrong with it.
      const said = await ask(operator, name, { nonsense: true }, desk).then(String, String);
      if (isAllowed) expect(said).toMatch(/cannot be done, .* is wrong/);
      else expect(said).toContain(refused);
    }
  },
);

test('every change asks before it changes anything, and says so with who and why', () => {
  const changes = NAMES.filter((name) => isChange(rowOf(name)));
  expect(changes.filter((name) => MAY[name] === 'look')).toEqual([]);
  // A statement's rows are asked about one by one; the way back is for who has a shell.
  const others = ['bookStatement', 'restoreOperator'];
  const unasked = changes.filter((name) => rowOf(name).question === undefined);
  expect(unasked).toEqual(others);
});
