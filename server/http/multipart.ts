/** Reads a multipart call: its fields become the body, its image the upload. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AD_IMAGE_MAX_BYTES } from '../../src/contract/limits.ts';
import { BUSY, fieldError, HttpError } from '../calls/refusal.ts';

const LIMITS = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: AD_IMAGE_MAX_BYTES,
};
const MEGABYTE = 1024 * 1024;

/**
 * An upload is held in memory until it is answered: these numbers limit how much that is. Safe against races:
 * nothing waits between the count and its check.
 */
const MOST_UPLOADS = 16;
const MOST_UPLOADS_PER_ACCOUNT = 2;

/** Sets `request.body` and `request.upload`; throws a 400 for what is broken or too large. */
async function read(request: FastifyRequest): Promise<void> {
  const fields = new Map<string, unknown>();
  try {
    for await (const part of request.parts({ limits: LIMITS })) {
      if (part.type === 'field') fields.set(part.fieldname, part.value);
      else if (part.fieldname === 'image') request.upload = await part.toBuffer();
      else part.file.resume();
    }
  } catch (error) {
    if (error instanceof request.server.multipartErrors.RequestFileTooLargeError) {
      const most = AD_IMAGE_MAX_BYTES / MEGABYTE;
      throw fieldError('image', `The image must be at most ${most} MB.`);
    }
    if (error instanceof request.server.multipartErrors.FilesLimitError) {
      throw fieldError('image', 'Please send one image only.');
    }
    request.log.info({ err: error }, 'upload refused');
    throw new HttpError(400, 'The upload could not be read. Please try again.');
  }
  request.body = Object.fromEntries(fields);
}

/**
 * Returns the reader of multipart calls. It reads a limited number at once and throws 429 for one
 * more of the same account, 503 for one more of all.
 */
export function createUploads(): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const underWay = new Map<number, number>();
  let total = 0;

  /** Takes a place until the answer is out or the caller has gone. */
  function takeSlot(accountId: number, reply: FastifyReply): void {
    const own = underWay.get(accountId) ?? 0;
    if (own >= MOST_UPLOADS_PER_ACCOUNT) {
      const text = 'Another picture of yours is being sent. Wait until it has arrived.';
      throw new HttpError(429, text, { 'retry-after': '10' });
    }
    if (total >= MOST_UPLOADS) {
      throw new HttpError(503, BUSY, { 'retry-after': '10' });
    }
    underWay.set(accountId, own + 1);
    total += 1;
    reply.raw.once('close', () => {
      total -= 1;
      const left = (underWay.get(accountId) ?? 1) - 1;
      if (left > 0) underWay.set(accountId, left);
      else underWay.delete(accountId);
    });
  }

  return async (request, reply) => {
    if (!request.isMultipart()) return;
    if (reply.raw.destroyed) return;
    takeSlot(request.caller?.account.id ?? 0, reply);
    await read(request);
  };
}
