/** What every script of the app calls the API with: the address and the headers (spec §7). */
import type { Id } from '../../contract/schemas.ts';
import { apiBase } from '../config.ts';

/** The address of a call; `{id}` in its path is the `id` of `params`. */
export const addressOf = (path: string, params: Record<string, Id> = {}): string =>
  apiBase() + path.replace(/\{(\w+)\}/g, (_, key) => encodeURIComponent(String(params[key] ?? '')));

/** The headers of a call; `token` is null for one without a session. */
export const headersOf = (token: string | null): Record<string, string> => ({
  Accept: 'application/json, text/plain, */*',
  ...(token !== null && { Authorization: `Token ${token}` }),
});
