/** The one way to the API (spec §7): `call('updateJob', …)` over the axios instance. */
import { endpoints, type Endpoint, type EndpointName } from '../contract/endpoints.ts';
import { LIST_MAX_PAGES } from '../contract/limits.ts';
import type { BodyOf, Id } from '../contract/schemas.ts';
import { apiBase } from './config.ts';
import { takeEarly } from './early.ts';
import { statusOf } from './errors.ts';
import { fetchSoon } from './fetchSoon.ts';
import { noteKept } from './kept.ts';
import { getSession, signOut } from './session.ts';
import { KEPT_AT } from '../worker/protocol.ts';

export interface CallOptions<N extends EndpointName> {
  params?: Record<string, Id>;
  query?: Record<string, Id>;
  body?: BodyOf<N> | FormData;
  signal?: AbortSignal;
  /** Told of the share sent so far, 0 to 1. */
  onUpload?: (share: number) => void;
}

const loadHttp = () => import('./http.ts');
const textOf = (header: unknown) => (typeof header === 'string' ? header : null);

/**
 * Makes one call of the endpoint table and returns its answer as it came: readers make it safe.
 * Throws the AxiosError. A 401 on the caller's own data ends the session, if it is still the one
 * that made the call.
 */
export async function call<N extends EndpointName>(
  name: N,
  options: CallOptions<N> = {},
): Promise<unknown> {
  const { method, path, auth, own, multipart }: Endpoint = endpoints[name];
  const { token } = getSession();
  const { onUpload } = options;
  const url = path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String(options.params?.[key] ?? '')),
  );
  if (method === 'GET' && auth === 'none' && Object.keys(options.query ?? {}).length === 0) {
    const early = await takeEarly(apiBase() + url);
    if (early) {
      noteKept(name, options, early.headers.get(KEPT_AT));
      fetchSoon(loadHttp);
      return early.data;
    }
  }
  try {
    // axios is a fifth of the first script: what can be shown before a call does not wait for it.
    const { http } = await loadHttp();
    const answer = await http.request<unknown>({
      baseURL: apiBase(),
      method,
      url,
      params: options.query,
      data: options.body,
      signal: options.signal,
      sendToken: auth !== 'none',
      // A photo on a slow line takes minutes; its progress is shown instead.
      ...(multipart && { timeout: 0 }),
      ...(onUpload && {
        onUploadProgress: ({ progress }) => onUpload(progress ?? 0),
      }),
    });
    if (auth === 'none') noteKept(name, options, textOf(answer.headers[KEPT_AT]));
    return answer.data;
  } catch (error) {
    if (own && statusOf(error) === 401 && token !== null && getSession().token === token) {
      signOut('expired');
    }
    throw error;
  }
}

function pageOf(answer: unknown): { items: unknown[]; next: string | null } {
  if (Array.isArray(answer)) return { items: answer, next: null };
  const page = (answer ?? {}) as { results?: unknown; next?: unknown };
  return {
    items: Array.isArray(page.results) ? page.results : [],
    next: typeof page.next === 'string' ? page.next : null,
  };
}

/**
 * The items of a list, bare or paginated, over all its pages (readings, spec §3). Of a `next`
 * address only the query is taken: the token never follows it to another host.
 */
export async function callList<T>(
  name: EndpointName,
  readItem: (item: unknown) => T,
  signal?: AbortSignal,
): Promise<T[]> {
  const items: T[] = [];
  const seen = new Set<string>();
  let query: Record<string, string> = {};
  for (let pages = 0; pages < LIST_MAX_PAGES; pages += 1) {
    // One page tells where the next one is.
    // oxlint-disable-next-line no-await-in-loop
    const page = pageOf(await call(name, { query, signal }));
    for (const item of page.items) items.push(readItem(item));
    if (page.next === null || seen.has(page.next)) break;
    seen.add(page.next);
    query = Object.fromEntries(new URL(page.next, 'http://next.invalid').searchParams);
  }
  return items;
}
