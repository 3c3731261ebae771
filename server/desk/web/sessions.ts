/** Who is signed in at the desk's page. Sessions are in the database: ended at one server, ended at all. */
import { randomBytes } from 'node:crypto';
import { eq, lt, or } from 'drizzle-orm';
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Context } from '../../calls/context.ts';
import { networkOf } from '../../calls/network.ts';
import { HttpError } from '../../calls/refusal.ts';
import { createSharedCounters } from '../../calls/sharedCounters.ts';
import { sign } from '../../calls/signing.ts';
import { DEMO } from '../../config.ts';
import { deskSessions, operators } from '../../db/schema/desk.ts';
import { hashToken } from '../../people/auth.ts';
import type { Operator } from '../desk.ts';
import { setMark } from '../notices/marks.ts';
import { findOperator } from '../operators.ts';
import { takeFactor } from '../secondFactor.ts';

/** Without a page for so long, and a session is over. */
const IDLE_MS = 30 * MINUTE_MS;
const LONGEST_MS = 12 * HOUR_MS;
/** For so long after the six digits money and people's data are changed without them. */
const FACTOR_MS = 5 * MINUTE_MS;
const SEEN_AGAIN_MS = MINUTE_MS;

/** The operator of the demo town, while no other one is named. It needs no second factor. */
export const DEMO_OPERATOR = { name: 'demo', secret: DEMO.password } as const;
const DEMO_NAME = DEMO_OPERATOR.name;

export interface DeskSession {
  operator: Operator;
  tokenHash: string;
  /** Whether the six digits were given only just now. */
  isFresh: boolean;
}

/** Whether the demo operator may sign in: only this machine reaches the server, and nobody is named. */
async function hasDemo({ config, db }: Context): Promise<boolean> {
  return config.desk.isDemo && (await db.$count(operators)) === 0;
}

export async function isOpen(ctx: Context): Promise<boolean> {
  const rows = await ctx.db.select({ factor: operators.factor }).from(operators);
  return rows.some(({ factor }) => factor !== null) || (await hasDemo(ctx));
}

export const newToken = (): string => randomBytes(32).toString('base64url');

/** What every form of this cookie has: another site cannot know it. */
export const formToken = ({ secret }: Context, token: string): string =>
  sign(secret, 'desk form', hashToken(token));

const WRONG = 'The name, the secret or the six digits are wrong, or the digits were used already.';

interface Login {
  name: string;
  secret: string;
  code: string;
}

/** The name of the operator who may come in with this; null for nobody. */
async function nameFor(ctx: Context, { name, secret, code }: Login): Promise<string | null> {
  if (name === DEMO_NAME && secret === DEMO_OPERATOR.secret && (await hasDemo(ctx))) {
    return DEMO_NAME;
  }
  const found = await findOperator(ctx.db, secret);
  if (!found || found.name.toLowerCase() !== name.toLowerCase()) return null;
  const isTaken = await takeFactor(ctx.db, { name: found.name, digits: code, at: ctx.now() });
  return isTaken ? found.name : null;
}

/**
 * Runs `check` of what somebody may guess. Five wrong answers for a name or from a network: a wait, and a notice. Throws
 * an `HttpError`.
 */
async function guarded<T>(
  ctx: Context,
  { name, address }: { name: string; address: string },
  check: () => Promise<T | null>,
): Promise<T> {
  const tries = [
    { limit: 'deskNetwork', by: networkOf(address) },
    { limit: 'deskName', by: name.toLowerCase() },
  ] as const;
  await ctx.limits.take([...tries]).catch(async (error: unknown) => {
    // Not where the count itself failed.
    if (error instanceof HttpError) await setMark(ctx.db, 'desk', false, ctx.now());
    throw error;
  });
  const found = await check();
  if (found === null) throw new HttpError(401, WRONG);
  await ctx.limits.giveBack([...tries]);
  return found;
}

/** Signs an operator in; returns the token for the cookie, which is not stored. Throws an `HttpError`. */
export async function signIn(ctx: Context, login: Login, address: string): Promise<string> {
  const tried = { name: login.name, address };
  const operator = await guarded(ctx, tried, () => nameFor(ctx, login));
  const at = ctx.now();
  const token = newToken();
  await ctx.db
    .delete(deskSessions)
    .where(
      or(
        lt(deskSessions.createdAt, new Date(at.getTime() - LONGEST_MS)),
        lt(deskSessions.seenAt, new Date(at.getTime() - IDLE_MS)),
      ),
    );
  await ctx.db.insert(deskSessions).values({
    tokenHash: hashToken(token),
    operator,
    createdAt: at,
    seenAt: at,
    factorAt: at,
  });
  return token;
}

/** Who has this cookie, with the rights of now; null for nobody, and for a session that is over. */
export async function readSession(ctx: Context, token: string): Promise<DeskSession | null> {
  const tokenHash = hashToken(token);
  const [row] = await ctx.db
    .select({ session: deskSessions, rights: operators.rights })
    .from(deskSessions)
    .leftJoin(operators, eq(operators.name, deskSessions.operator))
    .where(eq(deskSessions.tokenHash, tokenHash));
  if (!row) return null;
  const { operator: name, createdAt, seenAt, factorAt } = row.session;
  const ms = ctx.now().getTime();
  const isOver = ms - createdAt.getTime() > LONGEST_MS || ms - seenAt.getTime() > IDLE_MS;
  const isDemo = name === DEMO_NAME && (await hasDemo(ctx));
  const rights = isDemo ? (['all'] as const) : row.rights;
  if (isOver || rights === null) {
    await endSession(ctx, tokenHash);
    return null;
  }
  if (ms - seenAt.getTime() > SEEN_AGAIN_MS) {
    const seen = { seenAt: ctx.now() };
    await ctx.db.update(deskSessions).set(seen).where(eq(deskSessions.tokenHash, tokenHash));
  }
  const isFresh = isDemo || ms - factorAt.getTime() <= FACTOR_MS;
  return { operator: { name, rights: [...rights] }, tokenHash, isFresh };
}

/** Takes the six digits again, before money or people's data are changed. Throws an `HttpError`. */
export async function giveFactor(
  ctx: Context,
  { operator, tokenHash }: DeskSession,
  digits: string,
  address: string,
): Promise<void> {
  const { name } = operator;
  const at = ctx.now();
  await guarded(
    ctx,
    { name, address },
    async () => (await takeFactor(ctx.db, { name, digits, at })) || null,
  );
  await ctx.db
    .update(deskSessions)
    .set({ factorAt: at })
    .where(eq(deskSessions.tokenHash, tokenHash));
}

/** Whether a question is answered for the first time: a page that is loaded again sends its answer again. */
export async function isFirstAnswer({ db }: Context, question: string): Promise<boolean> {
  const key = `deskQuestion ${hashToken(question)}`;
  const { count } = await createSharedCounters(db).add({ key, windowMs: LONGEST_MS });
  return count === 1;
}

/** Ends a session, at every server. */
export async function endSession({ db }: Context, tokenHash: string): Promise<void> {
  await db.delete(deskSessions).where(eq(deskSessions.tokenHash, tokenHash));
}
