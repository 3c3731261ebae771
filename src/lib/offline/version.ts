/** The service worker's registration, and the change to a new version of the app. */
import type { ToWorker } from './protocol.ts';
import { takeUncached } from './uncached.ts';

const WORKER = '/sw.js';
/** How long a new version may take to come and to take over, in ms. */
const PATIENCE_MS = 10_000;
const CHECK_EVERY_MS = 60 * 60 * 1000;

/** Undefined on plain http beyond this machine and in old browsers. */
function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

function send(worker: ServiceWorker | null | undefined, message: ToWorker) {
  // A worker has no other origin than the page's.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  worker?.postMessage(message);
}

/** Waits for the event that `isDone` is about, but not for ever. */
async function until(target: EventTarget, event: string, isDone: () => boolean): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (isDone()) resolve();
    };
    target.addEventListener(event, look);
    setTimeout(resolve, PATIENCE_MS);
    look();
  });
}

/**
 * Registers the worker and looks for new versions: now, and when the person comes back to the page.
 * `onReady` is called when one waits. Returns the way to stop looking.
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
    send(active, { kind: 'keep', addresses: [...new Set([...resources, ...takeUncached()])] });
  }

  // Without a worker (a private window, a full disk) the app works as any page does.
  if (sw) watch(sw).catch(() => undefined);
  return () => stop.abort();
}

async function takeOver(sw: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  if (!registration.waiting) await registration.update();
  const found = registration.installing;
  if (found) await until(found, 'statechange', () => found.state !== 'installing');
  const { waiting } = registration;
  if (!waiting) return;
  const old = sw.controller;
  send(waiting, { kind: 'take-over' });
  await until(sw, 'controllerchange', () => sw.controller !== old);
}

/** Lets the newest version take over, if there is one, and loads the page anew. */
export async function loadNewVersion(): Promise<void> {
  const sw = container();
  const registration = await sw?.getRegistration().catch(() => undefined);
  // No line, no update: the page still loads.
  if (sw && registration) await takeOver(sw, registration).catch(() => undefined);
  window.location.reload();
}
