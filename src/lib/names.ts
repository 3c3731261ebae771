/** The texts for missing names (readings, spec §3). */
import type { Fundi, Job } from '../contract/schemas.ts';

export const fundiName = ({ name }: Pick<Fundi, 'name'>): string => name || 'Name not given';

export const jobTitle = ({ title }: Pick<Job, 'title'>): string => title || 'Untitled job';
