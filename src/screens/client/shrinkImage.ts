/** Makes a phone's photo small before it is sent, because people pay for each megabyte. */

/** Quality of the encoder, 0 to 1; the server encodes again. */
const QUALITY = 0.85;

/**
 * Every API takes a JPEG; some refuse WebP, which is a sixth smaller. A transparent picture gets a
 * white ground.
 */
function encode(canvas: HTMLCanvasElement, context: CanvasRenderingContext2D) {
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  });
}

/**
 * The picture, upright and at most `maxSide` pixels on its longest side, as JPEG. The file itself if it
 * is smaller already and every API takes its type; null if the browser cannot read it.
 */
export async function shrinkImage(file: File, maxSide: number): Promise<File | null> {
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
    const small = await encode(canvas, context);
    if (!small) return null;
    const isSmall = scale === 1 && file.size <= small.size;
    if (isSmall && /^image\/(?:jpeg|png)$/.test(file.type)) return file;
    const name = `${file.name.replace(/\.[^.]*$/, '') || 'picture'}.jpg`;
    return new File([small], name, { type: small.type });
  } catch {
    return null;
  }
}
