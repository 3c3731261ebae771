/** How a row of the endpoint table becomes a route: who is let in, what is counted, what a handler is given. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import multipartPlugin from '@fastify/multipart';
import Fastify from 'fastify';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import { calls } from '../../src/contract/schemas.ts';
import type { Role } from '../../src/contract/schemas.ts';
import type { Try } from '../../server/calls/rateLimits.ts';
import type { Input } from '../../server/calls/route.ts';
import { installErrorHandler, validatorCompiler } from '../../server/http/errors.ts';
import { ANSWERS, BODIES } from '../../server/http/openapiExamples.ts';
import { registerEndpoints } from '../../server/http/registerEndpoints.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { openHarness } from './openHarness.ts';
import { multipart } from './postAd.ts';
import { listenAnywhere, sendRaw } from './rawClient.ts';

type Given = Input<EndpointName>;
interface Options {
  answer?: (name: EndpointName, input: Given) => Promise<unknown>;
  rateLimitFactor?: number;
}

const server = await openHarness();
const signedIn = async (role: Role) => {
  const account = await server.account(role);
  return { account, headers: await server.signIn(account) };
};
const people = { client: await signedIn('client'), fundi: await signedIn('fundi') };
const apps: FastifyInstance[] = [];
let given: Given[] = [];
let taken: Try[] = [];
beforeEach(() => {
  given = [];
  taken = [];
});
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** A server whose handlers write down what they are given, and whose limits only what they count. */
async function start({ answer, rateLimitFactor = 1000 }: Options = {}) {
  const app = Fastify();
  apps.push(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrorHandler(app);
  await app.register(multipartPlugin);
  const handle = (name: EndpointName) => async (input: Given) => {
    given.push(input);
    return answer ? await answer(name, input) : ANSWERS[name];
  };
  const handlers = endpointRows.map(([name]) => [name, handle(name)]);
  const config = { ...server.ctx.config, rateLimitFactor };
  const limits = { ...server.ctx.limits, take: async (tries: Try[]) => void taken.push(...tries) };
  registerEndpoints(app, { ...server.ctx, config, limits }, Object.fromEntries(handlers));
  return app;
}

const plain = await start();

/** A good call of this name. */
async function good(name: EndpointName, row: Endpoint): Promise<InjectOptions> {
  const url = row.path.replace('{id}', '7');
  const method = row.method;
  if (row.multipart) return { method, url, ...(await multipart(adForm())) };
  if (name === 'getJobPaymentStatus') return { method, url, query: { job_id: '7' } };
  return { method, url, ...('body' in calls[name] && { payload: BODIES[name] as object }) };
}

describe.each(endpointRows)('the route of %s', (name, row: Endpoint) => {
  const { auth, path } = row;
  const { account, headers: token } = people[auth === 'fundi' ? 'fundi' : 'client'];
  const headers = auth === 'none' ? {} : { ...token, 'accept-encoding': 'br' };
  const send = async (changes: InjectOptions = {}) => {
    const call = await good(name, row);
    return await plain.inject({ ...call, headers: { ...call.headers, ...headers }, ...changes });
  };

  it('gives the handler what was sent, and sends what it answers', async () => {
    const { statusCode, headers: got, body } = await send();
    expect(statusCode).toBe(calls[name].status);
    expect(body === '' ? undefined : JSON.parse(body)).toEqual(ANSWERS[name]);
    expect(got['cache-control']).toBe(auth === 'none' ? 'no-cache' : 'no-store');
    // Beside what a caller chose, the size of a compressed answer tells a secret.
    if (auth !== 'none') expect(got).not.toHaveProperty('content-encoding');
    expect('etag' in got).toBe(name === 'listAds' || name === 'listFundis');
    expect(given).toHaveLength(1);
    const [input] = given;
    expect(input?.id).toBe(path.includes('{id}') ? 7 : 0);
    const caller = { account, tokenHash: expect.any(String) as unknown };
    const isOpen = auth === 'none';
    expect(input).toMatchObject({
      account: isOpen ? null : account,
      caller: isOpen ? null : caller,
    });
    expect(input?.image === null).toBe(!row.multipart);
    if (name === 'getJobPaymentStatus') expect(input?.query).toEqual({ job_id: '7' });
  });

  if (path.includes('{id}')) {
    it('knows no record without a number', async () => {
      const answer = await send({ url: path.replace('{id}', 'abc') });
      expect([answer.statusCode, answer.json()]).toEqual([404, { error: 'Record not found.' }]);
      expect(given).toEqual([]);
    });
  }
});

const JOB = { title: 'Roof', description: 'It leaks', location: 'Juja' };
const asClient = (rest: InjectOptions) => ({
  ...rest,
  headers: { ...rest.headers, ...people.client.headers },
});
const postJob = (payload?: object): InjectOptions =>
  asClient({ method: 'POST', url: '/jobs/', ...(payload && { payload }) });
const postForm = async (url: string, form: FormData) =>
  asClient({ method: 'POST', url, ...(await multipart(form)) });

/** The status of the answer to a call, and the fields that it names. */
async function fieldsOf(sent: InjectOptions) {
  const answer = await plain.inject(sent);
  return [answer.statusCode, Object.keys(answer.json())];
}

/** Answers as the contract says, and more. */
const tellingMore = async (name: EndpointName) => ({
  ...(ANSWERS[name] as object),
  passwordHash: 'x',
});

describe('a call', () => {
  it('asks who calls before anything else', async () => {
    const call = { method: 'PATCH', url: '/jobs/abc/' } as const;
    const { headers } = people.fundi;
    expect((await plain.inject(call)).statusCode).toBe(401);
    expect((await plain.inject({ ...call, headers })).statusCode).toBe(403);
    expect(given).toEqual([]);
  });

  it('without a body is refused with every field, one of another kind at its field', async () => {
    expect(await fieldsOf(postJob())).toEqual([400, ['title', 'description', 'location']]);
    expect(await fieldsOf(asClient({ url: '/payments/job-status/' }))).toEqual([400, ['job_id']]);
    expect(given).toEqual([]);
  });

  it('that takes JSON reads no form', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(JOB)) form.set(name, value);
    expect((await plain.inject(await postForm('/jobs/', form))).statusCode).toBe(400);
    expect(given).toEqual([]);
  });

  it('with a picture gives its bytes and its fields', async () => {
    await plain.inject(await postForm('/ads/', adForm({ title: 'Rangi' })));
    expect(given[0]?.image?.subarray(1, 4).toString()).toBe('PNG');
    expect(given[0]?.body).toMatchObject({ title: 'Rangi' });
  });

  it('is not answered with a field that the contract does not have', async () => {
    const app = await start({ answer: tellingMore });
    const { statusCode, body } = await app.inject(postJob(JOB));
    expect(statusCode).toBe(500);
    expect(body).not.toContain('passwordHash');
  });
});

