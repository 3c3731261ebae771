/** What the server and the child process that decodes one picture agree on. The child checks the limits itself. */

/** More than most phones take; a picture of more pixels is refused by its header. */
export const MAX_PIXELS = 24_000_000;
/** Memory of the whole child process, in bytes. Node and the decoder alone take 75 MB of it. */
export const MAX_MEMORY = 160_000_000;
/** Processor time of the child process. The largest pictures take two seconds. */
export const MAX_CPU_SECONDS = 8;
/** The child is killed after this time. It is longer, because the child waits on a busy machine. */
export const MAX_SECONDS = 45;

/** How the child process ends. One that takes too much is killed. */
export const EXIT = { done: 0, unreadable: 10, tooManyPixels: 11 } as const;

/** A picture as WebP in the sizes that it is shown in. */
export interface Sizes {
  large: Buffer;
  small: Buffer;
}

/** Bytes of the number before them: the length of the large size. */
const HEAD = 4;

/** One row of bytes, for `splitSizes`. */
export function joinSizes({ large, small }: Sizes): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(large.length);
  return Buffer.concat([head, large, small]);
}

/** The sizes in what `joinSizes` gave. */
export function splitSizes(bytes: Buffer): Sizes {
  const end = HEAD + bytes.readUInt32BE();
  return { large: bytes.subarray(HEAD, end), small: bytes.subarray(end) };
}
