/** The metrics of one server for Prometheus. No label holds a phone, an id or an address with ids. */
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/db.ts';
import type { Gateway } from '../../mpesa/gateway.ts';
import type { Finding } from '../notices/causes.ts';
import { countByState, readWaiting } from './books.ts';

/** Bounds of the durations, in s. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10];
/** The payments that wait are read at most once in this many ms. */
const WAITING_MS = 15_000;
/** All payments are counted at most once in this many ms: a million take a tenth of a second. */
const STATES_MS = 60_000;

export interface Metrics {
  /** Everything that is counted, as Prometheus reads it. */
  read(): Promise<{ type: string; text: string }>;
  /** Measures every answer of `app`. */
  watchAnswers(app: FastifyInstance): void;
  /** `gateway`, with its prompts counted. */
  watchPrompts(gateway: Gateway): Gateway;
  /** Shows which causes for a notice there are. What cannot be known now is left out. */
  showFindings: (findings: Finding[]) => void;
}

/** Whether `read` succeeds; a good answer holds for `ms`, a failed one is read again at the next call. */
function atMostEvery(ms: number, read: () => Promise<void>): () => Promise<boolean> {
  let at = -Infinity;
  let answered = Promise.resolve(false);
  return () => {
    if (performance.now() - at >= ms) {
      at = performance.now();
      answered = read().then(
        () => true,
        // The log of the calls says why.
        () => {
          at = -Infinity;
          return false;
        },
      );
    }
    return answered;
  };
}

/** The metrics of a server on `database`. */
export function createMetrics({ db, load }: Pick<Database, 'db' | 'load'>): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const answers = new Histogram({
    name: 'fundi_answer_seconds',
    help: 'Answers by call and status, with their durations. 429 is a rate limit.',
    labelNames: ['call', 'status'],
    buckets: BUCKETS,
    registers,
  });
  const prompts = new Counter({
    name: 'fundi_prompts_total',
    help: 'Prompts by what M-Pesa answered: accepted, refused, or unknown.',
    labelNames: ['result'],
    registers,
  });
  for (const result of ['accepted', 'refused', 'unknown']) prompts.inc({ result }, 0);

  const isUp = new Gauge({
    name: 'fundi_database_up',
    help: '1 when the database answered every reading.',
    registers,
  });
  const byState = new Gauge({
    name: 'fundi_payments',
    help: 'Payments by state.',
    labelNames: ['state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'fundi_oldest_open_payment_seconds',
    help: 'Age of the oldest payment without a result; 0 without any.',
    registers,
  });
  const reviews = new Gauge({
    name: 'fundi_reviews_waiting',
    help: 'Payments that a person must look at.',
    registers,
  });
  const unmatched = new Gauge({
    name: 'fundi_unmatched_sums',
    help: 'Sums of Pay Bill that a person must look at.',
    registers,
  });
  const troubles = new Gauge({
    name: 'fundi_trouble',
    help: '1 while there is this cause for a notice, 0 while there is not.',
    labelNames: ['cause'],
    registers,
  });
  const connections = new Gauge({
    name: 'fundi_database_connections',
    help: 'Connections to PostgreSQL: open, idle, and calls that wait for one.',
    labelNames: ['state'],
    registers,
  });

  const readWaits = atMostEvery(WAITING_MS, async () => {
    const waiting = await readWaiting(db);
    oldest.set(waiting.oldestOpenSeconds);
    reviews.set(waiting.reviews);
    unmatched.set(waiting.unmatched);
  });
  const readStates = atMostEvery(STATES_MS, async () => {
    for (const [state, number] of Object.entries(await countByState(db))) {
      byState.set({ state }, number);
    }
  });

  return {
    async read() {
      // One good reading must not hide that the other one failed.
      const answered = [await readWaits(), await readStates()];
      isUp.set(answered.includes(false) ? 0 : 1);
      for (const [state, number] of Object.entries(load())) connections.set({ state }, number);
      return { type: registry.contentType, text: await registry.metrics() };
    },
    watchAnswers(app) {
      app.addHook('onResponse', (request, reply, done) => {
        // The pattern of the route, because each unknown address would become a label.
        const call = `${request.method} ${request.routeOptions.url ?? 'unknown'}`;
        answers.observe({ call, status: reply.statusCode }, reply.elapsedTime / 1000);
        done();
      });
    },
    showFindings(findings) {
      troubles.reset();
      for (const { cause, holds } of findings)
        if (holds !== null) troubles.set({ cause }, Number(holds));
    },
    watchPrompts: (gateway) => ({
      ...gateway,
      async push(request) {
        const result = await gateway.push(request);
        prompts.inc({ result: result.kind });
        return result;
      },
    }),
  };
}

/**
 * The server of `GET /metrics`, for a port of its own, which the proxy does not lead to; the caller makes it
 * listen.
 */
export function buildMetricsServer({ read }: Pick<Metrics, 'read'>): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) => {
    const { type, text } = await read();
    return reply.type(type).send(text);
  });
  return app;
}
