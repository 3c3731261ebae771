/** Runs an operation for an operator: whether they may, and under which name it is written down. */
import type { Desk } from './desk.ts';
import { readInput } from './inputs.ts';
import { operations } from './operations.ts';
import type { AnswerOf, InputOf, OperationName } from './operations.ts';
import { requireRight } from './operators.ts';
import type { Operator, Right } from './operators.ts';

/**
 * The right that each operation needs. Null: the machine itself does it, by a timer or before there is
 * an `operators` table, and it neither shows people nor changes what they have.
 */
const NEEDS: Record<OperationName, Right | null> = {
  whoAmI: 'look',
  paymentReport: 'look',
  aboutPayment: 'look',
  aboutOutage: 'look',
  takings: 'look',
  compareStatement: 'look',
  unmatchedSums: 'look',
  aboutSum: 'look',
  aboutTarget: 'look',
  findPeople: 'look',
  showPerson: 'look',
  findListings: 'look',
  showListing: 'look',
  readCounts: 'look',
  log: 'look',
  listOperators: 'look',
  setBlocked: 'moderate',
  setTakenDown: 'moderate',
  closeReview: 'money',
  closeOutage: 'money',
  refundPayment: 'money',
  bookStatement: 'money',
  setReceipt: 'money',
  giveSum: 'money',
  returnSum: 'money',
  registerSums: 'all',
  giveCode: 'all',
  setPhone: 'all',
  erasePerson: 'all',
  exportPerson: 'all',
  addOperator: 'all',
  removeOperator: 'all',
  restoreOperator: null,
  databaseState: null,
  backup: null,
  mark: null,
};

type Caller = Desk & { operator: Operator | null };

/** `input` with the operator's own name, whatever name the command gave. */
function signed<Input>(input: Input, name: string): Input {
  if (typeof input !== 'object' || input === null || !('by' in input)) return input;
  return { ...input, by: { ...(input.by as object), who: name } };
}

/**
 * What the operation answers to the operator with this secret. Throws an `OperatorError` where they may
 * not do it, and for an input that it does not take.
 */
export async function perform<N extends OperationName>(
  name: N,
  { input, secret }: { input: unknown; secret: string | null },
  desk: Desk,
): Promise<AnswerOf<N>> {
  const right = NEEDS[name];
  const operator = right === null ? null : await requireRight(desk.db, secret, right);
  const run = operations[name] as (input: InputOf<N>, desk: Caller) => Promise<AnswerOf<N>>;
  const read = readInput(name, input);
  return await run(operator ? signed(read, operator.name) : read, { ...desk, operator });
}
