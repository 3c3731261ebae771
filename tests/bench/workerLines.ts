/** Gives service workers the line of their phone: what they fetch is not the page's traffic. */
import type { Browser, CDPSession } from '@playwright/test';
import { noLimit, type Line } from './lines.ts';

/** What Playwright's types leave out: the messages to a target attached the old way. */
interface RawSession {
  on(event: string, listener: (params: never) => void): unknown;
  send(method: string, params: object): Promise<unknown>;
}

interface Message {
  sessionId: string;
  message: string;
}

interface Target {
  targetId: string;
  type: string;
  browserContextId?: string;
}

/** All workers of a browser. */
export class WorkerLines {
  readonly #session: RawSession;
  readonly #lines = new Map<string, Line>();
  readonly #workers = new Map<string, string>();
  #messages = 0;

  private constructor(session: RawSession) {
    this.#session = session;
  }

  static async watch(browser: Browser): Promise<WorkerLines> {
    const session = (await browser.newBrowserCDPSession()) as unknown as RawSession;
    const watched = new WorkerLines(session);
    session.on('Target.targetCreated', ({ targetInfo }: { targetInfo: Target }) => {
      if (targetInfo.type === 'service_worker') void watched.#attach(targetInfo);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }: { sessionId: string }) => {
      watched.#workers.delete(sessionId);
    });
    // What is set before the script of a worker is there is lost, and so it is when it starts anew.
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }: Message) => {
      if (message.includes('"Inspector.')) void watched.#limit(sessionId);
    });
    await session.send('Target.setDiscoverTargets', { discover: true });
    return watched;
  }

  /** Sets the line of all workers, present and future, of the context that `page` belongs to. */
  async set(page: CDPSession, line: Line): Promise<void> {
    const { targetInfo } = await page.send('Target.getTargetInfo');
    const context = targetInfo.browserContextId ?? '';
    this.#lines.set(context, line);
    const own = [...this.#workers].filter(([, workerContext]) => workerContext === context);
    await Promise.all(own.map(([sessionId]) => this.#limit(sessionId)));
  }

  async #attach({ targetId, browserContextId = '' }: Target): Promise<void> {
    // Browsers know workers only in this older way, in which messages are wrapped.
    const attached = this.#session.send('Target.attachToTarget', { targetId, flatten: false });
    const { sessionId } = ((await attached.catch(() => null)) ?? {}) as { sessionId?: string };
    if (sessionId === undefined) return;
    this.#workers.set(sessionId, browserContextId);
    await this.#limit(sessionId);
  }

  async #limit(sessionId: string): Promise<void> {
    const line = this.#lines.get(this.#workers.get(sessionId) ?? '') ?? noLimit;
    const message = JSON.stringify({
      id: (this.#messages += 1),
      method: 'Network.emulateNetworkConditions',
      params: { offline: false, ...line },
    });
    // A worker may end at any time.
    await this.#session
      .send('Target.sendMessageToTarget', { sessionId, message })
      .catch(() => undefined);
  }
}
