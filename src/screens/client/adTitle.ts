import type { Ad } from '../../contract/schemas.ts';

/** The ad's title, or the fallback when it is missing (readings, spec §3). */
export function adTitle({ title }: Pick<Ad, 'title'>): string {
  return title || 'Untitled ad';
}
