import { isThrifty } from './connection.ts';

/** Fetches a script before it is needed, when the browser is idle; not on a thrifty connection. */
export function fetchSoon(load: () => Promise<unknown>) {
  if (isThrifty()) return;
  const start = () => void load().catch(() => undefined);
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5000 });
  else setTimeout(start, 2000);
}
