/**
 * A clock that stands still until a test moves it, while the network goes on. The app's calls
 * need real turns of the event loop, so the clock moves in small steps and waits for the calls
 * that each step sent.
 */
import { configure, getConfig } from '@testing-library/react';
import { vi } from 'vitest';
import { isHeld } from '../mocks/overrides.ts';

const STEP_MS = 50;
/** Real ms after which the clock no longer waits for a call that no test holds back. */
const PATIENCE_MS = 5000;

const realNow = performance.now.bind(performance);
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

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    if (vi.isFakeTimers()) vi.advanceTimersByTime(0);
    // Turns follow one another by definition.
    // oxlint-disable-next-line no-await-in-loop
    await realTurn();
  }
}

/** Lets what is under way finish: answers of calls, promises, renders. Moves no clock. */
async function settle(): Promise<void> {
  const until = realNow() + PATIENCE_MS;
  await turns(4);
  while (isWaiting() && realNow() < until) {
    // oxlint-disable-next-line no-await-in-loop
    await turns(1);
    // The answers are rendered, which may cause further calls.
    // oxlint-disable-next-line no-await-in-loop
    if (!isWaiting()) await turns(6);
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

/**
 * Moves the stopped clock by `ms` and lets everything due happen. A call takes up to 50 ms of it,
 * so leave room: a poll every 4 s has asked once after 4.5 s.
 */
export async function advance(ms: number): Promise<void> {
  await settle();
  for (let left = ms; left > 0; left -= STEP_MS) {
    // Steps follow one another by definition.
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(Math.min(STEP_MS, left));
    // oxlint-disable-next-line no-await-in-loop
    await settle();
  }
}

/** Testing Library's own. The files of a worker share this module, and its configuration. */
const testingLibrary = getConfig();

/** Makes `findBy…` and `waitFor` wait in real time while the clock stands; once per test file. */
export function installClock(): void {
  watchCalls();
  // Testing Library asks this object to move fake timers; only those due at once may run.
  Object.assign(globalThis, { jest: { advanceTimersByTime: () => vi.advanceTimersByTime(0) } });
  let startedAt = 0;
  configure({
    asyncWrapper: (run) => {
      startedAt = realNow();
      return testingLibrary.asyncWrapper(async () => {
        const found = await run();
        // React runs effects a turn after the render; on a busy machine the test could go on in between.
        await realTurn();
        return found;
      });
    },
    unstable_advanceTimersWrapper: async (run) => {
      await run();
      await settle();
      const { asyncUtilTimeout } = getConfig();
      // Long enough in real time: then its own timeout reports what was not found.
      if (realNow() - startedAt > asyncUtilTimeout) vi.advanceTimersByTime(asyncUtilTimeout);
    },
  });
}
