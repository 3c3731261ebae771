/**
 * The child process that decodes one picture: the bytes come in on stdin, the WebP in both sizes goes
 * out on stdout (`joinSizes`), the exit code says what went wrong. Whatever a hostile picture does happens here.
 */
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import { AD_IMAGE_MAX_SIDE, AD_IMAGE_SMALL_SIDE } from '../../../src/contract/limits.ts';
import { EXIT, MAX_CPU_SECONDS, MAX_MEMORY, MAX_PIXELS, joinSizes } from './decoding.ts';

const QUALITY = 80;
const WATCH_MS = 5;

sharp.concurrency(1);
sharp.cache(false);
// Decoding runs on another thread, so that this one can watch what it takes.
setInterval(() => {
  const { user, system } = process.cpuUsage();
  const cpuSeconds = (user + system) / 1_000_000;
  if (process.memoryUsage.rss() > MAX_MEMORY || cpuSeconds > MAX_CPU_SECONDS) {
    // An orderly exit would wait until the picture is decoded.
    process.kill(process.pid, 'SIGKILL');
  }
}, WATCH_MS).unref();

const toWebp = (picture: Sharp, side: number) =>
  picture
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer();

try {
  const upright = sharp(await buffer(process.stdin), {
    limitInputPixels: MAX_PIXELS,
    sequentialRead: true,
    failOn: 'error',
  })
    .autoOrient()
    // A logo is on white in both themes.
    .flatten({ background: '#fff' });
  const large = await toWebp(upright, AD_IMAGE_MAX_SIDE);
  // From the large one: what was sent is decoded once.
  const small = await toWebp(sharp(large), AD_IMAGE_SMALL_SIDE);
  process.stdout.end(joinSizes({ large, small }));
} catch (error) {
  const isTooLarge = error instanceof Error && /pixel limit/i.test(error.message);
  process.exitCode = isTooLarge ? EXIT.tooManyPixels : EXIT.unreadable;
}
