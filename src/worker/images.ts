/** The images of the public ads. All others, such as those of an unpaid ad, are never kept. */
import { apiBase } from '../lib/config.ts';
import { keptAds } from './answers.ts';
import { imagesOf } from './rules.ts';

const CACHE = 'public-images';
const MAX_IMAGES = 30;
const MAX_BYTES = 1_000_000;

async function listed(): Promise<Set<string>> {
  const pages = await keptAds();
  return new Set(pages.flatMap((page) => imagesOf(page, apiBase())));
}

/** Fetches an image so that it can be looked at, which another host may not allow. */
async function fetchReadable(request: Request): Promise<Response> {
  if (new URL(request.url).origin === globalThis.location.origin) return await fetch(request);
  try {
    return await fetch(request.url, { mode: 'cors', credentials: 'omit' });
  } catch {
    return await fetch(request);
  }
}

async function keep(address: string, image: Response): Promise<void> {
  const type = image.headers.get('content-type') ?? '';
  if (image.status !== 200 || !type.startsWith('image/')) return;
  const body = await image.blob();
  if (body.size > MAX_BYTES) return;
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(body, { headers: { 'content-type': type } }));
  const names = await listed();
  const kept = await cache.keys();
  const excess = kept.length - MAX_IMAGES;
  const old = kept.filter(({ url }, index) => !names.has(url) || index < excess);
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** An image of the public ads from its copy, any other one from the line alone. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await (await caches.open(CACHE)).match(request.url);
  if (copy) return copy;
  if (!(await listed()).has(request.url)) return await fetch(request);
  const image = await fetchReadable(request);
  if (image.ok) event.waitUntil(keep(request.url, image.clone()).catch(() => undefined));
  return image;
}

/** Keeps an image of the public ads that was fetched before the worker was there. */
export async function keepImage(address: string): Promise<void> {
  if (!(await listed()).has(address)) return;
  await keep(address, await fetchReadable(new Request(address, { mode: 'no-cors' })));
}
