import { getSession } from '../lib/session/session.ts';

/** Tells sessions apart on the device without keeping a second copy of the token (FNV-1a). */
export function ownerMark(): string {
  let hash = 0x811c9dc5;
  for (const character of getSession().token ?? '') {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
