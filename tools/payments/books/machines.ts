/**
 * The machines of a town in one process: the real server and the real simulator without a network between them, a clock that is
 * moved, a database that can be lost and a server that can be killed. Only one at a time: the clock and `fetch`
 * are those of the whole process.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { mock } from 'node:test';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { buildApp } from '../../../server/app.ts';
import type { Context } from '../../../server/calls/context.ts';
import { loadConfig } from '../../../server/config.ts';
import { truncateAll } from '../../../testkit/contract/freshDatabase.ts';
import type { Database, Db } from '../../../server/db/db.ts';
import { createDaraja } from '../../../server/mpesa/daraja.ts';
import type { Gateway } from '../../../server/mpesa/gateway.ts';
import { sumsAddresses, SUMS_PATHS } from '../../../server/payments/offerPayBill.ts';
import { createPayments } from '../../../server/payments/service.ts';
import type { Payments } from '../../../server/payments/service.ts';
import { buildSimulator } from '../../../simulator/simulator.ts';
import { UNLIMITED } from '../../../testkit/childEnv.ts';
import { withFaults } from './faults.ts';
import { brokenOff, wireTo } from './wire.ts';
import type { SentNotice, SimulatedBooks, Wire } from './wire.ts';
import type { Faults } from './faults.ts';

/** A Sunday morning: each world starts then. */
const START = Date.parse('2026-11-01T08:00:00+03:00');

const none = async () => undefined;

export class Machines {
  /** Without faults. */
  readonly db: Db;
  readonly faults: Faults;
  notices: SentNotice[] = [];
  /** The receipts of the confirmations that the server has answered. */
  confirmed = new Set<string>();
  /** The prompt of each payment, by its public id. */
  promptOf = new Map<string, string>();
  /** Answers that no fault explains. */
  odd: string[] = [];
  /** How many steps from now the database stays away. */
  awayFor = 0;

  private readonly database: Database;
  private readonly simulator: FastifyInstance;
  private readonly fetch = globalThis.fetch;
  private readonly calls = new Set<Promise<Response>>();
  private readonly toSimulator: Wire;
  protected app!: FastifyInstance;
  protected ctx!: Context;
  private payments!: Payments;

  protected constructor(database: Database) {
    this.database = database;
    this.db = database.db;
    this.faults = withFaults(database.db);
    this.simulator = buildSimulator();
    this.toSimulator = wireTo(this.simulator);
  }

