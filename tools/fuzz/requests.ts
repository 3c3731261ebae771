/** Requests at every call, as they go over the network: hostile in one place or in several. */
import * as fc from 'fast-check';
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { bodyOf, callbackBody } from './bodies.ts';
import type { Body } from './bodies.ts';
import { authorization, oddHeaders } from './headers.ts';
import type { Header } from './headers.ts';
import { framing } from './framing.ts';
import type { Framing } from './framing.ts';
import { hostileText, wellFormed } from './values.ts';

/** One request. The words between @ in its texts are filled in when it is sent. */
export interface FuzzRequest {
  /** The call it is sent to; null when it is no call of the table. */
  name: EndpointName | null;
  method: string;
  /** The address, with its query. */
  target: string;
  headers: Header[];
  body: Body | null;
  framing: Framing;
}

interface Aim {
  name: EndpointName | null;
  method: string;
  path: string;
  /** The `{id}` that is there, and what the query needs. */
  id: string;
  query: string;
  auth: 'none' | 'fundi' | 'client' | 'any';
  body: fc.Arbitrary<Body | null>;
}

const idOf = (path: string) =>
  path.startsWith('/jobs') ? '@job@' : path.startsWith('/ads') ? '@ad@' : '@fundi@';

const calls: Aim[] = endpointRows.map(([name, { method, path, auth }]) => ({
  name,
  method,
  path: `/api${path}`,
  id: idOf(path),
  query: name === 'getJobPaymentStatus' ? '?job_id=@job@' : '',
  auth,
  body: bodyOf(name),
}));

const other = (method: string, path: string, body: Aim['body'] = fc.constant(null)): Aim => ({
  name: null,
  method,
  path,
  id: 'picture.webp',
  query: '',
  auth: 'none',
  body,
});

const AIMS: Aim[] = [
  ...calls,
  // Forms and pictures have the most ways to be wrong.
  ...calls.filter(({ name }) => name === 'createAd'),
  other('POST', '/api/results/{id}', callbackBody),
  { ...other('POST', '/api/results/{id}', callbackBody), id: '@callback@' },
  other('GET', '/media/ads/{id}'),
  other('GET', '/media/ads/656/{id}'),
  other('GET', '/healthz'),
  other('GET', '/.well-known/security.txt'),
  other('GET', '/api/docs/json'),
  other('GET', '/{id}'),
];

const IDS = [
  '0',
  '-1',
  '1',
  '1e308',
  '1.5',
  '2147483648',
  '9'.repeat(30),
  '1%20or%201=1',
  '%00',
  '%ff%fe',
  '%zz',
  '%2e%2e%2f%2e%2e%2f',
  '..',
  'me',
  'mine',
  '__proto__',
  'x'.repeat(9000),
];
const id = fc.oneof(
  fc.constantFrom(...IDS),
  hostileText.map((text) => encodeURIComponent(wellFormed(text))),
);

const QUERIES = [
  '?',
  '?job_id=',
  '?job_id=1&job_id=2',
  '?job_id[]=1',
  '?job_id[a]=1',
  '?__proto__[x]=1',
  '?constructor.prototype.x=1',
  '?job_id=1e308',
  '?job_id=%00',
  '?job_id=%zz',
  '?=&=&&',
  `?${'a=1&'.repeat(2000)}`,
  `?until=9e99&signature=${'a'.repeat(43)}`,
  '#fragment',
  ';a=b',
];
const query = fc.oneof(
  fc.constantFrom(...QUERIES),
  hostileText.map((text) => `?job_id=${encodeURIComponent(wellFormed(text))}`),
);

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
];

/** The same address in another spelling. */
const bent = fc.constantFrom<(path: string) => string>(
  (path) => path.replace(/\/$/, ''),
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/api/.'),
  (path) => path.replace('/api', '/api/x/..'),
  (path) => path.replaceAll('s', '%73'),
  (path) => `http://evil.example${path}`,
  (path) => `${path}..;/`,
  () => '*',
  () => '/',
);

const mostly = <T>(usual: T, arbitrary: fc.Arbitrary<T>, weight = 8) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary });

const request: fc.Arbitrary<FuzzRequest> = fc.constantFrom(...AIMS).chain((aim) =>
  fc
    .record({
      method: mostly(aim.method, fc.constantFrom(...METHODS)),
      id: mostly(aim.id, id, 1),
      bend: mostly((path: string) => path, bent, 15),
      query: mostly(aim.query, query),
      authorization: authorization(aim.auth),
      odd: oddHeaders,
      body: aim.body,
      framing,
    })
    .map(({ method, id, bend, query, authorization, odd, body, framing }) => ({
      name: aim.name,
      method,
      target: bend(aim.path.replace('{id}', id)) + query,
      headers: [...authorization, ...odd],
      body,
      framing,
    })),
);

/** Spreads neighbouring numbers over all 32 bits (the end of MurmurHash3). */
function spread(number: number): number {
  let bits = Math.imul(number ^ (number >>> 16), 0x85_eb_ca_6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2_b2_ae_35);
  return bits ^ (bits >>> 16);
}

/** The request with this number; the same for the same seed, alone or among others. */
export function requestAt(seed: number, index: number): FuzzRequest {
  const [made] = fc.sample(request, { seed: spread(spread(seed) + index), numRuns: 1 });
  if (!made) throw new Error('no request was made');
  return made;
}
