/**
 * Another backend, as somebody would write it from the specification alone: the mocks, on another origin, in the
 * manner of Django REST Framework and with none of the extras of the reference API. `faults` says what is wrong
 * with it.
 */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint, EndpointName } from '../../src/contract/endpoints.ts';
import { db } from '../../tests/mocks/db.ts';
import { callAt } from '../contract/callAt.ts';
import { startMockApi } from '../mockApi.ts';
import type { Answering, Served } from '../serveFetch.ts';
import { effectsOn, Refused } from './faults.ts';
import type { Call, Fault, Fields } from './faults.ts';

const PAGE_SIZE = 10;

/** The call of a request, without a body yet. Throws for one that is not in the specification. */
function callOf({ method, url }: Request): Pick<Call, 'name' | 'id'> {
  const call = callAt(method, new URL(url).pathname.replace('/api', ''));
  if (call === null || call.name === 'logout') throw new Refused(404, 'Not found.');
  return call;
}

/** The token of the caller; throws for one that the mocks do not know. */
function tokenOf(request: Request, name: EndpointName, faults: ReadonlySet<Fault>): string {
  const { auth }: Endpoint = endpoints[name];
  if (auth === 'none') return '';
  const sent = request.headers.get('authorization') ?? '';
  const scheme = faults.has('bearer only') ? 'Bearer' : 'Token';
  const token = new RegExp(`^${scheme} (\\S+)$`).exec(sent)?.[1];
  if (token === undefined) throw new Refused(401, 'Authentication credentials were not provided.');
  if (db.sessions.has(token)) return token;
  if (faults.has('own 403')) throw new Refused(403, 'Not for you.');
  throw new Refused(faults.has('token 403') ? 403 : 401, 'Invalid token.');
}

/** What the specification does not ask for. */
const EXTRAS = ['payment', 'deletes_at', 'taken_down', 'image_small', 'is_paid', 'logout'];
const STATUSES: Record<string, string> = { completed: 'Completed', failed: 'Cancelled' };

/** A record as DRF shows it: a date with microseconds and the zone of Nairobi, an amount as text. */
function inItsManner(name: EndpointName, record: Fields): Fields {
  if (name === 'getJobPaymentStatus')
    return { status: STATUSES[String(record.status)] ?? 'Pending' };
  if (name === 'requestPayment')
    return { checkout_id: record.checkout_id, message: record.message, amount: '100.00' };
  const shown = Object.entries(record)
    .filter(([key]) => !EXTRAS.includes(key))
    .map(([key, value]) => {
      const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value);
      const local = isDate && new Date(Date.parse(value) + 3 * 60 * 60 * 1000).toISOString();
      return [key === 'image_url' ? 'image' : key, local ? local.replace('Z', '417+03:00') : value];
    });
  return Object.fromEntries(shown) as Fields;
}

/** One page of a list, by number. */
function paged(rows: Fields[], url: URL, isLost: boolean): Fields {
  const page = Number(url.searchParams.get('page') ?? 1);
  const address = (to: number) => {
    const next = new URL(url);
    next.searchParams.set('page', String(isLost ? 1 : to));
    return next.href;
  };
  return {
    count: rows.length,
    next: page * PAGE_SIZE < rows.length ? address(page + 1) : null,
    previous: page > 1 ? address(page - 1) : null,
    results: rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
  };
}

/** A refusal of the mocks, as DRF words it. */
function refusalOf(name: EndpointName, status: number, body: Fields): Refused {
  if (name.startsWith('login') && status === 401)
    return new Refused(400, {
      non_field_errors: ['Unable to log in with provided credentials.'],
    });
  const text = body.error;
  if (typeof text !== 'string') return new Refused(status, body);
  return text.includes('not yours') ? new Refused(404, 'Not found.') : new Refused(status, text);
}

const isForm = ({ headers }: Request) =>
  headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

async function fieldsOf(request: Request): Promise<Fields> {
  if (isForm(request)) return Object.fromEntries(await request.formData());
  try {
    const body: unknown = await request.json();
    return body !== null && typeof body === 'object' ? (body as Fields) : {};
  } catch {
    // No body, or none that can be read: the mocks say so.
    return {};
  }
}

async function answerCall(
  request: Request,
  faults: ReadonlySet<Fault>,
  usual: Answering,
): Promise<Response> {
  const url = new URL(request.url);
  if (url.pathname.startsWith('/media/') && url.pathname !== '/media/gone')
    return await usual(request);
  const { name, id } = callOf(request);
  const token = tokenOf(request, name, faults);
  const body = await fieldsOf(request.clone());
  const call: Call = { name, id, body, token, caller: db.sessions.get(token) };
  const effects = effectsOn(name, faults);
  for (const { before } of effects) before?.(call);

  const headers = new Headers(request.headers);
  headers.set('authorization', `Token ${call.token}`);
  // A form goes on as it came, and so does what cannot be read.
  const isAsItCame = isForm(request) || Object.keys(body).length === 0;
  const place = url.pathname.replace(id, call.id);
  const sent = await request.arrayBuffer();
  const content = isAsItCame ? sent : JSON.stringify(call.body);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const asked = new Request(new URL(place + url.search, url), {
    method: request.method,
    headers,
    ...(!isRead && sent.byteLength > 0 && { body: content }),
  });
  const came = await usual(asked);
  if (came.status === 204) return new Response(null, { status: 204 });
  const given: unknown = await came.json();
  if (!came.ok) throw refusalOf(name, came.status, given as Fields);
  const rows = Array.isArray(given) && given.map((row: Fields) => inItsManner(name, row));
  // The ads are few, and not paged.
  if (rows && name === 'listAds') return Response.json(rows, { status: came.status });
  const answer = rows
    ? paged(rows, url, faults.has('lost pages'))
    : inItsManner(name, given as Fields);
  for (const { after } of effects) after?.(answer, call);
  return Response.json(answer, { status: came.status });
}

const camel = (text: string) =>
  text.replace(/"\w+":/g, (key) =>
    key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
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

/** Starts it over a new demo town; `base` is the address of its API. The mocks of this process are its own. */
export async function startDrf(
  faults: ReadonlySet<Fault> = new Set(),
): Promise<Served & { base: string }> {
  return await startMockApi({
    through: async (request, usual) => {
      const isPreflight = request.method === 'OPTIONS';
      if (isPreflight && faults.has('no preflight')) return new Response(null, { status: 405 });
      if (isPreflight) return allow(request, new Response(null, { status: 200 }), faults);
      let answer = await answerCall(request, faults, usual).catch((error: unknown) =>
        refusal(error, faults),
      );
      if (faults.has('camel case') && answer.headers.get('content-type') === 'application/json')
        answer = new Response(camel(await answer.text()), answer);
      return allow(request, answer, faults);
    },
  });
}
