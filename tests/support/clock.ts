/**
 * A clock that stands still until a test moves it, while the network goes on. The app's calls
 * need real turns of the event loop, so the clock moves from timer to timer and waits for what each
 * caused. Only a test moves it: a slow machine makes a test take longer, and nothing else.
 */
import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { isHeld } from '../mocks/overrides.ts';

/** The shortest step of the clock: timers that are due so close together run in one. */
const STEP_MS = 50;

/** The time that this process has worked, in ms: a busy machine does not use it up. */
function workedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
const realTurn = (
  (schedule) => () =>
    new Promise<void>((resolve) => schedule(resolve))
)(setImmediate);

/** The calls under way, with what they ask for. */
const flying = new Map<XMLHttpRequest, { method: string; url: string }>();
/** Those that a test holds back while another one to the same address goes out. */
const overtaken = new WeakSet<XMLHttpRequest>();

function watchCalls() {
  // Both are called with their own `this` below.
  // oxlint-disable-next-line typescript/unbound-method
  const { open, send } = XMLHttpRequest.prototype;
  const asked = new WeakMap<XMLHttpRequest, { method: string; url: string }>();
  XMLHttpRequest.prototype.open = function openWatched(
    this: XMLHttpRequest,
    method: string,
    url: string | URL,
  ) {
    asked.set(this, { method: method.toUpperCase(), url: new URL(url, document.baseURI).href });
    open.call(this, method, url, true);
  };
  XMLHttpRequest.prototype.send = function sendWatched(
    this: XMLHttpRequest,
    body?: XMLHttpRequestBodyInit | null,
  ) {
    for (const [other, call] of flying) if (isHeld(call)) overtaken.add(other);
    flying.set(this, asked.get(this) ?? { method: '', url: '' });
    this.addEventListener('loadend', () => flying.delete(this));
    send.call(this, body);
  };
}

/** Forgets calls that a test has left without an answer; after each test. */
export function forgetCalls(): void {
  flying.clear();
}

/** Whether a call is under way that the test does not itself keep waiting. */
function isWaiting(): boolean {
  return [...flying].some(([request, call]) => !isHeld(call) && !overtaken.has(request));
}

const move = vi.advanceTimersByTime.bind(vi);
/** Runs the timers that are due at the moment at which the clock stands. */
function runDue() {
  if (vi.isFakeTimers()) move(0);
  return vi;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    runDue();
    // Turns follow one another by definition.
    await realTurn();
  }
}

/** React takes further turns for a large render, more of them on a busy machine. */
const isRendering = () => process.getActiveResourcesInfo().includes('Immediate');

/** Lets what is under way finish: answers of calls, promises, renders. Moves no clock. */
async function settle(): Promise<void> {
  const startedMs = workedMs();
  await turns(4);
  while (isWaiting() || isRendering()) {
    await turns(1);
    // The answers are rendered, which may cause further calls.
    if (!isWaiting()) await turns(6);
    if (workedMs() - startedMs > getConfig().asyncUtilTimeout) {
      const urls = [...flying.values()].map(({ method, url }) => `${method} ${url}`);
      throw new Error(`No end of what is under way: ${urls.join(', ') || 'renders'}.`);
    }
  }
}

/** Stops the clock, at `now` when given. It runs again after the test. */
export function stopClock(now?: string | number | Date): void {
  vi.useFakeTimers({
    toFake: [
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
      'Date',
    ],
    ...(now !== undefined && { now: new Date(now) }),
  });
}

/** The stopped clock, as Vitest's fake timers have it. */
interface Clock {
  now: number;
  timers?: Map<unknown, { callAt: number; interval?: number }>;
}

/** What counts seconds for the eye makes no call: it is drawn once in each step of the clock. */
const TICK_MS = 1000;

/** How long it is until the next timer is due that does more than count seconds, in ms. */
function untilNextTimer(): number {
  const { clock } = setTimeout as { clock?: Clock };
  const moments = [...(clock?.timers?.values() ?? [])]
    .filter(({ interval }) => interval !== TICK_MS)
    .map(({ callAt }) => callAt);
  return Math.min(...moments) - (clock?.now ?? 0);
}

/**
 * Moves the stopped clock by `ms` and lets everything due happen. A call takes up to 50 ms of it,
 * so leave room: a poll every 4 s has asked once after 4.5 s.
 */
export async function advance(ms: number): Promise<void> {
  await settle();
  let left = ms;
  while (left > 0) {
    const step = Math.min(left, Math.max(STEP_MS, untilNextTimer()));
    left -= step;
    // Steps follow one another by definition.
    move(step);
    await settle();
  }
  // A screen whose script was asked for is there too.
  await vi.dynamicImportSettled();
  await settle();
}

/** Testing Library's own. The files of a worker share this module, and its configuration. */
const testingLibrary = getConfig();

/**
 * An error of a query; with what the page shows, unless a wait will try again: to write out the page at
 * each try took a tenth of the time of the screen tests. The last error of a wait has it.
 */
function getElementError(message: string | null, container: Element): Error {
  const isWaiting = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
  return isWaiting ? new Error(message ?? '') : testingLibrary.getElementError(message, container);
}

/** Ends the wait of Testing Library that is under way, with its own error. */
let giveUp = () => {};

/**
 * Begins a wait of Testing Library. It would set its limit by the stopped clock, which then had to be
 * moved for it; `giveUp` takes the place of that timer.
 */
function begin<T>(run: () => Promise<T>): Promise<T> {
  if (!vi.isFakeTimers()) return run();
  const { setTimeout: stopped } = globalThis;
  const { asyncUtilTimeout } = getConfig();
  const set = (callback: () => void, ms?: number) => {
    if (ms !== asyncUtilTimeout) return stopped(callback, ms);
    giveUp = callback;
    return 0;
  };
  globalThis.setTimeout = Object.assign(set, stopped) as typeof setTimeout;
  try {
    return run();
  } finally {
    globalThis.setTimeout = stopped;
  }
}

/** Makes `findBy…` and `waitFor` wait in real time while the clock stands; once per test file. */
export function installClock(): void {
  watchCalls();
  // Both libraries move fake timers while they wait: Testing Library by this object, and `expect.poll` of
  // Vitest by 50 ms each 50 ms, also after the test that left it behind. Only what is due may run.
  vi.advanceTimersByTime = runDue;
  Object.assign(globalThis, { jest: { advanceTimersByTime: runDue } });
  let startedMs = 0;
  configure({
    getElementError,
    asyncWrapper: (run) => {
      startedMs = workedMs();
      return testingLibrary.asyncWrapper(async () => {
        const found = await begin(run);
        // React runs effects a turn after the render; on a busy machine the test could go on in between.
        await realTurn();
        return found;
      });
    },
    unstable_advanceTimersWrapper: async (run) => {
      await run();
      await settle();
      if (workedMs() - startedMs > getConfig().asyncUtilTimeout) giveUp();
    },
  });
}
