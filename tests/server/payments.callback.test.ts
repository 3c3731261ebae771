/** Callbacks: a true one activates its payable once, any other changes nothing. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CALLBACKS } from '../../server/payments/callback.ts';
import { paymentEvents } from '../../server/db/schema.ts';
import { body, BY_HAND, NO_CALLBACK, startCallbackWorld } from './callbackWorld.ts';
import type { CallbackWorld, Target } from './callbackWorld.ts';
import { until } from './paymentWorld.ts';
import type { PaymentWorld } from './paymentWorld.ts';

let at: CallbackWorld;
let world: PaymentWorld;
beforeAll(async () => {
  at = await startCallbackWorld();
  ({ world } = at);
});
afterAll(() => world.close());

describe('a true callback', () => {
  test('that comes four times at once is accepted, and the job is activated once', async () => {
    const one = await at.target();
    const paid = body({ checkout: one.checkout, receipt: 'AAA1BBB2CC' });
    const answers = await Promise.all([1, 2, 3, 4].map(() => at.call(one.path, paid)));
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(JSON.parse(text)).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' });
    }
    expect(await at.isGiven(one)).toBe(true);
    const { id = 0 } = (await world.rows(one.payable))[0] ?? {};
    const events = await world.harness.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.paymentId, id));
    expect(events.filter((event) => event.toState === 'paid')).toHaveLength(1);
    expect(events.filter((event) => event.kind === 'callback_paid')).toHaveLength(4);
    expect(events.find((event) => event.toState === 'paid')?.raw).toEqual(paid);
  });

  test('is accepted with its numbers as texts', async () => {
    const one = await at.target();
    const paid = body({
      checkout: one.checkout,
      code: '0',
      amount: '100.00',
      receipt: 'AAA1BBB2CD',
    });
    expect(await at.call(one.path, paid)).toMatchObject({ status: 200 });
    expect(await at.isGiven(one)).toBe(true);
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', ''])(
    'is accepted with the type "%s": a gateway on its way may change that',
    async (type) => {
      const one = await at.target();
      const cancelled = body({ checkout: one.checkout, code: 'SFC_IC0003' });
      expect(await at.call(one.path, cancelled, type)).toMatchObject({ status: 200 });
      expect(await at.stateOf(one)).toBe('failed');
    },
  );

  test('comes to an address without a word that M-Pesa refuses', async () => {
    const { path } = await at.target();
    expect(path).toMatch(/^\/api\/results\/[0-9a-f]+$/);
  });

  test('that says paid is not undone by a later one that says cancelled', async () => {
    const one = await at.target();
    await at.call(one.path, body({ checkout: one.checkout, receipt: 'AAA1BBB2CE' }));
    await at.call(one.path, body({ checkout: one.checkout, code: 1032 }));
    expect(await at.stateOf(one)).toBe('paid');
  });
});

describe('a callback is rejected', () => {
  test('with a wrong secret: 404', async () => {
    const one = await at.target();
    const paid = body({ checkout: one.checkout });
    const guesses = [
      `${one.path.slice(0, -1)}${one.path.endsWith('a') ? 'b' : 'a'}`,
      one.path.slice(0, -1),
      `${one.path}a`,
      one.path.slice(0, -32),
      `${one.path.slice(0, -32)}${'a'.repeat(32)}`,
      '/api/results/',
      '/api/results/%00',
      '/api/results/..%2f..%2f',
      `/api/results/${'a'.repeat(72)}`,
      `/api/results/${'A'.repeat(4000)}`,
    ];
    for (const guess of guesses) {
      const { status } = await at.call(guess, paid);
      expect([404, 414], guess.slice(0, 60)).toContain(status);
    }
    expect(await at.stateOf(one)).toBe('prompted');
  });

  test('at the address of another payment', async () => {
    const one = await at.target();
    const other = await at.target();
    expect(await at.call(one.path, body({ checkout: other.checkout }))).toMatchObject({
      status: 200,
    });
    expect([await at.stateOf(one), await at.stateOf(other)]).toEqual(['prompted', 'prompted']);
  });

  test('with a receipt that another payment has', async () => {
    const one = await at.target();
    const other = await at.target();
    await at.call(one.path, body({ checkout: one.checkout, receipt: 'REUSED0001' }));
    await at.call(other.path, body({ checkout: other.checkout, receipt: 'REUSED0001' }));
    expect([await at.stateOf(one), await at.stateOf(other)]).toEqual(['paid', 'prompted']);
  });

  test('with a receipt that another payment has in capitals', async () => {
    const one = await at.target();
    const other = await at.target();
    await at.call(one.path, body({ checkout: one.checkout, receipt: 'Reused000a' }));
    await at.call(other.path, body({ checkout: other.checkout, receipt: 'REUSED000A' }));
    expect([await at.stateOf(one), await at.stateOf(other)]).toEqual(['paid', 'prompted']);
    expect(await world.rows(one.payable)).toMatchObject([{ receipt: 'REUSED000A' }]);
  });

  test('with a receipt that comes for two payments at the same time: accepted for one only', async () => {
    const pair = await Promise.all([at.target(), at.target()]);
    await Promise.all(
      pair.map(({ path, checkout }) => at.call(path, body({ checkout, receipt: 'REUSED0002' }))),
    );
    const states = await Promise.all(pair.map((one) => at.stateOf(one)));
    expect(new Set(states)).toEqual(new Set(['paid', 'prompted']));
  });

  test.each([99, 101, 1, 0, -100, 1e300, 100.5])('with the amount %d', async (amount) => {
    const one = await at.target();
    await at.call(
      one.path,
      body({ checkout: one.checkout, amount, receipt: `AM${amount}`.slice(0, 9) }),
    );
    expect(await at.isGiven(one)).toBe(false);
    expect(['prompted', 'needs_review']).toContain(await at.stateOf(one));
  });

  test('without amount or receipt: a query is sent at once and decides', async () => {
    const one = await at.target(NO_CALLBACK);
    await until(() => at.isTaken(one), 'the money');
    expect(await at.stateOf(one)).toBe('prompted');
    await at.startQuery(one);
    await until(async () => (await at.stateOf(one)) === 'paid', 'the query');
    expect(await at.isGiven(one)).toBe(true);

    const other = await at.target();
    await at.startQuery(other);
    await until(async () => ((await world.rows(other.payable))[0]?.queries ?? 0) > 0, 'the query');
    expect(await at.stateOf(other)).toBe('prompted');
  });

  test('with an unknown code: the payment stays open', async () => {
    const one = await at.target();
    await at.call(one.path, body({ checkout: one.checkout, code: 8888 }));
    expect(await at.stateOf(one)).toBe('unknown');
    expect(await world.jobStatus(one.payable)).toMatchObject({ status: 'pending', phone: BY_HAND });
  });
});

test('GET, PUT and DELETE of a callback address are 404', async () => {
  const one = await at.target();
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const response = await world.harness.app.inject({ method, url: one.path });
    expect(response.statusCode).toBe(404);
  }
});

const eventsOf = async (one: Target) => {
  const { id = 0 } = (await world.rows(one.payable))[0] ?? {};
  return world.harness.db
    .select({ kind: paymentEvents.kind })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, id))
    .orderBy(paymentEvents.id);
};

describe('a flood to one callback address', () => {
  const floods: [string, (one: Target, n: number) => unknown][] = [
    ['malformed bodies', (_, n) => ({ n })],
    ['bodies with foreign checkout ids', (_, n) => body({ checkout: `ws_CO_${n}` })],
    ['bodies without amount and receipt', ({ checkout }) => body({ checkout, items: [] })],
    ['bodies with an unknown code', ({ checkout }) => body({ checkout, code: 8888 })],
  ];

  test.each(floods)(
    'of %s is stored up to a limit, and the true callback is still accepted',
    async (_, of) => {
      const one = await at.target();
      for (let n = 0; n < 150; n += 25) {
        const bodies = Array.from({ length: 25 }, (_, index) => of(one, n + index));
        const answers = await Promise.all(bodies.map((sent) => at.call(one.path, sent)));
        // On a slow machine some wait too long for the lock; a query asks M-Pesa about those later.
        for (const { status } of answers) expect([200, 400, 503]).toContain(status);
      }
      const kinds = (await eventsOf(one)).map(({ kind }) => kind);
      const callbacks = kinds.filter((kind) => kind.startsWith('callback'));
      // One of them may have changed the state, which is always stored.
      expect(callbacks.length).toBeLessThanOrEqual(MAX_CALLBACKS + 2);
      expect(kinds.filter((kind) => kind === 'callbacks_no_longer_stored')).toHaveLength(1);
      // Nor does each of them start a query.
      expect((await world.rows(one.payable))[0]?.queries).toBeLessThanOrEqual(MAX_CALLBACKS + 2);

      await at.call(
        one.path,
        body({ checkout: one.checkout, receipt: `FLOOD${one.payable.account.id}` }),
      );
      expect(await at.stateOf(one)).toBe('paid');
      // The answer of a query that began before may be stored after it.
      expect(await eventsOf(one)).toContainEqual({ kind: 'callback_paid' });
    },
  );
});
