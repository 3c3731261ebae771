/** Makes a phone's photo small before it is sent, because people pay for each megabyte. */

/** Quality of the encoders, 0 to 1; the server encodes again. */
const QUALITY = 0.85;

function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob | null> {
  return new Promise((resolve) => {
    canvas.toBlob(resolve, type, QUALITY);
  });
}

/** WebP where the browser can write it, else JPEG, which has no transparency. */
async function encodeSmallest(canvas: HTMLCanvasElement): Promise<Blob | null> {
  const webp = await encode(canvas, 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return encode(canvas, 'image/jpeg');
}

/**
 * The picture, upright and at most `maxSide` pixels on its longest side, as WebP or JPEG. The file
 * itself if it is smaller already and its type `isTaken` by the API; null if the browser cannot read
 * it.
 */
export async function shrinkImage(
  file: File,
  maxSide: number,
  isTaken: (type: string) => boolean,
): Promise<File | null> {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    // Twelve megapixels are 48 MB of memory; a cheap phone needs it back at once.
    bitmap.close();
    const small = await encodeSmallest(canvas);
    if (!small) return null;
    const isSmall = scale === 1 && file.size <= small.size;
    if (isSmall && isTaken(file.type)) return file;
    const ending = small.type === 'image/webp' ? 'webp' : 'jpg';
    const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.${ending}`;
    return new File([small], name, { type: small.type });
  } catch {
    return null;
  }
}
