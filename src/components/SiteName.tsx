import { site } from '../lib/config.ts';

/** The name of the product within a text. A browser does not translate it. */
export const SiteName = () => <span translate="no">{site.name}</span>;
