/** Registers the service worker and changes to a new version of the app. */
import type { ToWorker } from './protocol.ts';
import { takeUncached } from './uncached.ts';

const WORKER = '/sw.js';
/** How long to wait for the answer whether there is a new version, and until it takes over, in ms. */
const WAIT_MS = 10_000;
/** How long to wait for a new version to install, in ms: on a slow network its files take long. */
const INSTALL_MS = 60_000;
const CHECK_EVERY_MS = 60 * 60 * 1000;

/** Undefined on plain http (except on localhost) and in old browsers. */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

function send(worker: ServiceWorker | null | undefined, message: ToWorker) {
  // A worker has no other origin than the page's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker?.postMessage(message);
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
 * Calls `onReady` when a new version waits. Returns a function that stops it.
 */
export function watchVersions(onReady: () => void): () => void {
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
        if (Date.now() - checkedAt < CHECK_EVERY_MS) return;
        checkedAt = Date.now();
        registration.update().catch(() => undefined);
      },
      { signal: stop.signal },
    );
    if (!isFirst) return;
    const { active } = await sw.ready;
    const resources = performance.getEntriesByType('resource').map(({ name }) => name);
    send(active, { kind: 'cache', addresses: [...new Set([...resources, ...takeUncached()])] });
  }

  // Without a worker (a private window, a full disk) the app works as any page does.
  if (sw) watch(sw).catch(() => undefined);
  return () => stop.abort();
}

async function takeOver(sw: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  if (!registration.waiting) {
    const late = new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    await Promise.race([registration.update(), late]);
  }
  const found = registration.installing;
  if (found) await until(found, 'statechange', () => found.state !== 'installing', INSTALL_MS);
  const { waiting } = registration;
  if (!waiting) return;
  const old = sw.controller;
  send(waiting, { kind: 'take-over' });
  await until(sw, 'controllerchange', () => sw.controller !== old, WAIT_MS);
}

/** Lets the newest version take over, if there is one, and reloads the page. */
export async function loadNewVersion(): Promise<void> {
  const sw = container();
  const registration = await sw?.getRegistration().catch(() => undefined);
  // Without a network there is no update: the page is reloaded all the same.
  if (sw && registration) await takeOver(sw, registration).catch(() => undefined);
  window.location.reload();
}
