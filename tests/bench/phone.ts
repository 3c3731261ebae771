/** A cheap phone on a thin line, as a context of the browser with one page at a time. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { setTimeout as sleep } from 'node:timers/promises';
import { noLimit, type Line } from './lines.ts';
import { observe, type Observed } from './observe.ts';
import { Traffic } from './traffic.ts';
import type { WorkerLines } from './workerLines.ts';

/** How much slower its processor is than this machine's. */
export const CPU_SLOWDOWN = 4;
export const SCREEN = { width: 360, height: 740 };
const PATIENCE_MS = 60_000;
/** A page is at rest when nothing has been on its way for this long, in ms. */
const QUIET_MS = 700;
const LOOK_EVERY_MS = 100;

export interface PhoneOptions {
  /** Signed in with this token and role. */
  signIn?: { token: string; role: string } | undefined;
  /** Selectors by name, see `observe`. */
  wanted?: Record<string, string>;
  slowdown?: number;
  reducedMotion?: boolean;
}

/** One phone; its cache and its worker last as long as it does. */
export class Phone {
  readonly context: BrowserContext;
  readonly #workers: WorkerLines;
  readonly #slowdown: number;
  readonly #wanted: string[];
  page!: Page;
  session!: CDPSession;
  traffic!: Traffic;

  private constructor(
    context: BrowserContext,
    workers: WorkerLines,
    { slowdown = CPU_SLOWDOWN, wanted = {} }: PhoneOptions,
  ) {
    this.context = context;
    this.#workers = workers;
    this.#slowdown = slowdown;
    this.#wanted = Object.keys(wanted);
  }

  static async open(
    { browser, workers }: { browser: Browser; workers: WorkerLines },
    options: PhoneOptions = {},
  ): Promise<Phone> {
    const { signIn, wanted = {}, reducedMotion = false } = options;
    const context = await browser.newContext({
      viewport: SCREEN,
      deviceScaleFactor: 2,
      isMobile: true,
      hasTouch: true,
      colorScheme: 'light',
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      // The floor's script stands in the page itself; the same for both.
      bypassCSP: true,
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(observe, wanted);
    if (signIn) {
      await context.addInitScript(({ token, role }) => {
        localStorage.setItem('token', token);
        localStorage.setItem('user_type', role);
      }, signIn);
    }
    const phone = new Phone(context, workers, options);
    await phone.newPage();
    return phone;
  }

  /** Closes the page, if there is one, and opens a new one in a process of its own. */
  async newPage(line: Line = noLimit): Promise<void> {
    await (this.page as Page | undefined)?.close();
    this.page = await this.context.newPage();
    this.session = await this.context.newCDPSession(this.page);
    await this.session.send('Network.enable');
    this.traffic = new Traffic(this.session);
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: this.#slowdown });
    await this.setLine(line);
  }

  /** The line from now on, of the page and of the worker. */
  async setLine(line: Line): Promise<void> {
    await this.session.send('Network.emulateNetworkConditions', { offline: false, ...line });
    await this.#workers.set(this.session, line);
  }

  /** Opens an address and waits until all that is wanted is seen and the page is at rest. */
  async visit(address: string): Promise<Observed> {
    this.traffic.reset();
    await this.page.goto(address, { waitUntil: 'load' });
    await this.page.waitForFunction((names) => {
      const { seen } = globalThis.benchObserved;
      return names.every((name) => name in seen);
    }, this.#wanted);
    await this.rest();
    return await this.page.evaluate(() => globalThis.benchObserved);
  }

  /** Waits until nothing is on its way to the page any more. */
  async rest(): Promise<void> {
    const end = Date.now() + PATIENCE_MS;
    while (this.traffic.quietFor() < QUIET_MS) {
      if (Date.now() > end) throw new Error(`${this.page.url()} does not come to rest.`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /**
   * Closes the page once the worker has kept all it wants (`isQuiet` waits for that), and ends the
   * worker, as on a phone that is put away.
   */
  async putAway(isQuiet: () => Promise<void>): Promise<void> {
    await this.setLine(noLimit);
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await isQuiet();
    await this.session.send('ServiceWorker.enable');
    await this.session.send('ServiceWorker.stopAllWorkers');
    await this.newPage();
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
