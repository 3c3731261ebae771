/** A cheap phone on a slow network, as a context of the browser with one page at a time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { observe, type Observed } from './observe.ts';
import type { Stage } from './stage.ts';
import { noLimit, type Network, type WorkerNetworks } from './workerNetworks.ts';

const network = (latency: number, downBits: number, upBits: number): Network => ({
  latency,
  downloadThroughput: downBits / 8,
  uploadThroughput: upBits / 8,
});

/** The networks that people have. */
export const networks = {
  'slow 4G': network(150, 1_600_000, 750_000),
  '3G': network(400, 400_000, 400_000),
} as const;
export type NetworkName = keyof typeof networks;

/** How many times slower its processor is than this machine's. */
const CPU_SLOWDOWN = 4;
export const SCREEN = { width: 360, height: 740 };
const PATIENCE_MS = 60_000;
/** How often a page is asked whether it shows all that is wanted, in ms. */
const LOOK_EVERY_MS = 200;
/** How long a page is watched after the network was idle, in ms. */
const LATE_MS = 700;

export interface PhoneOptions {
  /** Signed in with this token and role. */
  signIn?: { token: string; role: string } | undefined;
  /** Selectors by name, see `observe`. */
  wanted?: Record<string, string>;
  network?: NetworkName;
  slowdown?: number;
  reducedMotion?: boolean;
}

/** One phone; its cache and its worker last as long as it does. */
export class Phone {
  readonly #context: BrowserContext;
  readonly #workers: WorkerNetworks;
  readonly #slowdown: number;
  readonly #wanted: string[];
  page!: Page;
  session!: CDPSession;

  private constructor(context: BrowserContext, workers: WorkerNetworks, options: PhoneOptions) {
    this.#context = context;
    this.#workers = workers;
    this.#slowdown = options.slowdown ?? CPU_SLOWDOWN;
    this.#wanted = Object.keys(options.wanted ?? {});
  }

  /** Runs `work` with a new phone that has an open page. */
  static async with<T>(
    { browser, workers }: Stage,
    options: PhoneOptions,
    work: (phone: Phone) => Promise<T>,
  ): Promise<T> {
    const { signIn, wanted = {}, reducedMotion = false } = options;
    const context = await browser.newContext({
      viewport: SCREEN,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      colorScheme: 'light',
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      // The script of the floor is written into its page, which the policy forbids.
      bypassCSP: true,
    });
    try {
      context.setDefaultTimeout(PATIENCE_MS);
      await context.addInitScript(observe, wanted);
      if (signIn) {
        await context.addInitScript(({ token, role }) => {
          localStorage.setItem('token', token);
          localStorage.setItem('user_type', role);
        }, signIn);
      }
      const phone = new Phone(context, workers, options);
      await phone.#newPage();
      await phone.setNetwork(options.network ? networks[options.network] : noLimit);
      return await work(phone);
    } finally {
      await context.close();
    }
  }

  /** Closes the page, if there is one, and opens a new one in a process of its own. */
  async #newPage(): Promise<void> {
    await (this.page as Page | undefined)?.close();
    this.page = await this.#context.newPage();
    this.session = await this.#context.newCDPSession(this.page);
    await this.session.send('Network.enable');
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: this.#slowdown });
  }

  /** Sets the network of the page and of the worker. */
  async setNetwork(limits: Network): Promise<void> {
    await this.session.send('Network.emulateNetworkConditions', { offline: false, ...limits });
    await this.#workers.set(this.session, limits);
  }

  /** Opens an address and waits until all that is wanted is seen and the network is idle. */
  async visit(address: string): Promise<Observed> {
    await this.page.goto(address, { waitUntil: 'load' });
    const end = performance.now() + PATIENCE_MS;
    while (!(await this.#hasSeenAll())) {
      if (performance.now() > end) throw new Error(`${address} does not show all that is wanted.`);
      await sleep(LOOK_EVERY_MS);
    }
    await this.page.waitForLoadState('networkidle');
    await this.page.waitForTimeout(LATE_MS);
    return await this.page.evaluate(() => globalThis.benchObserved);
  }

  /** Not through Playwright, which first runs a script of its own in the page: a long task there. */
  async #hasSeenAll(): Promise<boolean> {
    const names = JSON.stringify(this.#wanted);
    const expression = `${names}.every((name) => name in benchObserved.seen)`;
    const { result } = await this.session.send('Runtime.evaluate', { expression });
    return result.value === true;
  }

  /**
   * Closes the page once the worker has cached everything (`isQuiet` waits for that), and stops the
   * worker, as on a phone that is put away.
   */
  async putAway(isQuiet: () => Promise<void>): Promise<void> {
    await this.setNetwork(noLimit);
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await isQuiet();
    await this.session.send('ServiceWorker.enable');
    await this.session.send('ServiceWorker.stopAllWorkers');
    await this.#newPage();
  }
}
