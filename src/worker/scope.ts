/**
 * The part of a service worker's world that is used here. TypeScript's own types of it and those
 * of the page cannot stand in one program.
 */
export interface WorkerEvent extends Event {
  /** Keeps the worker alive until then. */
  waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends WorkerEvent {
  /** Where a request goes before the worker is awake; not in every browser. */
  addRoutes?(route: {
    condition: { requestMode: 'navigate' };
    source: 'fetch-event';
  }): Promise<void>;
}

export interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly clientId: string;
  respondWith(answer: Response | Promise<Response>): void;
}

export interface WorkerMessage extends WorkerEvent {
  readonly data: unknown;
}

interface Client {
  postMessage(message: unknown): void;
}

interface WorkerEvents {
  install: InstallEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: WorkerMessage;
}

interface WorkerScope {
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<Client | undefined> };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof WorkerEvents>(
    type: K,
    listener: (event: WorkerEvents[K]) => void,
  ): void;
}

/** The worker itself. */
export const worker = globalThis as unknown as WorkerScope;
