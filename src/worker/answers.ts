/** The public lists: from the line, or from the copy that was kept of the last answer. */
import type { EndpointName } from '../contract/endpoints.ts';
import { apiBase } from '../lib/config.ts';
import { ANSWERS, KEPT_AT, MAX_AGE_MS, type ToApp } from '../lib/offline/protocol.ts';
import { publicCall } from './rules.ts';

declare const clients: Clients;

/** How long a person waits for the line while there is a copy. */
const PATIENCE_MS = 700;
/** After how long an answer is not waited for any more, as it may have gone with an old line. */
const LOST_MS = 20_000;
const MAX_BYTES = 4_000_000;
/** Copies kept of each call; lists may have pages. */
const MAX_COPIES: Partial<Record<EndpointName, number>> = {
  listAds: 5,
  listFundis: 20,
  getFundi: 100,
};

/** Answers that came too late to be given, each good for the call that follows. */
const renewed = new Set<string>();
/** Calls whose copy was given while their answer is still on its way. */
const late = new Set<string>();

const nameOf = (address: string) => publicCall(address, apiBase());

/** Whether a request is one of the public calls, made as nobody. */
export function isPublic({ method, url, headers }: Request): boolean {
  return method === 'GET' && !headers.has('authorization') && nameOf(url) !== null;
}

async function find(address: string): Promise<Response | undefined> {
  const copy = await (await caches.open(ANSWERS)).match(address);
  const keptAt = Number(copy?.headers.get(KEPT_AT));
  return Date.now() - keptAt < MAX_AGE_MS ? copy : undefined;
}

async function dropOldest(cache: Cache, name: EndpointName) {
  // In the order in which they were put.
  const kept = (await cache.keys()).filter(({ url }) => nameOf(url) === name);
  const excess = kept.slice(0, Math.max(0, kept.length - (MAX_COPIES[name] ?? 0)));
  await Promise.all(excess.map((request) => cache.delete(request)));
}

async function keep(address: string, answer: Response): Promise<void> {
  const name = nameOf(address);
  if (name === null || /private|no-store/.test(answer.headers.get('cache-control') ?? '')) return;
  const body = await answer.blob();
  if (body.size > MAX_BYTES) return;
  const headers = {
    'content-type': answer.headers.get('content-type') ?? 'application/json',
    [KEPT_AT]: String(Date.now()),
    'access-control-expose-headers': KEPT_AT,
  };
  const cache = await caches.open(ANSWERS);
  await cache.delete(address);
  await cache.put(address, new Response(body, { headers }));
  await dropOldest(cache, name);
}

const isList = ({ status, headers }: Response) =>
  status === 200 && headers.get('content-type')?.includes('json') === true;
/** The API says that this is not public, or not there any more. */
const isGone = ({ status }: Response) => [401, 403, 404, 410].includes(status);

/** Asks the API; what it says is kept, what it no longer says is forgotten. */
async function ask(request: Request): Promise<{ answer: Response; kept: Promise<unknown> }> {
  const answer = await fetch(request);
  let kept: Promise<unknown> = Promise.resolve();
  if (isList(answer)) kept = keep(request.url, answer.clone());
  else if (isGone(answer)) kept = (await caches.open(ANSWERS)).delete(request.url);
  // A full disk only costs the copy.
  return { answer, kept: kept.catch(() => undefined) };
}

async function tellWhenKept(event: FetchEvent, asked: ReturnType<typeof ask>) {
  const { answer, kept } = await asked;
  await kept;
  if (!isList(answer) && !isGone(answer)) return;
  renewed.add(event.request.url);
  const client = await clients.get(event.clientId);
  // A client of the worker has its origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  client?.postMessage({ kind: 'renewed' } satisfies ToApp);
}

async function tellLate(event: FetchEvent, asked: ReturnType<typeof ask>) {
  const { url } = event.request;
  late.add(url);
  await Promise.race([tellWhenKept(event, asked).catch(() => undefined), after(LOST_MS)]);
  late.delete(url);
}

function withoutAge(copy: Response): Response {
  const headers = new Headers(copy.headers);
  headers.delete(KEPT_AT);
  return new Response(copy.body, { headers });
}

const after = (ms: number) =>
  new Promise<'late'>((resolve) => {
    setTimeout(resolve, ms, 'late');
  });

/**
 * The line's answer; where there is a copy, that copy after `PATIENCE_MS` or a failure. The app is
 * told when the answer comes after all.
 */
export async function answerPublic(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await find(request.url);
  if (copy && renewed.delete(request.url)) return withoutAge(copy);
  // A slow line is not asked twice; the app is told of the answer that is on its way.
  if (copy && late.has(request.url)) return copy;

  const asked = ask(request);
  event.waitUntil(asked.then(({ kept }) => kept).catch(() => undefined));
  if (!copy) return (await asked).answer;
  const first = await Promise.race([asked.catch(() => null), after(PATIENCE_MS)]);
  if (first === 'late') event.waitUntil(tellLate(event, asked));
  else if (first && (isList(first.answer) || isGone(first.answer))) return first.answer;
  return copy;
}

/** Keeps the answer to a public call that was made before the worker was there. */
export async function keepAnswer(address: string): Promise<void> {
  if (nameOf(address) === null) return;
  // As the app asks, so that the browser's own cache need only be confirmed.
  const { kept } = await ask(new Request(address, { credentials: 'include' }));
  await kept;
}

/** What is kept of the public ads, page by page. */
export async function keptAds(): Promise<unknown[]> {
  const cache = await caches.open(ANSWERS);
  const requests = (await cache.keys()).filter(({ url }) => nameOf(url) === 'listAds');
  const copies = await Promise.all(requests.map((request) => cache.match(request)));
  return await Promise.all(copies.map((copy): unknown => copy?.json()));
}
