import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { AdFormInput } from '../../contract/forms.ts';
import { AD_IMAGE_MAX_SIDE } from '../../contract/limits.ts';
import { rememberPicture } from '../../lib/session/personal.ts';
import { getSession } from '../../lib/session/session.ts';
import { after, PICTURE_MS } from '../../lib/waits.ts';

/** Makes a phone's photo small before it is sent, because people pay for each megabyte. */

/** Quality of the encoder, 0 to 1; the server encodes again. */
const QUALITY = 0.85;

/**
 * A JPEG of at most `maxSide` pixels, on white; null where the browser cannot encode. Not WebP: some APIs
 * refuse it, and it is only a sixth smaller.
 */
async function encode(picture: HTMLImageElement, maxSide: number): Promise<Blob | null> {
  const { naturalWidth, naturalHeight } = picture;
  const scale = Math.min(1, maxSide / Math.max(naturalWidth, naturalHeight));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

/**
 * An upright JPEG of at most `maxSide` pixels; the file itself when it is a smaller JPEG or cannot be encoded.
 * Null when the browser cannot show it.
 */
async function shrinkImage(file: File, maxSide: number): Promise<File | null> {
  // An image element: the oldest browsers know no bitmap of a photo that stands upright.
  const picture = new Image();
  const address = URL.createObjectURL(file);
  try {
    picture.src = address;
    try {
      await picture.decode();
    } catch {
      return null;
    }
    const small = await encode(picture, maxSide).catch(() => null);
    if (!small || (file.type === 'image/jpeg' && file.size <= small.size)) return file;
    const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`;
    return new File([small], name, { type: small.type });
  } finally {
    URL.revokeObjectURL(address);
    // Twelve megapixels are 48 MB of memory; a cheap phone needs it back at once.
    picture.src = '';
  }
}

/**
 * The picture to send: made small, or the file itself where the browser cannot do that or its decoder does
 * not answer. What the form refuses is returned in a form that it knows: without a type when it is no
 * picture, empty when the file could not be read.
 */
async function prepare(file: File): Promise<File> {
  if (file.type !== '' && !file.type.startsWith('image/')) return file;
  // Read now: until it is sent, other apps may change the file, delete it or take the right to read it.
  const bytes = await Promise.race([file.arrayBuffer().catch(() => undefined), after(PICTURE_MS)]);
  const read = new File(bytes ? [bytes] : [], file.name, { type: file.type });
  if (read.size === 0) return read;
  const small = await Promise.race([shrinkImage(read, AD_IMAGE_MAX_SIDE), after(PICTURE_MS)]);
  if (small === null) return new File([read], file.name);
  return small ?? read;
}

/** Lets a person choose the picture of an ad, and makes it small before it is sent (spec §5, ad creation). */
export function usePicture({ getValues, setValue, clearErrors }: UseFormReturn<AdFormInput>) {
  const [isPreparing, setPreparing] = useState(false);
  const [originalBytes, setOriginalBytes] = useState<number | null>(null);
  const latest = useRef<Promise<void>>(null);

  useEffect(
    () => () => {
      rememberPicture(getSession().ended === 'expired' ? getValues('image') : undefined);
    },
    [getValues],
  );

  const pick = (file: File) => {
    clearErrors('image');
    setValue('image', file);
    setOriginalBytes(file.size);
    setPreparing(true);
    const work: Promise<void> = prepare(file).then((prepared) => {
      // The person has chosen another picture since.
      if (latest.current !== work) return;
      setPreparing(false);
      setValue('image', prepared, { shouldValidate: true });
    });
    latest.current = work;
  };

  return {
    pick,
    isPreparing,
    originalBytes,
    settled: () => latest.current,
  };
}
