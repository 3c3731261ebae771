/**
 * Sends texts with few bytes: compressed once for all, and not sent again to a browser that already
 * has this version.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** In bytes: a smaller text fits in one packet without compression too. */
const MIN_BYTES = 500;
/** Larger texts, in bytes, take too long at the highest quality. */
const BEST_MAX_BYTES = 200_000;
/** Nearly as small as the highest quality, in a tenth of its time. */
const QUICK = 5;

const brotli = async (text: Buffer, quality: number) =>
  await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: quality,
    },
  });

const compressors = {
  br: async (text: Buffer) => await brotli(text, QUICK),
  gzip: async (text: Buffer) => await promisify(gzip)(text),
};

type Encoding = keyof typeof compressors;

function encodingFor(request: FastifyRequest): Encoding | null {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.trim().replace(/;.*$/, ''));
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

/** Whether the caller has what `etag` names. */
export function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

export interface PackedText {
  text: Buffer;
  type: string;
  digest: string;
  compressed: Map<Encoding, Promise<Buffer>>;
  /** Whether many will ask for it. */
  isCommon: boolean;
  /** Whether the copy of the highest quality is there, or being made. */
  isBest: boolean;
}

/** Prepares a text for `sendPacked`; it is compressed when somebody asks for it. */
export function pack(text: string, type: string, isCommon = false): PackedText {
  const bytes = Buffer.from(text);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { text: bytes, type, digest, compressed: new Map(), isCommon, isBest: false };
}

/** Replaces the quick copy by the smallest one, for later callers. */
async function improve(packed: PackedText): Promise<void> {
  packed.isBest = true;
  try {
    const best = await brotli(packed.text, constants.BROTLI_MAX_QUALITY);
    packed.compressed.set('br', Promise.resolve(best));
  } catch {
    // The next caller's is tried again.
    packed.isBest = false;
  }
}

function compress(packed: PackedText, encoding: Encoding): Promise<Buffer> {
  const { text, compressed, isCommon, isBest } = packed;
  const ready = compressed.get(encoding);
  const body = ready ?? compressors[encoding](text);
  if (!ready) {
    compressed.set(encoding, body);
    // The next caller's is tried again.
    body.catch(() => compressed.delete(encoding));
  }
  // Other texts are worth the time when they are asked for again: a robot asks for each fundi's page once.
  const isWorthIt = isCommon || ready !== undefined;
  if (isWorthIt && encoding === 'br' && !isBest && text.byteLength <= BEST_MAX_BYTES) {
    void improve(packed);
  }
  return body;
}

/** Sends a text, compressed where the caller can read that; 304 where a 200 is known already. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  packed: PackedText,
): Promise<FastifyReply> {
  const encoding = packed.text.byteLength < MIN_BYTES ? null : encodingFor(request);
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ');
  reply.header('vary', vary);
  if (reply.statusCode === 200) {
    const etag = `"${packed.digest}${encoding ? `-${encoding}` : ''}"`;
    reply.header('etag', etag);
    if (isKnown(request, etag)) return reply.code(304).send();
  }
  const bytes = encoding === null ? packed.text : await compress(packed, encoding);
  if (encoding !== null) reply.header('content-encoding', encoding);
  return reply.type(packed.type).send(bytes);
}
