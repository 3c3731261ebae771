/** Both sizes of a picture as one row of bytes, which the child process writes and the server reads. */

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
