/** Passwords, tokens and sessions. */
import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Role } from '../src/contract/schemas.ts';
import type { Context } from './context.ts';
import type { Db } from './db.ts';
import { HttpError } from './errors.ts';
import { createQueue } from './queue.ts';
import { accounts, sessions } from './schema.ts';

export type Account = typeof accounts.$inferSelect;

/** Of Node's four threads, which also compress lists and read files. */
const MOST_HASHES = 3;
/** A rush of logins leaves a core and a thread to those who only read. */
const HASHES_AT_ONCE = Math.max(1, Math.min(MOST_HASHES, availableParallelism() - 1));
/** About three seconds of work: who waits longer gives up and tries again, which helps nobody. */
const HASHES_WAITING = 64 * HASHES_AT_ONCE;

const inTurn = createQueue({
  running: HASHES_AT_ONCE,
  waiting: HASHES_WAITING,
  retryAfter: 5,
});
const derive = promisify(argon2);
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * `password` as an argon2id string that carries its own salt and cost. Throws 503 while too many
 * hashes wait; for a caller that has gone nothing is hashed.
 */
export async function hashPassword(password: string, gone?: AbortSignal): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const parameters = { message: password, nonce, tagLength: TAG_BYTES, ...COST };
  const tag = await inTurn(() => derive('argon2id', parameters), gone);
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** The hash of a password nobody knows. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$zLPAsyX9wZKXYxwGX6eQWQ$9SJBtuD+GPEaPPCcfbwdGbqfCVTZyoFRFLw8QqEBZ1A';

/**
 * Whether `password` is the one behind `encoded`. Without `encoded` (nobody has that phone) the
 * same work is done and the answer is false, so that the time taken says nothing. Throws as
 * `hashPassword` does.
 */
export async function verifyPassword(
  password: string,
  encoded: string | undefined,
  gone?: AbortSignal,
): Promise<boolean> {
  const match = PHC.exec(encoded ?? DECOY);
  if (!match) return false;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const actual = await inTurn(() => derive('argon2id', parameters), gone);
  return timingSafeEqual(actual, expected) && encoded !== undefined;
}

/** The stored form of a token; also fit for the other secrets that are kept hashed. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Signs `accountId` in: stores a session and returns its token, which is not kept. */
export async function createSession(
  { config, db, now }: Context,
  accountId: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const at = now();
  const expiresAt = new Date(at.getTime() + config.sessionDays * 24 * 60 * 60 * 1000);
  await db.delete(sessions).where(lte(sessions.expiresAt, at));
  await db
    .insert(sessions)
    .values({ tokenHash: hashToken(token), accountId, createdAt: at, expiresAt });
  return token;
}

/** Ends every session of the accounts. */
export async function endSessions(db: Db, accountIds: number[]): Promise<void> {
  await db.delete(sessions).where(inArray(sessions.accountId, accountIds));
}

/** The account behind an `Authorization: Token …` header, or null. */
export async function authenticate(
  { db, now }: Context,
  header: string | undefined,
): Promise<Account | null> {
  const token = /^Token\s+([\w-]{20,200})$/i.exec(header ?? '')?.[1];
  if (token === undefined) return null;
  const [row] = await db
    .select({ account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.tokenHash, hashToken(token)), gt(sessions.expiresAt, now())));
  return row?.account ?? null;
}

/** As `authenticate`, but throws 401 without a session and 403 for the other role. */
export async function requireAccount(
  ctx: Context,
  header: string | undefined,
  role: Role | 'any',
): Promise<Account> {
  const account = await authenticate(ctx, header);
  if (!account) throw new HttpError(401, 'Please log in to continue.');
  if (role !== 'any' && account.role !== role) {
    throw new HttpError(403, `Only a ${role} account can do this.`);
  }
  return account;
}
