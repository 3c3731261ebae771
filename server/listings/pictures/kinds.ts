/** The kinds of pictures that are decoded. Each further decoder would be one more target for attacks. */
import { HEIC_REFUSED } from '../../../src/contract/pictures.ts';
import { fieldError } from '../../calls/refusal.ts';

type Kind = 'JPEG' | 'PNG' | 'WebP' | 'GIF' | 'AVIF' | 'HEIC';

/** The kind of picture by its first bytes, whatever its name or type says. */
function kindOf(bytes: Buffer): Kind | null {
  const start = bytes.toString('latin1', 0, 64);
  if (start.startsWith('\xff\xd8\xff')) return 'JPEG';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'PNG';
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'WebP';
  if (start.startsWith('GIF8')) return 'GIF';
  if (!start.startsWith('ftyp', 4)) return null;
  if (/avi[fs]/.test(start)) return 'AVIF';
  return /hei[cxms]|hev[cxms]|mif1|msf1/.test(start) ? 'HEIC' : null;
}

/** Throws a 400 for the field `image` when the bytes are no JPEG, PNG or WebP. */
export function refuseKind(bytes: Buffer): void {
  const kind = kindOf(bytes);
  if (kind === null) throw fieldError('image', 'This file is not an image.');
  if (kind === 'HEIC') throw fieldError('image', HEIC_REFUSED);
  if (kind === 'AVIF' || kind === 'GIF') {
    throw fieldError('image', `${kind} pictures cannot be used here. Choose a JPG, PNG or WebP.`);
  }
}
