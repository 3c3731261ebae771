/** What may be cached: the public calls of the endpoint table, and nothing else of the API. */
import { endpointRows, type Endpoint } from '../contract/endpoints.ts';
import { paths } from '../paths.ts';

const asPattern = (path: string) => new RegExp(`^${path.replace(/\{\w+\}|:\w+/g, '[^/]+')}$`);

const reads = endpointRows.filter(([, { method }]) => method === 'GET');
const isOpen = ({ auth }: Endpoint) => auth === 'none';
const openReads = reads
  .filter(([, row]) => isOpen(row))
  .map(([name, { path }]) => ({ name, pattern: asPattern(path) }));
const closedReads = reads.filter(([, row]) => !isOpen(row)).map(([, { path }]) => asPattern(path));

/** The name of the public call at an address below `base` (no slash at its end), or null. */
export function publicCall(address: string, base: string) {
  const { origin, pathname } = new URL(address);
  const place = origin + pathname;
  if (!place.startsWith(`${base}/`)) return null;
  const path = place.slice(base.length);
  // `/accounts/fundis/me/` is not a fundi with the id `me`.
  if (closedReads.some((pattern) => pattern.test(path))) return null;
  return openReads.find(({ pattern }) => pattern.test(path))?.name ?? null;
}

const screens = Object.values(paths).map(asPattern);

/** Whether an address of this site is one of the app's screens. */
export function isScreen(pathname: string): boolean {
  return screens.some((pattern) => pattern.test(pathname.replace(/(.)\/$/, '$1')));
}
