/** Tells an API that counts it what was searched and found nobody; no other API sees the call. */
import { endpoints } from '../../contract/endpoints.ts';
import { countedPhrase } from '../../contract/missedSearch.ts';
import { apiBase } from '../config.ts';

let isCounted = false;
const reported = new Set<string>();

/** Notes what the answer to `listFundis` says of it: the value of its header `COUNTS_MISSED`. */
export function noteCounting(header: unknown): void {
  isCounted = header === '1';
}

/**
 * Reports a settled search that found nobody, each phrase once until the page is loaded again. It
 * carries no token, cookie or address of the page. Nobody waits for the answer or sees a failure.
 */
export function reportMissedSearch(typed: string): void {
  const phrase = isCounted ? countedPhrase(typed) : null;
  if (phrase === null || reported.has(phrase)) return;
  reported.add(phrase);
  const { method, path } = endpoints.reportMissedSearch;
  // Not by axios, which sends cookies, nor by `sendBeacon`, which does too.
  fetch(apiBase() + path, {
    method,
    body: JSON.stringify({ phrase }),
    headers: { 'Content-Type': 'application/json' },
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
