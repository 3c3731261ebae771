/** Caches the images of public ads. Others, such as that of an unpaid ad, are never cached. */
import { apiBase } from '../lib/config.ts';
import { cachedAds } from './answers.ts';
import { imagesOf } from './rules.ts';

const CACHE = 'public-images';
const MAX_IMAGES = 30;
const MAX_BYTES = 1_000_000;

async function publicImages(): Promise<Set<string>> {
  const pages = await cachedAds();
  return new Set(pages.flatMap((page) => imagesOf(page, apiBase())));
}

async function fetchReadable(request: Request): Promise<Response> {
  if (new URL(request.url).origin === globalThis.location.origin) return await fetch(request);
  try {
    return await fetch(request.url, { mode: 'cors', credentials: 'omit' });
  } catch {
    return await fetch(request);
  }
}

async function storeImage(address: string, image: Response): Promise<void> {
  const type = image.headers.get('content-type') ?? '';
  if (image.status !== 200 || !type.startsWith('image/')) return;
  const body = await image.blob();
  if (body.size > MAX_BYTES) return;
  const cache = await caches.open(CACHE);
  await cache.put(address, new Response(body, { headers: { 'content-type': type } }));
  const names = await publicImages();
  const stored = await cache.keys();
  const excess = stored.length - MAX_IMAGES;
  const old = stored.filter(({ url }, index) => !names.has(url) || index < excess);
  await Promise.all(old.map((request) => cache.delete(request)));
}

/** Answers with the copy of a public ad's image; other images come from the network only. */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const copy = await (await caches.open(CACHE)).match(request.url);
  if (copy) return copy;
  if (!(await publicImages()).has(request.url)) return await fetch(request);
  const image = await fetchReadable(request);
  if (image.ok) event.waitUntil(storeImage(request.url, image.clone()).catch(() => undefined));
  return image;
}
