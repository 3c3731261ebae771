/**
 * The service worker: the app opens without a line, and the public lists stay readable. It never
 * sees to a call that carries a token, and a new version waits until the person asks for it.
 */
import { answerPublic, isPublic, keepAnswer } from './answers.ts';
import { answerImage, keepImage } from './images.ts';
import type { ToWorker } from '../lib/offline/protocol.ts';
import { isScreen } from './rules.ts';
import { dropOldVersions, fileFor, install, isShellFile, keepFile, pageFor } from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** `addRoutes` is not in every browser, nor in TypeScript's types. */
interface InstallEvent extends ExtendableEvent {
  /** Says where a request goes while the worker starts. */
  addRoutes?(route: {
    condition: { requestMode: 'navigate' };
    source: 'fetch-event';
  }): Promise<void>;
}

self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(install());
  // Otherwise Chromium also asks the line for the page while the worker wakes up.
  const ask = event.addRoutes?.({
    condition: { requestMode: 'navigate' },
    source: 'fetch-event',
  });
  if (ask) event.waitUntil(ask.catch(() => undefined));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldVersions().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || request.headers.has('authorization')) return;
  const { origin, pathname } = new URL(request.url);
  const isOwn = origin === globalThis.location.origin;
  if (request.mode === 'navigate') {
    if (isOwn) event.respondWith(pageFor(request, isScreen(pathname)));
  } else if (isPublic(request)) {
    event.respondWith(answerPublic(event));
  } else if (isOwn && isShellFile(pathname)) {
    event.respondWith(fileFor(request));
  } else if (request.destination === 'image') {
    event.respondWith(answerImage(event));
  }
});

async function keepAll(addresses: string[]) {
  await Promise.allSettled(
    addresses.flatMap((address) => [keepFile(address), keepAnswer(address)]),
  );
  // Which images are public is known from the answers.
  await Promise.allSettled(addresses.map(keepImage));
}

self.addEventListener('message', (event) => {
  const message = event.data as ToWorker;
  if (message.kind === 'take-over') event.waitUntil(self.skipWaiting());
  else event.waitUntil(keepAll(message.addresses));
});
