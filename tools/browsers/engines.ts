/** The browsers of the walk: where each comes from and how it is driven. */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { freePort } from '../../testkit/testServer.ts';
import { installOnDemand, onDemand } from './onDemand.ts';

/** All that the walk needs of a browser with one window of a phone's size. */
export interface Driver {
  version: string;
  goto(address: string): Promise<void>;
  /** Answers what an expression in the page gives, a promise's value when it is one. */
  run(expression: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface Engine {
  name: string;
  open(): Promise<Driver>;
}

const SIZE = { width: 360, height: 740 };
const isRoot = process.getuid?.() === 0;

const PACKAGES = {
  'chromium-92': 'npm:@sparticuz/chromium@92.0.0',
  'chromium-106': 'npm:@sparticuz/chromium@106.0.2',
  'chromium-111': 'npm:@sparticuz/chromium@111.0.0',
  // The last that drives a Chromium of 2021.
  'playwright-core': 'npm:playwright-core@1.28.1',
  'puppeteer-core': 'npm:puppeteer-core@24.43.1',
};
const COMMAND = 'browsers';
const { folder, require: fromFolder } = onDemand(COMMAND);
const ensurePackages = () => installOnDemand(COMMAND, PACKAGES);

/** Installs a Debian package when `file` is missing. Throws one line where that is not possible. */
function ensureDebian(file: string, ...packages: string[]): string {
  if (existsSync(file)) return file;
  const missing = `${file} is missing: install the Debian packages ${packages.join(' and ')}.`;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) throw new Error(missing);
  console.log(`Installing ${packages.join(' and ')} with apt-get…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = { env, stdio: 'ignore' } as const;
  execFileSync('apt-get', ['-q', 'update'], quiet);
  execFileSync('apt-get', ['-q', '-y', 'install', '--no-install-recommends', ...packages], quiet);
  if (!existsSync(file)) throw new Error(missing);
  return file;
}

/** The browser in `@sparticuz/chromium`, unpacked once. */
function unpacked(name: string): string {
  const place = path.join(folder, 'unpacked', name);
  const file = path.join(place, 'chromium');
  if (existsSync(file)) return file;
  mkdirSync(place, { recursive: true });
  const bin = path.join(folder, 'node_modules', name, 'bin');
  const unpack = (part: string) => brotliDecompressSync(readFileSync(path.join(bin, part)));
  execFileSync('tar', ['-x', '-C', place], { input: unpack('swiftshader.tar.br') });
  writeFileSync(file, unpack('chromium.br'), { mode: 0o755 });
  return file;
}

type Chromium = typeof chromium;

async function openChromium(type: Chromium, executablePath: string, args: string[]) {
  // Playwright switches off the memory that Back takes a page from.
  const ignoreDefaultArgs = ['--disable-back-forward-cache'];
  const browser = await type.launch({ executablePath, args, ignoreDefaultArgs });
  const page = await browser.newPage({ viewport: SIZE, locale: 'en-KE' });
  return {
    version: browser.version(),
    goto: async (address: string) => void (await page.goto(address)),
    run: (expression: string) => page.evaluate(expression),
    close: () => browser.close(),
  };
}

const oldChromium = (version: number): Engine => ({
  name: `Chromium ${version}`,
  async open() {
    ensurePackages();
    const { chromium: old } = fromFolder('playwright-core') as { chromium: Chromium };
    const args = ['--no-sandbox', '--no-zygote', '--use-gl=swiftshader'];
    return await openChromium(old, unpacked(`chromium-${version}`), args);
  },
});

const currentChromium: Engine = {
  name: 'Chromium',
  async open() {
    const args = isRoot ? ['--no-sandbox', '--disable-gpu'] : [];
    return await openChromium(chromium, await ensureBrowser(), args);
  },
};

/** What is used of puppeteer, which speaks WebDriver BiDi with Firefox. */
interface Puppeteer {
  launch(options: object): Promise<{
    version(): Promise<string>;
    newPage(): Promise<{
      setViewport(size: typeof SIZE): Promise<void>;
      goto(address: string): Promise<unknown>;
      evaluate(expression: string): Promise<unknown>;
    }>;
    close(): Promise<void>;
  }>;
}

const firefox: Engine = {
  name: 'Firefox',
  async open() {
    const executablePath = ensureDebian('/usr/bin/firefox-esr', 'firefox-esr');
    ensurePackages();
    const { default: puppeteer } = (await import(
      fromFolder.resolve('puppeteer-core').replace('/cjs/', '/esm/')
    )) as { default: Puppeteer };
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true });
    const page = await browser.newPage();
    await page.setViewport(SIZE);
    return {
      version: await browser.version(),
      goto: async (address) => void (await page.goto(address)),
      run: (expression) => page.evaluate(expression),
      close: () => browser.close(),
    };
  },
};

const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** A WebDriver session with WebKit, which needs a screen. */
const webkit: Engine = {
  name: 'WebKit',
  async open() {
    const xvfb = ensureDebian('/usr/bin/Xvfb', 'xvfb');
    const webDriver = ensureDebian('/usr/bin/WebKitWebDriver', 'webkit2gtk-driver');
    const port = await freePort();
    const display = `:${port}`;
    const home = mkdtempSync(path.join(tmpdir(), 'fundi-webkit-'));
    const children: ChildProcess[] = [];
    const start = (command: string, ...args: string[]) => {
      const env = { ...process.env, DISPLAY: display, HOME: home, XDG_RUNTIME_DIR: home };
      children.push(spawn(command, args, { stdio: 'ignore', env }));
    };
    start(xvfb, display, '-screen', '0', '800x900x24', '-nolisten', 'tcp');
    await sleep(1000);
    start(webDriver, `--port=${port}`);
    const stop = () => {
      for (const child of children.toReversed()) child.kill();
      rmSync(home, { recursive: true, force: true });
    };
    const call = async (place: string, body?: unknown, method = body ? 'POST' : 'GET') => {
      const answer = await fetch(`http://127.0.0.1:${port}${place}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { value } = (await answer.json()) as { value: unknown };
      const { error, message } = (value ?? {}) as { error?: string; message?: string };
      if (error) throw new Error(`${error}: ${message}`);
      return value;
    };
    try {
      await until(() => call('/status'));
      const wanted = { binary: MINI_BROWSER, args: ['--automation'] };
      const session = (await call('/session', {
        capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': wanted } },
      })) as { sessionId: string; capabilities: { browserVersion: string } };
      const at = `/session/${session.sessionId}`;
      await call(`${at}/window/rect`, SIZE);
      return {
        version: session.capabilities.browserVersion,
        goto: async (url) => void (await call(`${at}/url`, { url })),
        run: (expression) =>
          call(`${at}/execute/sync`, { script: `return ${expression}`, args: [] }),
        async close() {
          await call(at, undefined, 'DELETE').catch(() => undefined);
          stop();
        },
      };
    } catch (error) {
      stop();
      throw error;
    }
  },
};

/** Waits for something that fails at first. */
async function until(work: () => Promise<unknown>) {
  for (let tries = 0; ; tries += 1) {
    try {
      // One try after the other.
      return await work();
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(200);
    }
  }
}

/** Every browser of the walk, the newest first. */
export const engines = [
  currentChromium,
  firefox,
  webkit,
  oldChromium(111),
  oldChromium(106),
  oldChromium(92),
];
