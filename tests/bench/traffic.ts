/** What comes over the line, by type and time. */
import type { CDPSession } from '@playwright/test';
import { sum } from './stats.ts';

export const kinds = ['document', 'script', 'style', 'image', 'API', 'other'] as const;
export type Kind = (typeof kinds)[number];
/** Bytes by type as they came over the line: compressed, with their headers. */
export type Bytes = Record<Kind, number>;

interface Loaded {
  url: string;
  kind: Kind;
  /** Parts in the order in which they came; `at` in seconds of the browser's own clock. */
  parts: { at: number; bytes: number }[];
  headers: number;
  /** In all, known at the end. */
  total: number | null;
  isFromWorker: boolean;
  isDone: boolean;
}

function kindOf(address: string, type: string): Kind {
  const { pathname } = new URL(address);
  if (pathname.startsWith('/api/')) return 'API';
  if (type === 'Document') return 'document';
  if (pathname.endsWith('.js')) return 'script';
  if (pathname.endsWith('.css')) return 'style';
  return /\.(svg|png|webp|jpe?g)$/.test(pathname) ? 'image' : 'other';
}

const none = (): Bytes =>
  Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;

/** All bytes of one page. */
export const all = (bytes: Bytes) => sum(Object.values(bytes));

/** Notes the traffic of a page, not that of its service worker. */
export class Traffic {
  readonly #loaded = new Map<string, Loaded>();
  #clock: { wall: number; own: number } | null = null;
  #lastAt = Date.now();

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp, wallTime }) => {
      this.#lastAt = Date.now();
      if (!request.url.startsWith('http')) return;
      if (type === 'Document') this.#clock = { wall: wallTime, own: timestamp };
      this.#loaded.set(requestId, {
        url: request.url,
        kind: kindOf(request.url, type ?? ''),
        parts: [],
        headers: 0,
        total: null,
        isFromWorker: false,
        isDone: false,
      });
    });
    session.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
      const loaded = this.#loaded.get(requestId);
      if (!loaded) return;
      loaded.isFromWorker = response.fromServiceWorker === true;
      loaded.headers = response.encodedDataLength;
      loaded.parts.push({ at: timestamp, bytes: response.encodedDataLength });
    });
    session.on('Network.dataReceived', ({ requestId, encodedDataLength, timestamp }) => {
      this.#loaded.get(requestId)?.parts.push({ at: timestamp, bytes: encodedDataLength });
    });
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      const loaded = this.#loaded.get(requestId);
      if (!loaded) return;
      loaded.total = encodedDataLength;
      const known = loaded.parts.reduce((total, { bytes }) => total + bytes, 0);
      loaded.parts.push({ at: timestamp, bytes: encodedDataLength - known });
      this.#end(loaded);
    });
    session.on('Network.loadingFailed', ({ requestId }) => {
      const loaded = this.#loaded.get(requestId);
      if (loaded) this.#end(loaded);
    });
  }

  #end(loaded: Loaded) {
    loaded.isDone = true;
    this.#lastAt = Date.now();
  }

  /** Forgets everything so far: another page follows. */
  reset(): void {
    this.#loaded.clear();
    this.#clock = null;
    this.#lastAt = Date.now();
  }

  /** For how many ms nothing has been asked for and nothing is on its way. */
  quietFor(): number {
    const isBusy = [...this.#loaded.values()].some(({ isDone }) => !isDone);
    return isBusy ? 0 : Date.now() - this.#lastAt;
  }

  /** What had come until `at`, in ms since 1970; from the line, not from the worker's copies. */
  until(at: number): { bytes: Bytes; scriptBody: number } {
    const bytes = none();
    let scriptBody = 0;
    const clock = this.#clock;
    const end = clock ? clock.own + (at / 1000 - clock.wall) : 0;
    for (const { kind, parts, headers, isFromWorker } of this.#loaded.values()) {
      if (isFromWorker) continue;
      const came = parts.filter((part) => part.at <= end);
      const size = came.reduce((total, part) => total + part.bytes, 0);
      bytes[kind] += size;
      if (kind === 'script') scriptBody += Math.max(0, size - headers);
    }
    return { bytes, scriptBody };
  }

  /** Addresses that were fetched over the line. */
  addresses(): string[] {
    return [...this.#loaded.values()]
      .filter(({ isFromWorker, total }) => !isFromWorker && total !== 0)
      .map(({ url }) => new URL(url).pathname);
  }
}
