/** The mocks on the network: every call of the contract intercepted, checked and answered. */
import { delay } from 'msw';
import { http, HttpResponse } from 'msw/http';
import * as z from 'zod/mini';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { calls as contract } from '../../src/contract/schemas.ts';
import { callAt } from '../../testkit/contract/callAt.ts';
import { db } from './db.ts';
import type { AccountRecord } from './db.ts';
import { fieldErrors, Refusal } from './errors.ts';
import { handlers } from './handlers.ts';
import { MAGIC } from './magic.ts';
import { hold, take } from './overrides.ts';
import type { Answer, SentCall } from './overrides.ts';

/** The app's default API base. */
export const API_BASE = 'http://localhost:8000/api';

const tokenIn = (headers: Headers) =>
  /^Token (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? '';

function signedIn(name: EndpointName, token: string): AccountRecord | null {
  const { auth } = endpoints[name];
  if (auth === 'none') return null;
  const account = db.sessions.get(token);
  if (!account) throw new Refusal(401, token ? 'Your session has ended.' : 'Sign in first.');
  if (auth !== 'any' && auth !== account.role) throw new Refusal(403, `Only for a ${auth}.`);
  return account;
}

function checked(schema: z.core.$ZodType | undefined, input: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, input);
  if (!result.success) throw new Refusal(400, fieldErrors(result.error.issues));
  return result.data;
}

/** Reads the fields of a multipart form; Node and browsers each have their own way. */
type ReadForm = (request: Request) => Promise<Record<string, unknown>>;

/** The body as sent, or a refusal when it is not the JSON or form that the call wants. */
async function readBody(
  name: EndpointName,
  request: Request,
  readForm: ReadForm,
): Promise<unknown> {
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.startsWith('multipart/form-data')) return readForm(request);
  const text = await request.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return new Refusal(400, `${endpoints[name].path} wants JSON.`);
  }
}

function usualAnswer(call: SentCall, id: string, headers: Headers): Response {
  const { name, body } = call;
  if (id === MAGIC.id.networkError) return HttpResponse.error();
  if (id === MAGIC.id.serverError) throw new Refusal(500, 'The server failed.');
  const token = tokenIn(headers);
  const caller = signedIn(name, token);
  if (body instanceof Refusal) throw body;
  const row: { status: number; answer: z.core.$ZodType; [K: string]: unknown } = contract[name];
  const image = 'multipart' in endpoints[name] ? (body as { image?: unknown })?.image : null;
  const incoming = {
    id,
    caller,
    token,
    body: checked(row.body as z.core.$ZodType | undefined, body ?? {}),
    query: checked(row.query as z.core.$ZodType | undefined, call.query),
    // A field without a file is text.
    image: typeof image === 'object' ? image : null,
  };
  // One place where the name is only known at run time; `Handlers` has checked every row.
  const answer = (handlers[name] as (incoming: unknown) => unknown)(incoming);
  if ((body as { phone?: unknown })?.phone === MAGIC.phone.noCheckout) {
    return HttpResponse.json({ message: 'Accepted.' });
  }
  const parsed = z.parse(row.answer, answer);
  if (row.status === 204) return new HttpResponse(null, { status: 204 });
  return HttpResponse.json(parsed as null, { status: row.status });
}

function givenAnswer({ status = 200, body, headers = {} }: Answer): Response {
  if (status === 204) return new HttpResponse(null, { status, headers });
  // A text is sent as it is: a page, or JSON that is broken.
  const text =
    typeof body === 'string'
      ? body
      : JSON.stringify(body ?? (status >= 400 ? { error: `Failed with ${status}.` } : null));
  return new HttpResponse(text, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

async function answer(call: SentCall, id: string, headers: Headers): Promise<Response> {
  const reply = await take(call);
  if (reply === 'never') await hold(call, delay('infinite'));
  if (reply === 'network error') return HttpResponse.error();
  if (typeof reply === 'number') return givenAnswer({ status: reply });
  if (typeof reply === 'object') {
    if (reply.delayMs !== undefined) await hold(call, delay(reply.delayMs));
    if (reply.status !== undefined || reply.body !== undefined) return givenAnswer(reply);
  }
  try {
    return usualAnswer(call, id, headers);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return HttpResponse.json(error.body, { status: error.status, headers: error.headers });
  }
}

/** Allows the request's own origin: jsdom checks CORS as a browser does. */
function allowOrigin(request: Request, response: Response): Response {
  const origin = request.headers.get('origin');
  if (origin === null || response.type === 'error') return response;
  response.headers.set('Access-Control-Allow-Origin', origin);
  response.headers.set('Access-Control-Allow-Credentials', 'true');
  response.headers.append('Access-Control-Expose-Headers', 'ETag, Retry-After');
  return response;
}

function preflight(request: Request): Response {
  const headers = {
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
  };
  return allowOrigin(request, new HttpResponse(null, { status: 204, headers }));
}

/** The MSW handlers of all calls below `base`, which has no slash at its end. */
export function mswHandlers(base: string, readForm: ReadForm) {
  const { pathname: root } = new URL(base);
  const isBelow = ({ url }: Request) => url.startsWith(`${base}/`);
  const callOf = (request: Request) =>
    isBelow(request)
      ? callAt(request.method, new URL(request.url).pathname.slice(root.length))
      : null;
  return [
    http.options(
      ({ request }) => isBelow(request),
      ({ request }) => preflight(request),
    ),
    http.all(
      ({ request }) => callOf(request) !== null,
      async ({ request }) => {
        const { name, id } = callOf(request)!;
        const { href, pathname, search, searchParams } = new URL(request.url);
        const call: SentCall = {
          name,
          method: request.method,
          path: pathname.slice(root.length) + search,
          url: href,
          headers: Object.fromEntries(request.headers),
          query: Object.fromEntries(searchParams),
          body: await readBody(name, request, readForm),
        };
        return allowOrigin(request, await answer(call, decodeURIComponent(id), request.headers));
      },
    ),
  ];
}
