/** Shrinks an uploaded picture in a child process, which is killed when the picture takes too much. */
import { fileURLToPath } from 'node:url';
import { ChildError, runScript } from '../../process/child.ts';
import { fieldError } from '../../calls/refusal.ts';
import { createQueue } from '../../calls/queue.ts';
import { EXIT, MAX_PIXELS, MAX_SECONDS, splitSizes, type Sizes } from './decoding.ts';
import { HEIC_REFUSED } from '../../../src/contract/limits.ts';

type Kind = 'JPEG' | 'PNG' | 'WebP' | 'GIF' | 'AVIF' | 'HEIC';

/** The kind of picture by its first bytes, whatever its name or type says. */
function kindOf(bytes: Buffer): Kind | null {
  const start = bytes.toString('latin1', 0, 64);
  if (start.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'WebP';
  if (start.startsWith('GIF8')) return 'GIF';
  if (!start.startsWith('ftyp', 4)) return null;
  if (/avi[fs]/.test(start)) return 'AVIF';
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(start) ? 'HEIC' : null;
}

/** Throws a 400 for the field `image` when the bytes are no JPEG, PNG or WebP. */
function refuseKind(bytes: Buffer): void {
  const kind = kindOf(bytes);
  if (kind === null) throw fieldError('image', 'This file is not an image.');
  if (kind === 'HEIC') throw fieldError('image', HEIC_REFUSED);
  if (kind === 'AVIF' || kind === 'GIF') {
    throw fieldError('image', `${kind} pictures cannot be used here. Choose a JPG, PNG or WebP.`);
  }
}

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
