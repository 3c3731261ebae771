/** Shrinks an uploaded picture in a child process, which is killed when the picture takes too much. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { fieldError } from '../errors.ts';
import { createQueue } from '../queue.ts';
import { refuseKind } from './kinds.ts';
import { EXIT, MAX_PIXELS, MAX_SECONDS } from './limits.ts';
import { splitSizes, type Sizes } from './sizes.ts';

const SCRIPT = fileURLToPath(new URL('shrinkChild.ts', import.meta.url));
/** One at a time, so that many pictures take no more memory and processor than one. */
const inTurn = createQueue({ running: 1, waiting: 16, retryAfter: 10 });

function refusal(code: number | null): string {
  if (code === null) return 'The image takes too much work to read. Save it smaller and try again.';
  if (code !== EXIT.tooManyPixels) return 'This image could not be read.';
  return `The image has too many pixels: at most ${MAX_PIXELS / 1_000_000} million.`;
}

/** Starts the child without the server's settings and secrets, and below the server's priority. */
function startChild(script: string) {
  const child = spawn(process.execPath, ['--max-old-space-size=64', script], {
    env: process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  try {
    setPriority(child.pid ?? 0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child is gone already, or the system has no priorities.
  }
  return child;
}

/**
 * What the child process `script` makes of the bytes. It is killed after so many seconds, and when
 * the caller has gone. Throws a 400 for the field `image` when nothing came of it.
 */
export async function inChild(
  script: string,
  bytes: Buffer,
  { seconds, gone }: { seconds: number; gone?: AbortSignal | undefined },
): Promise<Buffer> {
  const child = startChild(script);
  const kill = () => child.kill('SIGKILL');
  const timer = setTimeout(kill, seconds * 1000);
  gone?.addEventListener('abort', kill, { once: true });
  try {
    // A child that refuses early closes its end while bytes are still being written.
    child.stdin.on('error', () => undefined).end(bytes);
    const [made, [code]] = await Promise.all([
      buffer(child.stdout),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    if (code === EXIT.done && made.length > 0) return made;
    throw fieldError('image', refusal(code));
  } finally {
    clearTimeout(timer);
    gone?.removeEventListener('abort', kill);
  }
}

/**
 * The picture as it is stored: upright, without metadata, WebP, in two sizes, never enlarged. Throws a 400 for
 * what is no picture or too large, and 503 while too many wait.
 */
export async function shrinkPicture(bytes: Buffer, gone?: AbortSignal): Promise<Sizes> {
  refuseKind(bytes);
  const work = () => inChild(SCRIPT, bytes, { seconds: MAX_SECONDS, gone });
  return splitSizes(await inTurn(work, gone));
}
