/** Gives service workers the network of their phone: what they fetch is not the page's traffic. */
import type { Browser, CDPSession } from '@playwright/test';

/** As `Network.emulateNetworkConditions` takes it: bytes a second, and latency in ms. */
export interface Network {
  latency: number;
  downloadThroughput: number;
  uploadThroughput: number;
}

/** This machine's own network, without limits. */
export const noLimit: Network = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/** The networks of all service workers of a browser. */
export class WorkerNetworks {
  readonly #session: CDPSession;
  /** By the id of a browser context. */
  readonly #networks = new Map<string, Network>();
  /** The context of each attached worker, by the id of its session. */
  readonly #workers = new Map<string, string>();
  #messages = 0;

  private constructor(session: CDPSession) {
    this.#session = session;
  }

  static async watch(browser: Browser): Promise<WorkerNetworks> {
    const session = await browser.newBrowserCDPSession();
    const watched = new WorkerNetworks(session);
    session.on('Target.targetCreated', ({ targetInfo }) => {
      const { type, targetId, browserContextId = '' } = targetInfo;
      if (type === 'service_worker') void watched.#attach(targetId, browserContextId);
    });
    session.on('Target.detachedFromTarget', ({ sessionId }) => {
      watched.#workers.delete(sessionId);
    });
    // A worker forgets the limit when its script is loaded or started again.
    session.on('Target.receivedMessageFromTarget', ({ sessionId, message }) => {
      if (message.includes('"Inspector.')) void watched.#limit(sessionId);
    });
    await session.send('Target.setDiscoverTargets', { discover: true });
    return watched;
  }

  /** Sets the network of all workers, present and future, of the context that `page` belongs to. */
  async set(page: CDPSession, network: Network): Promise<void> {
    const { targetInfo } = await page.send('Target.getTargetInfo');
    const context = targetInfo.browserContextId ?? '';
    this.#networks.set(context, network);
    const own = [...this.#workers].filter(([, workerContext]) => workerContext === context);
    await Promise.all(own.map(([sessionId]) => this.#limit(sessionId)));
  }

  async #attach(targetId: string, context: string): Promise<void> {
    // Workers can be reached only in this older way, in which messages are wrapped.
    const attached = this.#session.send('Target.attachToTarget', { targetId, flatten: false });
    const { sessionId } = (await attached.catch(() => null)) ?? {};
    if (sessionId === undefined) return;
    this.#workers.set(sessionId, context);
    await this.#limit(sessionId);
  }

  async #limit(sessionId: string): Promise<void> {
    const network = this.#networks.get(this.#workers.get(sessionId) ?? '') ?? noLimit;
    const message = JSON.stringify({
      id: (this.#messages += 1),
      method: 'Network.emulateNetworkConditions',
      params: { offline: false, ...network },
    });
    // The worker may have ended.
    await this.#session
      .send('Target.sendMessageToTarget', { sessionId, message })
      .catch(() => undefined);
  }
}
