import { site } from '../lib/config.ts';

/** What a page says to those who run no script. */
export const NEEDS_SCRIPT = `${site.name} needs JavaScript. Please switch it on and load this page again.`;
