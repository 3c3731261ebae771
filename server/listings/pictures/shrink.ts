/** Shrinks an uploaded picture in a child process, which is killed when the picture takes too much. */
import { fileURLToPath } from 'node:url';
import { ChildError, runScript } from '../../process/child.ts';
import { fieldError } from '../../calls/refusal.ts';
import { createQueue } from '../../calls/queue.ts';
import { refuseKind } from './kinds.ts';
import { EXIT, MAX_PIXELS, MAX_SECONDS } from './decoding.ts';
import { splitSizes, type Sizes } from './sizes.ts';

const SCRIPT = fileURLToPath(new URL('shrinkChild.ts', import.meta.url));
/** One at a time, so that many pictures take no more memory and processor than one. */
const inTurn = createQueue({ running: 1, waiting: 16, retryAfter: 10 });

function refusal(code: number | null): string {
  if (code === null) return 'The image takes too much work to read. Save it smaller and try again.';
  if (code !== EXIT.tooManyPixels) return 'This image could not be read.';
  return `The image has too many pixels: at most ${MAX_PIXELS / 1_000_000} million.`;
}

/**
 * The picture as it is stored: upright, without metadata, WebP, in two sizes, never enlarged. Throws a 400 for
 * what is no picture or too large, and 503 while too many wait.
 */
export async function shrinkPicture(bytes: Buffer, gone?: AbortSignal): Promise<Sizes> {
  refuseKind(bytes);
  const work = () =>
    runScript(SCRIPT, { input: bytes, patienceMs: MAX_SECONDS * 1000, stop: gone });
  try {
    return splitSizes(await inTurn(work, gone));
  } catch (error) {
    throw error instanceof ChildError ? fieldError('image', refusal(error.code)) : error;
  }
}
