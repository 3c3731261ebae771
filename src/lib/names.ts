/** The texts for missing names (readings, spec §3). */
import type { Fundi, Job } from '../contract/schemas.ts';

/** A fundi's name to show. */
export function fundiName({ name }: Pick<Fundi, 'name'>): string {
  return name || 'Name not given';
}

/** A job's title to show. */
export function jobTitle({ title }: Pick<Job, 'title'>): string {
  return title || 'Untitled job';
}
