/** Makes a phone's photo small before it is sent, because people pay for each megabyte. */

/** Quality of the encoder, 0 to 1; the server encodes again. */
const QUALITY = 0.85;

/**
 * The picture at most `maxSide` pixels long, as JPEG: every API takes one, and some refuse WebP, which
 * is a sixth smaller. A transparent picture is on white. Null where the browser cannot encode it.
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
 * The picture, upright and at most `maxSide` pixels on its longest side, as JPEG. The file itself when it
 * is a JPEG that is smaller, or where the browser cannot encode. Null when it is no picture that the
 * browser can show.
 */
export async function shrinkImage(file: File, maxSide: number): Promise<File | null> {
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
