/** How the bytes of a request say how long it is, and how much of it comes. */
import * as fc from 'fast-check';
import type { Header } from './headers.ts';

/**
 * `length` and `chunked` are right and come whole; the others are wrong, or stop half way: `half`
 * closes the connection then, `reset` breaks it, `held` leaves it open.
 */
export type Framing = keyof typeof FRAMINGS;

interface Frame {
  headers(length: number): Header[];
  bytes(body: Buffer): Buffer;
}

const length = (length: number): Header => ['Content-Length', String(length)];
const CHUNKED: Header = ['Transfer-Encoding', 'chunked'];
const asChunks = (body: Buffer) =>
  Buffer.concat([
    ...(body.length === 0
      ? []
      : [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]),
    Buffer.from('0\r\n\r\n'),
  ]);
const same = (body: Buffer) => body;
const halfOf = (body: Buffer) => body.subarray(0, body.length / 2);
const right: Frame = { headers: (own) => (own === 0 ? [] : [length(own)]), bytes: same };
const stopped: Frame = { headers: (own) => [length(own + 10)], bytes: halfOf };

const FRAMINGS = {
  length: right,
  chunked: { headers: () => [CHUNKED], bytes: asChunks },
  half: stopped,
  reset: stopped,
  held: stopped,
  tooShort: { headers: (own) => [length(Math.max(0, own - 3))], bytes: same },
  negative: { headers: () => [length(-1)], bytes: same },
  noNumber: { headers: () => [['Content-Length', '0x10']], bytes: same },
  huge: { headers: () => [length(1e18)], bytes: halfOf },
  twoLengths: { headers: (own) => [length(own), length(own + 1)], bytes: same },
  both: { headers: (own) => [length(own), CHUNKED], bytes: asChunks },
  badChunk: {
    headers: () => [CHUNKED],
    bytes: (body) => Buffer.concat([Buffer.from('zz\r\n'), body]),
  },
  brokenChunk: { headers: () => [CHUNKED], bytes: (body) => halfOf(asChunks(body)) },
  unknown: { headers: () => [['Transfer-Encoding', 'gzip, identity']], bytes: same },
} satisfies Record<string, Frame>;

/** The headers and the bytes of a body. */
export function frame(framing: Framing, body: Buffer): { headers: Header[]; bytes: Buffer } {
  const how: Frame = FRAMINGS[framing];
  return { headers: how.headers(body.length), bytes: how.bytes(body) };
}

/** Whether such a request is whole, so that it must be answered. */
export const isWhole = (framing: Framing) => framing === 'length' || framing === 'chunked';

/** Mostly right. */
export const framing: fc.Arbitrary<Framing> = fc.oneof(
  { weight: 30, arbitrary: fc.constant<Framing>('length') },
  { weight: 3, arbitrary: fc.constant<Framing>('chunked') },
  { weight: 4, arbitrary: fc.constantFrom(...(Object.keys(FRAMINGS) as Framing[])) },
);
