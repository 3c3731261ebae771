/** Tokens and sessions: who is signed in. */
import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../src/contract/time.ts';
import type { Role } from '../../src/contract/schemas.ts';
import type { Caller } from '../calls/route.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { HttpError } from '../calls/refusal.ts';
import { accounts, sessions } from '../db/schema/people.ts';

/** A session ends after SESSION_DAYS without a call, and in any case after this many times SESSION_DAYS. */
const LONGEST_IN_SESSION_DAYS = 3;
const NAME_LENGTH = 12;

/** The stored form of a token; also fit for the other secrets that are stored hashed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** The name of a session in the records. It cannot be used to sign in. */
export function sessionName(tokenHash: string): string {
  return tokenHash.slice(0, NAME_LENGTH);
}

/** Signs `accountId` in: stores a session and returns its token, which is not stored. */
export async function createSession(
  { config, db, now }: Pick<Context, 'config' | 'db' | 'now'>,
  accountId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = now();
  const lifetime = LONGEST_IN_SESSION_DAYS * config.sessionDays * DAY_MS;
  await db.insert(sessions).values({
    tokenHash: hashToken(token),
    accountId,
    createdAt: at,
    lastSeenAt: at,
    expiresAt: new Date(at.getTime() + lifetime),
  });
  return token;
}

/** When a session had its last call, if it ends at `at` because no other call followed. */
function idleSince({ config }: Pick<Context, 'config'>, at: Date): Date {
  return new Date(at.getTime() - config.sessionDays * DAY_MS);
}

/** Ends every session of the accounts, but for the one with the token hash `except`. */
export async function endSessions(db: Db, accountIds: number[], except?: string): Promise<void> {
  const others = except === undefined ? undefined : ne(sessions.tokenHash, except);
  await db.delete(sessions).where(and(inArray(sessions.accountId, accountIds), others));
}

export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export async function clearSessions(ctx: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  const at = ctx.now();
  const isOver = or(lte(sessions.expiresAt, at), lte(sessions.lastSeenAt, idleSince(ctx, at)));
  await ctx.db.delete(sessions).where(isOver);
}

/** The caller behind an `Authorization: Token …` header, or null. */
async function authenticate(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  header: string | undefined,
): Promise<Caller | null> {
  const token = /^Token\s+([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (token === undefined) return null;
  const { db } = ctx;
  const at = ctx.now();
  const tokenHash = hashToken(token);
  const [row] = await db
    .select({ account: accounts, lastSeenAt: sessions.lastSeenAt })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, at),
        gt(sessions.lastSeenAt, idleSince(ctx, at)),
        // A login that was under way while the account was blocked has made a session.
        isNull(accounts.blockedAt),
      ),
    );
  if (!row) return null;
  // Once an hour at most: a read must not become a write.
  if (at.getTime() - row.lastSeenAt.getTime() > HOUR_MS) {
    await db.update(sessions).set({ lastSeenAt: at }).where(eq(sessions.tokenHash, tokenHash));
  }
  return { account: row.account, tokenHash };
}

/** As `authenticate`, but throws 401 without a session and 403 for the other role. */
export async function requireCaller(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  header: string | undefined,
  role: Role | 'any',
): Promise<Caller> {
  const caller = await authenticate(ctx, header);
  if (!caller) throw new HttpError(401, 'Please log in to continue.');
  if (role !== 'any' && caller.account.role !== role) {
    throw new HttpError(403, `Only a ${role} account can do this.`).about(caller.account.id);
  }
  return caller;
}
