import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { poll, type PollOptions } from '../../src/payments/poll.ts';

const START = Date.parse('2026-11-21T06:00:00Z');

/** Runs `poll` and notes when each check went out, in ms from the start. */
function follow(
  answer: (check: number) => unknown,
  options: Partial<PollOptions> & { takesMs?: number } = {},
) {
  const { takesMs = 0, ...rest } = options;
  const controller = new AbortController();
  const at: number[] = [];
  const counted: number[] = [];
  let wake: (() => void) | undefined;
  let isListening = false;
  const check = async () => {
    at.push(Date.now() - START);
    const number = at.length;
    if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
    const value = answer(number);
    if (value instanceof Error) throw value;
    return value ?? null;
  };
  const result = poll(check, {
    everyMs: 4000,
    maxChecks: 12,
    signal: controller.signal,
    onCheck: (count) => counted.push(count),
    onWake: (listener) => {
      wake = listener;
      isListening = true;
      return () => {
        isListening = false;
      };
    },
    ...rest,
  }).catch((error: unknown) => error);
  return {
    at,
    counted,
    result,
    abort: () => controller.abort(),
    wake: () => wake?.(),
    isListening: () => isListening,
  };
}

const times = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * 4000);

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the counted checks', () => {
  it('go out every 4 s, 12 times, and end in a time-out', async () => {
    const { at, counted, result, isListening } = follow(() => null);
    await vi.advanceTimersByTimeAsync(47_999);
    expect(at).toEqual(times(4000, 11));
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe('timeout');
    expect(at).toEqual(times(4000, 12));
    expect(counted).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(isListening()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at).toHaveLength(12);
  });

  it('keep their pace while the answers are slow, and never overlap', async () => {
    const slow = follow(() => null, { takesMs: 1500 });
    await vi.advanceTimersByTimeAsync(13_000);
    expect(slow.at).toEqual([4000, 8000, 12_000]);
    slow.abort();
    vi.setSystemTime(START);
    const slower = follow(() => null, { takesMs: 6000 });
    await vi.advanceTimersByTimeAsync(17_000);
    expect(slower.at).toEqual([4000, 10_000, 16_000]);
  });

  it('end with the first answer', async () => {
    const { at, result } = follow((check) => (check === 3 ? 'paid' : null));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await result).toBe('paid');
    expect(at).toHaveLength(3);
  });

  it('go on after an error, which uses up one of them', async () => {
    const { at, result } = follow((check) => (check < 12 ? new Error('line') : null));
    await vi.advanceTimersByTimeAsync(48_000);
    expect(await result).toBe('timeout');
    expect(at).toHaveLength(12);
  });

  it('end in the error of the last one', async () => {
    const { result } = follow(() => new Error('line'));
    await vi.advanceTimersByTimeAsync(48_000);
    expect(await result).toEqual(new Error('line'));
  });

  it('are only those that are left after a reload', async () => {
    const { at, counted, result } = follow(() => null, { usedChecks: 9 });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(await result).toBe('timeout');
    expect(at).toEqual([4000, 8000, 12_000]);
    expect(counted).toEqual([10, 11, 12]);
  });

  it('are given up one by one when no answer comes', async () => {
    const at: number[] = [];
    const controller = new AbortController();
    void poll(
      (signal) => {
        at.push(Date.now() - START);
        return new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('cut')));
        });
      },
      { everyMs: 4000, maxChecks: 12, signal: controller.signal },
    ).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(at).toEqual([4000, 14_000, 24_000]);
    controller.abort();
  });

  it('stand still for no jump of the clock', async () => {
    const { at } = follow(() => null);
    await vi.advanceTimersByTimeAsync(4000);
    vi.setSystemTime(START - 24 * 60 * 60 * 1000);
    await vi.advanceTimersByTimeAsync(8000);
    expect(at).toHaveLength(3);
  });
});

describe('leaving', () => {
  it('stops at once and makes no further check', async () => {
    const { at, result, abort, isListening } = follow(() => null);
    await vi.advanceTimersByTimeAsync(5000);
    abort();
    expect(await result).toBe('aborted');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at).toHaveLength(1);
    expect(isListening()).toBe(false);
  });

  it('takes no answer that comes afterwards', async () => {
    const { result, abort } = follow(() => 'paid', { takesMs: 1000 });
    await vi.advanceTimersByTimeAsync(4500);
    abort();
    await vi.advanceTimersByTimeAsync(1000);
    expect(await result).toBe('aborted');
  });
});

describe('waking', () => {
  it('checks at once, uncounted, and the next counted check is 4 s later', async () => {
    const { at, counted, wake } = follow(() => null);
    await vi.advanceTimersByTimeAsync(5500);
    wake();
    await vi.advanceTimersByTimeAsync(4000);
    expect(at).toEqual([4000, 5500, 9500]);
    expect(counted).toEqual([1, 2]);
  });

  it('told by several events is one check', async () => {
    const { at, wake } = follow(() => null, { takesMs: 200 });
    await vi.advanceTimersByTimeAsync(5500);
    wake();
    wake();
    await vi.advanceTimersByTimeAsync(100);
    wake();
    await vi.advanceTimersByTimeAsync(2000);
    expect(at).toEqual([4000, 5500]);
  });

  it('during a check that hangs asks again when that has ended', async () => {
    const { at, wake } = follow(() => null, { takesMs: 3000 });
    await vi.advanceTimersByTimeAsync(6000);
    wake();
    await vi.advanceTimersByTimeAsync(1500);
    expect(at).toEqual([4000, 7000]);
  });

  it('with an error is no result', async () => {
    const { at, result, wake } = follow((check) => (check === 2 ? new Error('line') : null));
    await vi.advanceTimersByTimeAsync(5500);
    wake();
    await vi.advanceTimersByTimeAsync(44_000);
    expect(await result).toBe('timeout');
    expect(at).toHaveLength(13);
  });

  it('can find the answer', async () => {
    const { result, wake } = follow((check) => (check === 1 ? 'paid' : null));
    await vi.advanceTimersByTimeAsync(1500);
    wake();
    expect(await result).toBe('paid');
  });

  it('at the start asks first', async () => {
    const { at, counted } = follow(() => null, { checkFirst: true, usedChecks: 5 });
    await vi.advanceTimersByTimeAsync(4000);
    expect(at).toEqual([0, 4000]);
    expect(counted).toEqual([6]);
  });

  it('asks first even when all checks are used up', async () => {
    const { at, result } = follow(() => null, { checkFirst: true, usedChecks: 12 });
    expect(await result).toBe('timeout');
    expect(at).toEqual([0]);
  });
});
