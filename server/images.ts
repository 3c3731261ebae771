/** Ad images: what comes in, how it is stored, how it is addressed. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { AD_IMAGE_MAX_SIDE } from '../src/contract/limits.ts';
import type { Config } from './config.ts';
import { mediaFolder } from './context.ts';
import { fieldError } from './errors.ts';

/** Path below which the images are served. */
export const MEDIA_PREFIX = '/media/ads/';
/** More than any phone's camera; an image that unpacks to more is refused before it is decoded. */
const MAX_PIXELS = 60_000_000;
const QUALITY = 80;
const DECODE_SECONDS = 20;

/** Whether the bytes begin as a JPEG, PNG, GIF, WebP or AVIF: nothing else reaches a decoder. */
function isPhotoFormat(bytes: Buffer): boolean {
  const text = bytes.toString('latin1', 0, 12);
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('GIF8') ||
    (text.startsWith('RIFF') && text.endsWith('WEBP')) ||
    /^.{4}ftyp(avif|avis|mif1)$/s.test(text)
  );
}

/** The image as it is stored: upright, without metadata, at most 1280 px, WebP. */
export async function processImage(bytes: Buffer): Promise<Buffer> {
  if (!isPhotoFormat(bytes)) throw fieldError('image', 'This file is not an image.');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({
        width: AD_IMAGE_MAX_SIDE,
        height: AD_IMAGE_MAX_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: QUALITY })
      .timeout({ seconds: DECODE_SECONDS })
      .toBuffer();
  } catch (error) {
    const isTooBig = error instanceof Error && /pixel limit/i.test(error.message);
    const text = isTooBig ? 'The image has too many pixels.' : 'This image could not be read.';
    throw fieldError('image', text);
  }
}

/** Stores a processed image and returns its file name. */
export async function storeImage(config: Config, webp: Buffer): Promise<string> {
  const folder = mediaFolder(config);
  await mkdir(folder, { recursive: true });
  const name = `${randomUUID()}.webp`;
  await writeFile(path.join(folder, name), webp, { flag: 'wx' });
  return name;
}

/** Removes a stored image; one that is gone already is no error. */
export async function removeImage(config: Config, name: string): Promise<void> {
  await rm(path.join(mediaFolder(config), path.basename(name)), { force: true });
}

/** The absolute address of a stored image. */
export function imageUrl(config: Config, name: string | null): string | null {
  return name === null ? null : config.publicUrl + MEDIA_PREFIX + name;
}
