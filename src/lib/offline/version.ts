/** Registers the service worker and changes to a new version of the app. */
import { after, INSTALL_MS, TAKE_OVER_MS, VERSION_MS } from '../waits.ts';
import type { ToWorker } from './shared.ts';

const WORKER = '/sw.js';

/** Undefined on plain http (except on localhost) and in old browsers. */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

/** Waits until `isDone` is true at such an event, but no longer than `ms`. */
async function until(
  target: EventTarget,
  event: string,
  isDone: () => boolean,
  ms: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isDone()) resolve();
    };
    target.addEventListener(event, look);
    setTimeout(resolve, ms);
    look();
  });
}

/**
 * Registers the worker and looks for new versions: now, and when the person returns to the page.
 * Calls `onReady` when a new version waits, and `onFirst` when the page has got its first worker: what was
 * fetched before has no copy. Returns a function that stops it.
 */
export function watchVersions(onReady: () => void, onFirst: () => void): () => void {
  const sw = container();
  const stop = new AbortController();
  let checkedAt = Date.now();

  async function watch(sw: ServiceWorkerContainer) {
    const isFirst = sw.controller === null;
    const registration = await sw.register(WORKER);
    if (registration.waiting && sw.controller) onReady();
    registration.addEventListener('updatefound', () => {
      const found = registration.installing;
      found?.addEventListener('statechange', () => {
        if (found.state === 'installed' && sw.controller) onReady();
      });
    });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') return;
        if (Date.now() - checkedAt < VERSION_MS) return;
        checkedAt = Date.now();
        registration.update().catch(() => undefined);
      },
      { signal: stop.signal },
    );
    if (!isFirst) return;
    await sw.ready;
    await until(sw, 'controllerchange', () => sw.controller !== null, TAKE_OVER_MS);
    onFirst();
  }

  // Without a worker (a private window, a full disk) the app works as any page does.
  if (sw) watch(sw).catch(() => undefined);
  return () => stop.abort();
}

async function takeOver(sw: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  if (!registration.waiting) {
    await Promise.race([registration.update(), after(TAKE_OVER_MS)]);
  }
  const found = registration.installing;
  if (found) await until(found, 'statechange', () => found.state !== 'installing', INSTALL_MS);
  const { waiting } = registration;
  if (!waiting) return;
  const old = sw.controller;
  // A worker has no other origin than the page's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  waiting.postMessage({ kind: 'take-over' } satisfies ToWorker);
  await until(sw, 'controllerchange', () => sw.controller !== old, TAKE_OVER_MS);
}

/** Lets the newest version take over, if there is one, and reloads the page. */
export async function loadNewVersion(): Promise<void> {
  const sw = container();
  const registration = await sw?.getRegistration().catch(() => undefined);
  // Without a network there is no update: the page is reloaded all the same.
  if (sw && registration) await takeOver(sw, registration).catch(() => undefined);
  window.location.reload();
}
