/** Requests at every call, hostile in one place or in several. */
import * as fc from 'fast-check';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { bodyOf, callbackBody, hostileText, mostly } from './bodies.ts';
import type { Body } from './bodies.ts';

type Header = readonly [name: string, value: string];

/** One request. The words between @ in its texts are filled in when it is sent. */
export interface FuzzRequest {
  method: string;
  /** The address, with its query. */
  target: string;
  headers: Header[];
  body: Body | null;
  /**
   * Whether the body comes whole, with its length or in chunks; or half of it, and the connection is closed,
   * broken or left open; or with a length that is too small.
   */
  framing: 'length' | 'chunked' | 'half' | 'reset' | 'held' | 'tooShort';
}

interface Aim {
  method: string;
  path: string;
  auth: Endpoint['auth'];
  body: fc.Arbitrary<Body | null>;
}

const calls = endpointRows.map(([name, { method, path, auth }]): Aim => {
  const id = path.startsWith('/jobs') ? '@job@' : path.startsWith('/ads') ? '@ad@' : '@fundi@';
  const query = name === 'getJobPaymentStatus' ? '?job_id=@job@' : '';
  return { method, path: `/api${path.replace('{id}', id)}${query}`, auth, body: bodyOf(name) };
});
const other = (method: string, path: string, body: Aim['body'] = fc.constant(null)): Aim => ({
  method,
  path,
  auth: 'none',
  body,
});
const AIMS: Aim[] = [
  ...calls,
  // Forms and pictures have the most ways to be wrong.
  ...calls.filter(({ method, path }) => method === 'POST' && path === '/api/ads/'),
  other('POST', '/api/results/@callback@', callbackBody),
  other('GET', '/media/ads/656/picture.webp'),
  other('GET', '/healthz'),
  other('GET', '/.well-known/security.txt'),
  other('GET', '/api/docs/json'),
  other('GET', '/'),
];

const encoded = hostileText.map((text) => encodeURIComponent(Buffer.from(text).toString()));
const ids = fc.oneof(
  fc.oneof(fc.double(), fc.bigInt()).map(String),
  fc.constantFrom('0', '%00', '%ff%fe', '%zz', '..', '%2e%2e%2f', 'mine', '__proto__'),
  encoded,
);
const queries = fc.oneof(
  fc.constantFrom('?', '?job_id=1&job_id=2', '?job_id[]=1', '?__proto__[x]=1', '#fragment'),
  ids.map((id) => `?job_id=${id}`),
  fc.webQueryParameters().map((query) => `?${query}`),
);
/** The same address in another spelling, with another id, or with another query. */
const bent: fc.Arbitrary<(path: string) => string> = fc.oneof(
  { weight: 3, arbitrary: ids.map((id) => (path: string) => path.replace(/@\w+@/, id)) },
  { weight: 2, arbitrary: queries.map((query) => (path: string) => path.replace(/\?.*|$/, query)) },
  fc.constantFrom<(path: string) => string>(
    (path) => path.replace(/\/$/, ''),
    (path) => `/${path}`,
    (path) => path.toUpperCase(),
    (path) => path.replace('/api', '/api/x/..'),
    (path) => path.replaceAll('s', '%73'),
    (path) => `http://evil.example${path}`,
    () => '*',
  ),
);

/** A header value is printed signs. */
const value = hostileText.map((text) => text.slice(0, 500).replace(/[^\x20-\x7e]/g, ' '));
const token = (text: string): Header => ['Authorization', `Token ${text}`];
const strangeToken: fc.Arbitrary<Header[]> = fc.oneof(
  fc
    .constantFrom('@clientToken@', '@fundiToken@', '@expiredToken@', 'x'.repeat(43))
    .map((text) => [token(text)]),
  fc.constantFrom<Header[]>(
    [],
    [['Authorization', 'Bearer @clientToken@']],
    [token('@clientToken@'), token('@fundiToken@')],
  ),
  value.map((text): Header[] => [['Authorization', text]]),
);
const HEADERS: Record<string, string> = {
  Accept: '*/*;q=1e999',
  'Accept-Encoding': 'br;q=1e999, gzip, *',
  'If-None-Match': `W/"${'a'.repeat(5000)}"`,
  Range: 'bytes=0-0,1-1,-99999999999',
  'X-Forwarded-For': '::1, , 999.1.1.1, 127.0.0.1',
  'X-HTTP-Method-Override': 'DELETE',
  'Content-Encoding': 'gzip',
  Origin: 'https://evil.example',
  Cookie: 'device=%00; device=%zz; __proto__=1; =; ;;;',
  Upgrade: 'websocket',
  Expect: '200-maybe',
  Host: '[::1',
  'X-Too-Long': 'a'.repeat(20_000),
};
const oddHeaders: fc.Arbitrary<Header[]> = fc.array(
  fc
    .constantFrom(...Object.entries(HEADERS))
    .chain(([name, odd]) => fc.tuple(fc.constant(name), mostly(odd, value, 2))),
  { maxLength: 4 },
);

const rightToken = (auth: Aim['auth']): Header[] =>
  auth === 'none' ? [] : [token(auth === 'fundi' ? '@fundiToken@' : '@clientToken@')];

/** Any request. */
export const request: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...AIMS).chain((aim) =>
  fc
    .record({
      method: mostly(
        aim.method,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'),
      ),
      bend: mostly((path: string) => path, bent, 6),
      authorization: mostly(rightToken(aim.auth), strangeToken, 4),
      odd: mostly([], oddHeaders, 2),
      body: aim.body,
      framing: mostly<FuzzRequest['framing']>(
        'length',
        fc.constantFrom('chunked', 'half', 'reset', 'held', 'tooShort'),
      ),
    })
    .map(({ method, bend, authorization, odd, body, framing }) => ({
      method,
      target: bend(aim.path),
      headers: [...authorization, ...odd],
      body,
      framing,
    })),
);