describe('what is counted', () => {
  it('is an upload of the account once it is known, and nothing of who has no token', async () => {
    const app = await start();
    const upload = { method: 'POST', url: '/ads/' } as const;
    await app.inject(upload);
    expect(taken).toEqual([]);
    await app.inject(asClient(upload));
    const { id } = people.client.account;
    expect(taken).toEqual([{ limit: 'upload', by: String(id) }]);
  });

  it('is nothing more of a call without a picture', async () => {
    await plain.inject(postJob(JOB));
    expect([given.length, taken]).toEqual([1, []]);
  });

  it('are the calls of each account: 600 in five minutes, here a hundredth of them', async () => {
    const app = await start({ rateLimitFactor: 0.01 });
    const me = async ({ headers }: { headers: object }, url = '/accounts/clients/me/') =>
      (await app.inject({ url, headers: { ...headers } })).statusCode;
    const seen = [];
    for (let at = 0; at < 7; at += 1) seen.push(await me(people.client));
    expect(seen).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(await me(people.fundi, '/accounts/fundis/me/')).toBe(200);
  });
});

/** Longer than anything takes here: a handler that never learns it fails this test soon. */
const SOON = { timeout: 10_000 };

/** The caller goes, and the server notices it. */
async function leave({ raw }: Given['reply'], socket: Socket) {
  const closed = once(raw, 'close');
  socket.destroy();
  await closed;
}

describe('a handler', () => {
  const signals: AbortSignal[] = [];
  const learnt = () => expect.poll(() => signals.map(({ aborted }) => aborted), SOON);
  beforeEach(() => {
    signals.length = 0;
  });

  /** Asks a handler that waits, then looks at who has gone. */
  async function asked(wait: (input: Given) => Promise<unknown>) {
    const app = await start({
      answer: async (name, input) => {
        await wait(input);
        signals.push(input.gone);
        return ANSWERS[name];
      },
    });
    return sendRaw(await listenAnywhere(app), 'GET /ads/ HTTP/1.1\r\nHost: x\r\n\r\n');
  }

  it('learns that its caller has gone while it works', async () => {
    const { socket } = await asked(async ({ gone, reply }) => {
      signals.push(gone);
      expect(gone.aborted).toBe(false);
      await leave(reply, socket);
    });
    await learnt().toEqual([true, true]);
  });

  it('learns that its caller had gone before it asked', async () => {
    const { socket } = await asked(async ({ reply }) => await leave(reply, socket));
    await learnt().toEqual([true]);
  });

  it('learns nothing of a caller who has the answer', async () => {
    const { socket, ended, received } = await asked(async () => undefined);
    await expect.poll(received, SOON).toContain('\r\n\r\n');
    socket.end();
    await ended;
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  });
});
