/** What stands for a name that is missing (readings, spec §3). */
import type { Fundi, Job } from '../contract/schemas.ts';

/** A fundi's name as it is shown. */
export function fundiName({ name }: Pick<Fundi, 'name'>): string {
  return name || 'Name not given';
}

/** A job's title as it is shown. */
export function jobTitle({ title }: Pick<Job, 'title'>): string {
  return title || 'Untitled job';
}
