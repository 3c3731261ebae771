/** The pictures that an ad may have. */

/** The types that the app sends and the reference API takes. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Whether a file of this type may be sent. */
export function isPictureType(type: string): boolean {
  return PICTURE_TYPES.some((taken) => taken === type);
}

/** What the owner of an iPhone reads whose photo could not be turned into a JPEG. */
export const HEIC_REFUSED = 'This phone photo (HEIC) cannot be used here. Choose a JPG or PNG.';
