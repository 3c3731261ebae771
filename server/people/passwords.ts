/** How passwords are stored and checked. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { createQueue } from '../calls/queue.ts';

/** At most three of Node's four threads, which also compress lists and read files. */
const MOST_HASHES = 3;
/** Many logins at once leave a core and a thread free for other calls. */
const HASHES_AT_ONCE = Math.max(1, Math.min(MOST_HASHES, availableParallelism() - 1));
/** About three seconds of work. People who wait longer try again, which only adds work. */
const HASHES_WAITING = 64 * HASHES_AT_ONCE;

const inTurn = createQueue({
  running: HASHES_AT_ONCE,
  waiting: HASHES_WAITING,
  retryAfter: 5,
});
const derive = promisify(argon2);
/** What a hash costs: its memory in KiB, the passes over it, and its lanes. */
interface Cost {
  memory: number;
  passes: number;
  parallelism: number;
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST: Cost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/-]+)\$([\w+/-]+)$/;
/** Salt and tag of a password nobody knows. */
const DECOY = '$zLPAsyX9wZKXYxwGX6eQWQ$9SJBtuD+GPEaPPCcfbwdGbqfCVTZyoFRFLw8QqEBZ1A';

const unpadded = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes at this cost. Only tests make cheaper ones: no setting can. */
export function createPasswords(cost: Cost) {
  const head = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return {
    /**
     * `password` as an argon2id string that carries its own salt and cost. Throws 503 while too many
     * hashes wait; for a caller that has gone nothing is hashed.
     */
    async hash(password: string, gone?: AbortSignal): Promise<string> {
      const nonce = randomBytes(SALT_BYTES);
      const parameters = { message: password, nonce, tagLength: TAG_BYTES, ...cost };
      const tag = await inTurn(() => derive('argon2id', parameters), gone);
      return `${head}$${unpadded(nonce)}$${unpadded(tag)}`;
    },

    /**
     * Whether `password` is the one behind `encoded`. Without `encoded` (nobody has that phone) the
     * same work is done and the answer is false, so that the time taken says nothing. Throws as
     * `hash` does.
     */
    async verify(
      password: string,
      encoded: string | undefined,
      gone?: AbortSignal,
    ): Promise<boolean> {
      const match = PHC.exec(encoded ?? head + DECOY);
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
    },
  };
}

/** As every server hashes them. */
export const PASSWORDS = createPasswords(COST);
