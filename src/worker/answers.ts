/** Answers the public calls: from the network, or with the cached copy of the last answer. */
import type { EndpointName } from '../contract/endpoints.ts';
import { apiBase } from '../lib/config.ts';
import { ANSWER_CACHE, CACHED_AT, MAX_AGE_MS, type ToApp } from '../lib/offline/shared.ts';
import { after, COPY_AFTER_MS, READ_MS } from '../lib/waits.ts';
import { publicCall } from './rules.ts';

declare const clients: Clients;

const MAX_BYTES = 4_000_000;
/** How many copies of each call are cached; lists may have pages. */
const MAX_COPIES: Partial<Record<EndpointName, number>> = {
  listAds: 5,
  listFundis: 20,
  getFundi: 100,
};

/** Addresses whose answer came after its copy was used: the next call gets that answer. */
const refreshed = new Set<string>();
/** Addresses whose copy was used while the answer is still on its way. */
const late = new Set<string>();

const callNameOf = (address: string) => publicCall(address, apiBase());

/** Whether a request is one of the public calls and carries no token. */
export function isPublic({ method, url, headers }: Request): boolean {
  return method === 'GET' && !headers.has('authorization') && callNameOf(url) !== null;
}

async function findCopy(address: string): Promise<Response | undefined> {
  const copy = await (await caches.open(ANSWER_CACHE)).match(address);
  const cachedAt = Number(copy?.headers.get(CACHED_AT));
  return Date.now() - cachedAt < MAX_AGE_MS ? copy : undefined;
}

async function dropOldest(cache: Cache, name: EndpointName) {
  // A cache lists its entries in the order in which they were stored.
  const stored = (await cache.keys()).filter(({ url }) => callNameOf(url) === name);
  const excess = stored.slice(0, Math.max(0, stored.length - (MAX_COPIES[name] ?? 0)));
  await Promise.all(excess.map((request) => cache.delete(request)));
}

async function storeCopy(address: string, answer: Response): Promise<void> {
  const name = callNameOf(address);
  if (name === null || /private|no-store/.test(answer.headers.get('cache-control') ?? '')) return;
  const body = await answer.blob();
  if (body.size > MAX_BYTES) return;
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    [CACHED_AT]: String(Date.now()),
    'access-control-expose-headers': CACHED_AT,
  };
  const cache = await caches.open(ANSWER_CACHE);
  await cache.delete(address);
  await cache.put(address, new Response(body, { headers }));
  await dropOldest(cache, name);
}

const isCacheable = ({ status, headers }: Response) =>
  status === 200 && headers.get('content-type')?.includes('json') === true;
/** The API says that this is not public or has been deleted. */
const isGone = ({ status }: Response) => [401, 403, 404, 410].includes(status);
/** The API has failed: of one fundi the app says so (spec §8), and a list that is old is better than none. */
const isFailure = ({ status }: Response, address: string) =>
  status >= 500 && callNameOf(address) === 'getFundi';

async function askApi(request: Request): Promise<{ answer: Response; stored: Promise<unknown> }> {
  const answer = await fetch(request);
  let stored: Promise<unknown> = Promise.resolve();
  if (isCacheable(answer)) stored = storeCopy(request.url, answer.clone());
  else if (isGone(answer)) stored = (await caches.open(ANSWER_CACHE)).delete(request.url);
  // On a full disk there is no copy, but the answer is good.
  return { answer, stored: stored.catch(() => undefined) };
}

async function notifyWhenStored(event: FetchEvent, asked: ReturnType<typeof askApi>) {
  const { answer, stored } = await asked;
  await stored;
  if (!isCacheable(answer) && !isGone(answer)) return;
  refreshed.add(event.request.url);
  const client = await clients.get(event.clientId);
  // A client has the worker's own origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  client?.postMessage({ kind: 'refreshed' } satisfies ToApp);
}

async function followLateAnswer(event: FetchEvent, asked: ReturnType<typeof askApi>) {
  const { url } = event.request;
  late.add(url);
  await Promise.race([notifyWhenStored(event, asked).catch(() => undefined), after(READ_MS)]);
  late.delete(url);
}

function withoutAge(copy: Response): Response {
  const headers = new Headers(copy.headers);
  headers.delete(CACHED_AT);
  return new Response(copy.body, { headers });
}

/**
 * Answers with the network's answer. When there is a copy, it answers with that after `COPY_AFTER_MS` or a
 * failure of the network, and sends the app a message when the answer comes later.
 */
export async function answerPublic(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await findCopy(request.url);
  if (copy && refreshed.delete(request.url)) return withoutAge(copy);
  // The answer is already on its way, and the app will get a message.
  if (copy && late.has(request.url)) return copy;

  const asked = askApi(request);
  event.waitUntil(asked.then(({ stored }) => stored).catch(() => undefined));
  if (!copy) return (await asked).answer;
  const first = await Promise.race([asked.catch(() => null), after(COPY_AFTER_MS)]);
  if (first === undefined) event.waitUntil(followLateAnswer(event, asked));
  else if (first) {
    const { answer } = first;
    if (isCacheable(answer) || isGone(answer) || isFailure(answer, request.url)) return answer;
  }
  return copy;
}
