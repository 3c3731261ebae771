/**
 * The public lists as they go over a thin line: compressed once per version of the list, and not
 * sent again to who has it already.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointName } from '../src/contract/endpoints.ts';

const LISTS: ReadonlySet<EndpointName> = new Set(['listAds', 'listFundis']);
/** Below this, in bytes, compression saves no packet. */
const MIN_BYTES = 500;
/** Close to the best there is, at a tenth of its time. */
const BROTLI_QUALITY = 5;

const compressors = {
  br: async (payload: string) =>
    await promisify(brotliCompress)(payload, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      },
    }),
  gzip: async (payload: string) => await promisify(gzip)(payload),
};

type Encoding = keyof typeof compressors;

function encodingFor(request: FastifyRequest): Encoding | null {
  const accepted = (request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.trim().replace(/;.*$/, ''));
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? null;
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? [];
  return known.some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*');
}

type OnSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown) => Promise<unknown>;

/** The hook that sends one public list well; undefined for every other call. */
export function sendList(name: EndpointName): OnSend | undefined {
  if (!LISTS.has(name)) return undefined;
  let version = '';
  const compressed = new Map<Encoding, Promise<Buffer>>();

  return async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const digest = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    const encoding = payload.length < MIN_BYTES ? null : encodingFor(request);
    const etag = `"${digest}${encoding ? `-${encoding}` : ''}"`;
    const vary = [reply.getHeader('vary'), 'Accept-Encoding'].flat().filter(Boolean).join(', ');
    reply.header('vary', vary).header('etag', etag);
    if (isKnown(request, etag)) {
      reply.code(304).removeHeader('content-type').removeHeader('content-length');
      return null;
    }
    if (encoding === null) return payload;
    if (digest !== version) {
      version = digest;
      compressed.clear();
    }
    const body = compressed.get(encoding) ?? compressors[encoding](payload);
    compressed.set(encoding, body);
    const bytes = await body;
    reply.header('content-encoding', encoding).header('content-length', bytes.byteLength);
    return bytes;
  };
}
