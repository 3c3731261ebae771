/** Fetching ahead what is likely to be wanted next, and when not to. */

const connection = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean; effectiveType?: string } })
    .connection;

/** Whether the person asked the browser to save data. */
export function savesData(): boolean {
  return connection()?.saveData === true;
}

/** Whether nothing should be fetched that was not asked for: to save data, or on a very slow line. */
export function isThrifty(): boolean {
  return savesData() || (connection()?.effectiveType ?? '').endsWith('2g');
}

/** Fetches a script ahead of need once the browser has nothing better to do. */
export function fetchSoon(load: () => Promise<unknown>) {
  if (isThrifty()) return;
  const start = () => void load().catch(() => undefined);
  // Safari has no idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: 5000 });
  else setTimeout(start, 2000);
}
