/** The metrics of one server for Prometheus. No label holds a phone, an id or an address with ids. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../db/db.ts';
import { atMostEvery } from '../process/every.ts';
import { watchPushes } from '../mpesa/gateway.ts';
import type { Gateway } from '../mpesa/gateway.ts';
import { countByState, readWaiting } from './books/readTotals.ts';
import type { Finding } from './notices/causes.ts';

/** What waits is read at most once in so many ms; all payments less often: to count a million takes a tenth of a second. */
const WAITING_MS = 15_000;
const STATES_MS = 60_000;

function setAll(gauge: Gauge, numbers: object): void {
  for (const [state, number] of Object.entries(numbers)) gauge.set({ state }, Number(number));
}

export function createMetrics({ db, load }: Pick<Database, 'db' | 'load'>) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `fundi_${name}`, help, labelNames, registers });

  const answers = new Histogram({
    name: 'fundi_answer_seconds',
    help: 'Answers by call and status, with their durations. 429 is a rate limit.',
    labelNames: ['call', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  });
  const prompts = new Counter({
    name: 'fundi_prompts_total',
    help: 'Prompts by what M-Pesa answered: accepted, refused, or unknown.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['accepted', 'refused', 'unknown']) prompts.inc({ result }, 0);
  const isUp = gauge('database_up', '1 when the database answered every reading.');
  const byState = gauge('payments', 'Payments by state.', 'state');
  const oldest = gauge(
    'oldest_open_payment_seconds',
    'Age of the oldest payment without a result; 0 without any.',
  );
  const reviews = gauge('reviews_waiting', 'Payments that a person must look at.');
  const unmatched = gauge('unmatched_sums', 'Sums of Pay Bill that a person must look at.');
  const troubles = gauge(
    'trouble',
    '1 while there is this cause for a notice, 0 while there is not.',
    'cause',
  );
  const connections = gauge(
    'database_connections',
    'Connections to PostgreSQL: open, idle, and calls that wait for one.',
    'state',
  );

  const readings = [
    atMostEvery(WAITING_MS, async () => {
      const waiting = await readWaiting(db);
      oldest.set(waiting.oldestOpenSeconds);
      reviews.set(waiting.reviews);
      unmatched.set(waiting.unmatched);
    }),
    atMostEvery(STATES_MS, async () => setAll(byState, await countByState(db))),
  ];

  return {
    async read(): Promise<{ type: string; text: string }> {
      // One good reading must not hide that the other one failed; the log of the calls says why.
      const read = await Promise.allSettled(readings.map((reading) => reading()));
      isUp.set(read.every(({ status }) => status === 'fulfilled') ? 1 : 0);
      setAll(connections, load());
      return { type: registry.contentType, text: await registry.metrics() };
    },
    watchAnswers(app: FastifyInstance): void {
      app.addHook('onResponse', (request, reply, done) => {
        // The pattern of the route, because each unknown address would become a label.
        const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
        answers.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    watchPrompts: (gateway: Gateway): Gateway =>
      watchPushes(gateway, ({ kind }) => prompts.inc({ result: kind })),
    /** Shows which causes for a notice there are. What cannot be known now is left out. */
    showFindings: (findings: Finding[]): void => {
      troubles.reset();
      for (const { cause, holds } of findings) troubles.set({ cause }, Number(holds));
    },
  };
}
export type Metrics = ReturnType<typeof createMetrics>;

/** The server of `GET /metrics`, for a port of its own, which the proxy does not lead to; the caller makes it listen. */
export function buildMetricsServer({ read }: Pick<Metrics, 'read'>): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await read();
    return reply.type(type).send(text);
  });
  return app;
}
