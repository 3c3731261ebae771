/** The pictures that an ad may have. */

/** What the owner of an iPhone reads whose photo could not be turned into a JPEG. */
export const HEIC_REFUSED = 'This phone photo (HEIC) cannot be used here. Choose a JPG or PNG.';

/** Some APIs refuse the longer names that phones and apps give to pictures. */
const NAME_MAX_CHARS = 60;

/** The name under which a picture is sent: cut before its ending when it is long. */
export function pictureName(name: string): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  const characters = Array.from(name.slice(0, name.length - ending.length));
  return characters.slice(0, NAME_MAX_CHARS - ending.length).join('') + ending;
}
