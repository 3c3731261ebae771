/**
 * Sends the public lists with few bytes: compressed once per version of the list, and not sent
 * again to a browser that already has this version.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../src/contract/endpoints.ts';
import type { AnswerOf } from '../src/contract/schemas.ts';

const LISTS: ReadonlySet<EndpointName> = new Set(['listAds', 'listFundis']);
/** In bytes: a smaller list fits in one packet without compression too. */
const MIN_BYTES = 500;
/** Nearly as small as the highest quality, in a tenth of its time. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: async (payload: Buffer) =>
    await promisify(brotliCompress)(payload, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    }),
  gzip: async (payload: Buffer) => await promisify(gzip)(payload),
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

/** A version of a list as bytes. */
interface Packed {
  json: Buffer;
  digest: string;
  compressed: Map<Encoding, Promise<Buffer>>;
}

function pack(text: string): Packed {
  const json = Buffer.from(text);
  const digest = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  return { json, digest, compressed: new Map() };
}

function compress({ json, compressed }: Packed, encoding: Encoding): Promise<Buffer> {
  const body = compressed.get(encoding) ?? compressors[encoding](json);
  compressed.set(encoding, body);
  return body;
}

export type ListAnswer = AnswerOf<'listAds' | 'listFundis'>;
type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ListAnswer,
) => Promise<FastifyReply>;

/**
 * Returns what sends the 200 answer of a public list; undefined for every other call. An answer
 * that is the same object as an earlier one is not checked or compressed again.
 */
export function listSender(name: EndpointName): Send | undefined {
  if (!LISTS.has(name)) return undefined;
  const known = new WeakMap<ListAnswer, Packed>();

  return async (request, reply, answer) => {
    const packed = known.get(answer) ?? pack(reply.serialize(answer) as string);
    known.set(answer, packed);
    const encoding = packed.json.byteLength < MIN_BYTES ? null : encodingFor(request);
    const etag = `"${packed.digest}${encoding ? `-${encoding}` : ''}"`;
    const vary = [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ');
    reply.header('vary', vary).header('etag', etag);
    if (isKnown(request, etag)) return reply.code(304).send();
    const bytes = encoding === null ? packed.json : await compress(packed, encoding);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.type('application/json; charset=utf-8').send(bytes);
  };
}
