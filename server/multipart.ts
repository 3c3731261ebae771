/** Reads a multipart call: its fields become the body, its image the upload. */
import type { FastifyRequest } from 'fastify';
import { AD_IMAGE_MAX_BYTES } from '../src/contract/limits.ts';
import { fieldError, HttpError } from './errors.ts';

const LIMITS = {
  files: 1,
  fields: 10,
  parts: 11,
  fieldNameSize: 100,
  fieldSize: 64 * 1024,
  fileSize: AD_IMAGE_MAX_BYTES,
};
const MEGABYTE = 1024 * 1024;

/** Sets `request.body` and `request.upload`; throws a 400 for what is broken or too large. */
export async function readMultipart(request: FastifyRequest): Promise<void> {
  if (!request.isMultipart()) return;
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
