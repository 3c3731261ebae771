/**
 * Another backend, as somebody would write it from the specification alone: on another origin, in the
 * manner of Django REST Framework, with none of the extras of the reference API. `faults` says what is
 * wrong with it.
 */
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import { serveFetch } from '../serveFetch.ts';
import type { Served } from '../serveFetch.ts';
import type { Fault } from './faults.ts';
import type { Call, Calls } from './call.ts';
import { bodyOf, FORBIDDEN, NOT_FOUND, Refused } from './http.ts';
import { listings } from './listings.ts';
import { people } from './people.ts';
import { Store } from './store.ts';
import type { Person } from './store.ts';

const calls: Calls = { ...people, ...listings };
const CREATES = new Set<EndpointName>(['registerFundi', 'registerClient', 'createJob', 'createAd']);

// Paths without a parameter first: `/jobs/mine/` is not the job "mine".
const rows = endpointRows
  .filter(([name]) => calls[name] !== undefined)
  .toSorted(([, a], [, b]) => Number(a.path.includes('{')) - Number(b.path.includes('{')))
  .map(([name, row]) => ({
    name,
    method: row.method,
    pattern: new RegExp(`^/api${row.path.replace('{id}', '([^/]+)')}$`),
  }));

function callerOf({ store, faults }: Pick<Call, 'store' | 'faults'>, request: Request): Person {
  const sent = request.headers.get('authorization') ?? '';
  const scheme = faults.has('bearer only') ? 'Bearer' : 'Token';
  const token = new RegExp(`^${scheme} (\\S+)$`).exec(sent)?.[1];
  if (token === undefined) throw new Refused(401, 'Authentication credentials were not provided.');
  const person = store.tokens.get(token);
  if (person) return person;
  if (faults.has('own 403')) throw new Refused(403, 'Not for you.');
  throw new Refused(faults.has('token 403') ? 403 : 401, 'Invalid token.');
}

async function answerCall(
  request: Request,
  world: Pick<Call, 'store' | 'faults' | 'url'>,
): Promise<Response> {
  const { store, url } = world;
  const picture = /^\/media\/ads\/(.*)$/.exec(url.pathname)?.[1];
  const stored = store.ads.find(({ id }) => String(id) === picture)?.picture;
  if (stored) return new Response(stored.bytes, { headers: { 'content-type': stored.type } });
  const matching = rows.filter(({ pattern }) => pattern.test(url.pathname));
  if (matching.length === 0) throw NOT_FOUND();
  const row = matching.find(({ method }) => method === request.method);
  if (!row) throw new Refused(405, `Method "${request.method}" not allowed.`);
  const { auth }: Endpoint = endpoints[row.name];
  const caller = auth === 'none' ? (null as never) : callerOf(world, request);
  if ((auth === 'fundi' || auth === 'client') && caller.role !== auth) throw FORBIDDEN();
  const [, id = ''] = row.pattern.exec(url.pathname) ?? [];
  const body = request.method === 'GET' ? {} : await bodyOf(request);
  const answer = await calls[row.name]?.({ ...world, caller, body, id: decodeURIComponent(id) });
  if (answer === undefined) return new Response(null, { status: 204 });
  return Response.json(answer, { status: CREATES.has(row.name) ? 201 : 200 });
}

const camel = (text: string) =>
  text.replace(/"(\w+)":/g, (whole, name: string) =>
    name.includes('_')
      ? `"${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}":`
      : whole,
  );

function refusal(error: unknown, faults: ReadonlySet<Fault>): Response {
  const { status, body } = error instanceof Refused ? error : new Refused(500, 'Server Error');
  if (faults.has('html errors')) {
    const page = `<!DOCTYPE html><html><title>Error ${status}</title><h1>Server Error</h1></html>`;
    return new Response(page, { status, headers: { 'content-type': 'text/html' } });
  }
  const headers = status === 401 ? { 'www-authenticate': 'Token' } : {};
  return Response.json(body, { status, headers });
}

/** What `django-cors-headers` adds. */
function allow(request: Request, answer: Response, faults: ReadonlySet<Fault>): Response {
  const origin = request.headers.get('origin');
  if (origin === null) return answer;
  const { headers } = answer;
  headers.set('access-control-allow-origin', faults.has('any origin') ? '*' : origin);
  headers.set('vary', 'origin');
  if (!faults.has('no credentials')) headers.set('access-control-allow-credentials', 'true');
  if (request.method !== 'OPTIONS') return answer;
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const allowed = methods.filter((name) => name !== 'PATCH' || !faults.has('no patch'));
  headers.set('access-control-allow-methods', allowed.join(', '));
  const names = faults.has('no authorization') ? 'content-type' : 'authorization, content-type';
  headers.set('access-control-allow-headers', names);
  return answer;
}

interface DrfOptions {
  faults?: ReadonlySet<Fault>;
  /** How long a payer takes to answer a prompt, in ms. */
  answerMs?: number;
  /** 0, the default, takes a free one. */
  port?: number;
}

/** Starts it; `base` is the address of its API. */
export async function startDrf({
  faults = new Set(),
  answerMs = 800,
  port = 0,
}: DrfOptions = {}): Promise<Served & { base: string }> {
  const store = new Store(answerMs);
  const served = await serveFetch(async (request) => {
    const isPreflight = request.method === 'OPTIONS';
    if (isPreflight && faults.has('no preflight')) return new Response(null, { status: 405 });
    if (isPreflight) return allow(request, new Response(null, { status: 200 }), faults);
    const world = { store, faults, url: new URL(request.url) };
    let answer = await answerCall(request, world).catch((error: unknown) => refusal(error, faults));
    if (faults.has('camel case') && answer.headers.get('content-type') === 'application/json')
      answer = new Response(camel(await answer.text()), answer);
    return allow(request, answer, faults);
  }, port);
  return { ...served, base: `${served.origin}/api` };
}
