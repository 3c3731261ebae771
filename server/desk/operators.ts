/** Operators: who may use the desk, with which rights, and under which name the log has them. */
import { randomBytes } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { operators, RIGHTS } from '../db/schema.ts';
import { hashToken } from '../people/auth.ts';
import type { Desk } from './desk.ts';
import { OperatorError } from './operatorError.ts';
import { record } from './operatorLog.ts';
import type { By } from './operatorLog.ts';

export type Right = (typeof RIGHTS)[number];

export interface Operator {
  name: string;
  rights: Right[];
}

/** A letter first, then letters, digits, spaces, dots and hyphens: it stands in every line of the log. */
const NAME = /^\p{L}[\p{L}\p{N} .'-]{0,39}$/u;
const SECRET_BYTES = 24;

const subjectOf = (name: string) => `operator ${name}`;
/** What an operator may do who has `rights`; each may look. */
const may = ({ rights }: Operator, right: Right) =>
  right === 'look' || rights.includes('all') || rights.includes(right);

export const WRONG_SECRET = 'No operator has this secret.';

/** Somebody who gave no secret, or a wrong one, where operators are named. */
export class UnnamedError extends OperatorError {
  override name = 'UnnamedError';
}

/**
 * The operator with this secret, who has the right; null while no operator is named, when the user of
 * the system may do everything. Throws an `UnnamedError` or, without the right, an `OperatorError`.
 */
export async function requireRight(
  db: Db,
  secret: string | null,
  right: Right,
): Promise<Operator | null> {
  const all = await db.select().from(operators);
  if (all.length === 0) return null;
  if (secret === null) {
    throw new UnnamedError('Who are you? Put your secret of an operator into FUNDI_OPERATOR.');
  }
  const hash = hashToken(secret);
  const found = all.find(({ secretHash }) => secretHash === hash);
  if (!found) throw new UnnamedError(WRONG_SECRET);
  const { name, rights } = found;
  if (may(found, right)) return { name, rights };
  throw new OperatorError(`${name} may not do this: it needs the right "${right}".`);
}

/** All operators and since when, as ISO 8601, by their names. */
export async function listOperators(
  _input: null,
  { db }: Pick<Desk, 'db'>,
): Promise<(Operator & { since: string })[]> {
  const rows = await db.select().from(operators).orderBy(asc(operators.name));
  return rows.map(({ name, rights, createdAt }) => {
    return { name, rights, since: createdAt.toISOString() };
  });
}

/** Stores a new operator; returns the secret, which is not stored. */
async function store(tx: Db, { name, rights }: Operator, at: Date): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await tx.insert(operators).values({ name, rights, secretHash: hashToken(secret), createdAt: at });
  return secret;
}

/** The operators, whom nobody else changes until the transaction ends. */
async function lockOperators(tx: Db): Promise<Operator[]> {
  await tx.execute(sql`lock table ${operators} in share row exclusive mode`);
  return await tx.select().from(operators);
}

const isCalled = (name: string) => (other: Operator) =>
  other.name.toLowerCase() === name.toLowerCase();

/** Names an operator; the answer has the secret, once. The first one needs all rights. */
export async function addOperator(
  { name, rights, by }: Operator & { by: By },
  { db, now }: Desk,
): Promise<{ secret: string }> {
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
    const secret = await store(tx, { name, rights }, at);
    const action = `made an operator: ${rights.join(', ')}`;
    await record(tx, { at, by, action, subject: subjectOf(name) });
    return { secret };
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
): Promise<{ secret: string }> {
  return await desk.db.transaction(async (tx: Db) => {
    const found = (await lockOperators(tx)).find(isCalled(name));
    if (found) await tx.delete(operators).where(eq(operators.name, found.name));
    return await addOperator(
      { name: found?.name ?? name, rights: ['all'], by },
      { ...desk, db: tx },
    );
  });
}
