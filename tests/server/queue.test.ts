import { expect, it } from 'vitest';
import { createQueue } from '../../server/calls/queue.ts';

/** Work that ends when the test says so. */
function held() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    started.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { started, work, end: (name: string) => ends.get(name)?.() };
}

const QUEUE = { running: 2, waiting: 2, retryAfter: 7 };

it('runs as many at once as it may, the rest in the order of their arrival', async () => {
  const { started, work, end } = held();
  const inTurn = createQueue(QUEUE);
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)));
  expect(started).toEqual(['a', 'b']);
  end('b');
  await all[1];
  expect(started).toEqual(['a', 'b', 'c']);
  end('a');
  await all[0];
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  end('c');
  end('d');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('answers 503 with Retry-After when too many wait, and accepts callers again later', async () => {
  const { work, end } = held();
  const inTurn = createQueue(QUEUE);
  const all = ['a', 'b', 'c', 'd'].map((name) => inTurn(work(name)));
  await expect(inTurn(work('e'))).rejects.toMatchObject({
    statusCode: 503,
    headers: { 'retry-after': '7' },
  });
  end('a');
  await all[0];
  const later = inTurn(work('f'));
  for (const name of ['b', 'c', 'd', 'f']) {
    end(name);
    await Promise.resolve();
  }
  await Promise.all(all.slice(1, 3));
  end('d');
  await all[3];
  end('f');
  expect(await later).toBe('f');
});

it('does no work for a caller that has gone before its turn', async () => {
  const { started, work, end } = held();
  const inTurn = createQueue({ ...QUEUE, running: 1 });
  const first = inTurn(work('a'));
  const caller = new AbortController();
  const left = inTurn(work('b'), caller.signal);
  const patient = inTurn(work('c'));
  caller.abort();
  await expect(left).rejects.toMatchObject({ statusCode: 499 });
  await expect(inTurn(work('d'), caller.signal)).rejects.toMatchObject({ statusCode: 499 });
  end('a');
  await first;
  expect(started).toEqual(['a', 'c']);
  end('c');
  expect(await patient).toBe('c');
});

it('goes on after a task that failed', async () => {
  const inTurn = createQueue({ ...QUEUE, running: 1 });
  const broken = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(broken).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
