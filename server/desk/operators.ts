/** Operators: who may use the desk, with which rights, and under which name the log has them. */
import { randomBytes } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { deskSessions, operators } from '../db/schema/desk.ts';
import { hashToken } from '../people/auth.ts';
import type { Desk, Operator, Right } from './desk.ts';
import { OperatorError } from './operatorError.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';
import { newFactor } from './secondFactor.ts';

/** A letter first, then letters, digits, spaces, dots and hyphens: it stands in every line of the log. */
const NAME = /^\p{L}[\p{L}\p{N} .'-]{0,39}$/u;
const SECRET_BYTES = 24;

const subjectOf = (name: string) => `operator ${name}`;
export const may = ({ rights }: Operator, right: Right) =>
  right === 'look' || rights.includes('all') || rights.includes(right);

export const WRONG_SECRET = 'No operator has this secret.';

/** Somebody who gave no secret, or a wrong one, where operators are named. */
export class UnnamedError extends OperatorError {
  override name = 'UnnamedError';
}

export const MAY: Record<Right, string> = {
  look: 'look at everything, change nothing',
  moderate: 'block people, and take jobs and ads down',
  money: 'close reviews, and book and return money',
  all: 'do everything, also give codes and phones, erase, and name operators',
};

export const missingRight = ({ name }: Operator, right: Right) =>
  `${name} may not do this: it needs the right "${right}".`;

export function requireRight(operator: Operator, right: Right): void {
  if (!may(operator, right)) throw new OperatorError(missingRight(operator, right));
}

export async function findOperator(db: Db, secret: string): Promise<Operator | null> {
  const where = eq(operators.secretHash, hashToken(secret));
  const [found] = await db.select().from(operators).where(where);
  return found ? { name: found.name, rights: found.rights } : null;
}

/**
 * The operator with this secret; null while no operator is named, when the user of the system may do everything. Throws
 * an `UnnamedError`.
 */
export async function requireOperator(db: Db, secret: string | null): Promise<Operator | null> {
  if ((await db.$count(operators)) === 0) return null;
  if (secret === null) {
    throw new UnnamedError('Who are you? Put your secret of an operator into FUNDI_OPERATOR.');
  }
  const found = await findOperator(db, secret);
  if (found === null) throw new UnnamedError(WRONG_SECRET);
  return found;
}

export const listOperators = (db: Db) => db.select().from(operators).orderBy(asc(operators.name));

/** What a new operator is given, once. */
interface Given {
  secret: string;
  /** The key of the second factor, in base32. */
  factor: string;
}

/** A lost phone stays signed out, also when its operator is named again. */
const endSessionsOf = (tx: Db, name: string) =>
  tx.delete(deskSessions).where(eq(deskSessions.operator, name));

/** The operators, whom nobody else changes until the transaction ends. */
async function lockOperators(tx: Db): Promise<Operator[]> {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`);
  return await tx.select().from(operators);
}

const isCalled = (name: string) => (other: Operator) =>
  other.name.toLowerCase() === name.toLowerCase();

/** Names an operator; the answer has the secret and the second factor, once. The first one needs all rights. */
export async function addOperator(
  { name, rights, by }: Operator & { by: By },
  { db, now }: Desk,
): Promise<Given> {
  if (!NAME.test(name)) {
    throw new OperatorError(
      'The name begins with a letter and has at most 40 letters, digits, spaces, dots and hyphens.',
    );
  }
  return await db.transaction(async (tx: Db) => {
    const others = await lockOperators(tx);
    const same = others.find(isCalled(name));
    if (same) throw new OperatorError(`There is an operator ${same.name} already.`);
    if (others.length === 0 && !rights.includes('all')) {
      throw new OperatorError('The first operator needs the right "all", to name the others.');
    }
    const at = now();
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    const factor = newFactor();
    // The secret itself is not stored.
    const secretHash = hashToken(secret);
    await endSessionsOf(tx, name);
    await tx.insert(operators).values({ name, rights, secretHash, factor, createdAt: at });
    const action = `made an operator: ${rights.join(', ')}`;
    await record(tx, { at, by, action, subject: subjectOf(name) });
    return { secret, factor };
  });
}

/** Takes an operator's rights; the last one with all rights stays. */
export async function removeOperator(
  { name, by }: { name: string; by: By },
  { db, now }: Desk,
): Promise<string[]> {
  return await db.transaction(async (tx: Db) => {
    const all = await lockOperators(tx);
    const found = all.find(isCalled(name));
    if (!found) throw new OperatorError(`There is no operator ${name}.`);
    if (!all.some((other) => other !== found && may(other, 'all'))) {
      throw new OperatorError(`${found.name} is the last one with the right "all".`);
    }
    await tx.delete(operators).where(eq(operators.name, found.name));
    await endSessionsOf(tx, found.name);
    const subject = subjectOf(found.name);
    await record(tx, { at: now(), by, action: 'no operator any more', subject });
    return [`${found.name} is no operator any more. What the log says of ${found.name} stays.`];
  });
}

/**
 * The way back when nobody with all rights has a secret any more: gives all rights and a new secret to
 * `name`, an operator or not. No part of the desk, so that only who has a shell on the machine can do it.
 */
export async function restoreOperator(
  { name, by }: { name: string; by: By },
  desk: Desk,
): Promise<Given> {
  return await desk.db.transaction(async (tx: Db) => {
    const found = (await lockOperators(tx)).find(isCalled(name));
    if (found) await tx.delete(operators).where(eq(operators.name, found.name));
    return await addOperator(
      { name: found?.name ?? name, rights: ['all'], by },
      { ...desk, db: tx },
    );
  });
}
