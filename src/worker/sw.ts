/**
 * The service worker: without a network the app opens and shows the public lists. It never handles a
 * call that carries a token. A new version waits until the person asks for it.
 */
import { answerPublic, isPublic } from './answers.ts';
import type { ToWorker } from '../lib/offline/shared.ts';
import { isScreen } from './rules.ts';
import {
  dropOldVersions,
  fileFor,
  install,
  isShellFile,
  pageFor,
  routes,
  type Route,
} from './shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** `addRoutes` is not in every browser, nor in TypeScript's types. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(routes: Route[]): Promise<void>;
}

self.addEventListener('install', (event: InstallEvent) => {
  event.waitUntil(install());
  const added = event.addRoutes?.(routes);
  if (added) event.waitUntil(added.catch(() => undefined));
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
  }
});

self.addEventListener('message', (event) => {
  const { kind } = event.data as ToWorker;
  if (kind === 'take-over') event.waitUntil(self.skipWaiting());
});
