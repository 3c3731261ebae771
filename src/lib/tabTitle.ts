import { site } from './config.ts';

/** The title of the browser's tab on a screen with this heading. */
export const tabTitle = (heading: string) => `${heading} · ${site.name}`;