  /** Takes the clock and `fetch` of the process, and builds the server. */
  protected async start(): Promise<void> {
    globalThis.fetch = ((url: string, init: RequestInit = {}) =>
      this.send(url, init)) as typeof fetch;
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START });
    const env = { DATA_DIR: tmpdir(), SERVE_APP: 'false', MPESA_C2B: 'on', ...UNLIMITED };
    this.app = await buildApp({
      config: loadConfig(env),
      db: this.faults.db,
      now: () => new Date(),
      log: pino({ level: 'silent' }),
      payments: (ctx) => {
        this.ctx = ctx;
        this.payments = createPayments(ctx, this.gateway());
        // The server of the moment; it is started and stopped here.
        return new Proxy(this.payments, {
          get: (_, name) =>
            name === 'start' || name === 'stop'
              ? none
              : (Reflect.get(this.payments, name) as unknown),
        });
      },
    });
    await this.app.ready();
    await this.simulator.ready();
    await this.idle();
  }

  /** Begins a world: nobody, nothing, and the first morning. */
  async reset(): Promise<void> {
    this.faults.mend();
    await this.payments.stop();
    await this.simulator.inject({ method: 'POST', url: '/reset' });
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: START });
    await truncateAll(this.db);
    this.notices = [];
    this.confirmed = new Set();
    this.promptOf = new Map();
    this.odd = [];
    this.awayFor = 0;
    this.startServer();
    const daraja = this.daraja();
    await daraja.register(sumsAddresses(this.ctx));
    await this.idle();
  }

  async close(): Promise<void> {
    this.faults.mend();
    await this.payments.stop();
    await this.app.close();
    await this.simulator.close();
    await this.database.close();
    mock.timers.reset();
    globalThis.fetch = this.fetch;
  }

  /** What a command of the operator is given. */
  get desk() {
    return { config: this.ctx.config, db: this.faults.db, now: () => new Date() };
  }

  private startServer(): void {
    this.payments = createPayments(this.ctx, this.gateway());
    this.payments.start();
  }

  /** A new server on the same database, after a kill. */
  async restart(): Promise<void> {
    await this.idle();
    await this.payments.stop().catch(() => undefined);
    this.faults.mend();
    this.startServer();
  }

  private daraja() {
    return createDaraja(this.ctx.config.mpesa, {
      now: () => Date.now(),
      send: async (url, call) => {
        const answer = await this.send(url.href, call);
        return { status: answer.status, text: await answer.text() };
      },
    });
  }

  /** M-Pesa over the wire; it also notes which prompt belongs to which payment. */
  private gateway(): Gateway {
    const daraja = this.daraja();
    return {
      ...daraja,
      push: async (request) => {
        const before = new Set((await this.books()).prompts.map(({ id }) => id));
        const result = await daraja.push(request);
        const made = (await this.books()).prompts.find(
          ({ id, reference }) => !before.has(id) && reference === request.reference,
        );
        const publicId = new URL(request.callbackUrl).pathname.split('/').at(-1)?.slice(0, 24);
        if (made && publicId !== undefined) this.promptOf.set(publicId, made.id);
        return result;
      },
    };
  }

  /** In the place of the network: to the simulator, or from it to the server. */
  private send(url: string, init: RequestInit): Promise<Response> {
    const sent = this.deliver(new URL(url), init);
    this.calls.add(sent);
    void sent.catch(() => undefined).then(() => this.calls.delete(sent));
    return sent;
  }

  private async deliver({ origin, pathname, search }: URL, init: RequestInit): Promise<Response> {
    if (this.faults.now() === 'killed') throw brokenOff('nobody is there');
    const toServer = origin === this.ctx.config.mpesa.callbackBaseUrl;
    const body = typeof init.body === 'string' ? init.body : '';
    if (toServer) return await this.notify({ path: pathname, body });
    return await this.toSimulator(`${pathname}${search}`, init);
  }

  /** Brings a notice of M-Pesa to the server, as often as it is called. */
  async notify(notice: SentNotice): Promise<Response> {
    if (!this.notices.includes(notice)) this.notices.push(notice);
    const { path: url, body: payload } = notice;
    const headers = { 'content-type': 'application/json' };
    const answer = await this.app.inject({ method: 'POST', url, headers, payload });
    this.look(`notice ${url}`, answer);
    if (url.startsWith(SUMS_PATHS.came) && answer.statusCode === 200) {
      this.confirmed.add((JSON.parse(payload) as { TransID: string }).TransID);
    }
    return new Response(answer.body, { status: answer.statusCode });
  }

  /** Brings what M-Pesa never sent. */
  async forge({ path: url, body: payload }: SentNotice): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    this.look('forged', await this.app.inject({ method: 'POST', url, headers, payload }));
    await this.idle();
  }

  protected look(what: string, { statusCode, body }: { statusCode: number; body: string }): void {
    const isFault = statusCode === 500 || statusCode === 503;
    if (isFault && this.faults.now() === null) this.odd.push(`${what}: ${statusCode} ${body}`);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await turn();
      if (this.calls.size > 0 || this.faults.busy() > 0) quiet = -1;
    }
  }

  /** Lets so many ms pass: what is due at the server and at M-Pesa is done, in steps. */
  async wait(ms: number): Promise<void> {
    const HOPS = [1, 1000, 4000, 10_000, 30_000, 60_000, 120_000, 600_000, 3_600_000, 21_600_000];
    let left = ms;
    for (let at = 0; left > 0; at += 1) {
      const hop = Math.min(left, HOPS[at] ?? 86_400_000);
      mock.timers.tick(hop);
      await this.idle();
      left -= hop;
      if (this.faults.now() === 'killed') await this.restart();
    }
  }

  /** What the simulator has taken, from whom, and what left. */
  async books(): Promise<SimulatedBooks> {
    return (await this.simulator.inject('/ledger')).json<SimulatedBooks>();
  }

  async statement(): Promise<string> {
    return (await this.simulator.inject('/statement.csv')).body;
  }

  /** A call to the simulated phone or portal; its answer's body. */
  async phone<T>(url: string, payload: object = {}): Promise<T> {
    const answer = await this.simulator.inject({ method: 'POST', url, payload });
    await this.idle();
    return answer.json<T>();
  }
}
