/** Runs an operation for an operator: whether they may, and under which name it is written down. */
import { tryOut } from './tryOut.ts';
import type { Desk, Operator } from './desk.ts';
import type { Question } from './operation.ts';
import { isChange, isCommand, rowOf } from './operations.ts';
import type { AnswerOf, OperationName } from './operations.ts';
import { OperatorError } from './operatorError.ts';
import { requireOperator, requireRight } from './operators.ts';

/**
 * The input of an operation, with the operator's own name, whatever name the caller gave. Throws an `OperatorError` where
 * they may not do it, and for an input that it does not take.
 */
function readInput(operator: Operator | null, name: OperationName, given: unknown) {
  const row = rowOf(name);
  if (operator !== null && row.right !== null) requireRight(operator, row.right);
  const read = row.input.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const where = issue?.path.join('.') || 'its input';
    throw new OperatorError(
      `${name} cannot be done, ${where} is wrong: ${issue?.message}. If the server is of another version, restart it.`,
    );
  }
  const { data } = read;
  if (operator === null || !isChange(row)) return data;
  return { ...data, by: { ...(data.by as object), who: operator.name } };
}

/** What the operation answers to this operator, null while none is named. Throws as `readInput`. */
export async function performAs<N extends OperationName>(
  operator: Operator | null,
  name: N,
  input: unknown,
  desk: Desk,
): Promise<AnswerOf<N>> {
  const read = readInput(operator, name, input);
  return (await rowOf(name).run(read, { ...desk, operator })) as AnswerOf<N>;
}

/** What is asked before the change; null for an operation that changes nothing. Throws as `readInput`. */
export async function questionAs(
  operator: Operator | null,
  name: OperationName,
  input: unknown,
  desk: Desk,
): Promise<Question | null> {
  const row = rowOf(name);
  const read = readInput(operator, name, input);
  if (!isCommand(row)) return null;
  const asked = (await row.question?.(read, desk)) ?? null;
  if (row.isTried) await tryOut(desk.db, (db) => row.run(read, { ...desk, db, operator }));
  return asked;
}

/** What is asked of the desk, and the secret of the operator who asks, if they gave one. */
export interface DeskCall {
  name: OperationName;
  input: unknown;
  secret: string | null;
  isQuestion: boolean;
}

/** As `performAs` or `questionAs`, for the operator with this secret; where the machine itself asks for nobody. */
export async function answerCall(
  { name, input, secret, isQuestion }: DeskCall,
  desk: Desk,
): Promise<unknown> {
  const operator = rowOf(name).right === null ? null : await requireOperator(desk.db, secret);
  return isQuestion
    ? await questionAs(operator, name, input, desk)
    : await performAs(operator, name, input, desk);
}
