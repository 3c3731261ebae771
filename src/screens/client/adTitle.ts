import type { Ad } from '../../contract/schemas.ts';

/** The ad's title, or what stands for one that is missing (readings, spec §3). */
export function adTitle({ title }: Pick<Ad, 'title'>): string {
  return title || 'Untitled ad';
}
