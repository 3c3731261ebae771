/** Headers that are odd but can be sent in one line each. */
import * as fc from 'fast-check';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { hostileText } from './values.ts';

export type Header = readonly [string, string];

/** A header value is bytes without line ends. */
const asValue = (text: string) => text.slice(0, 500).replace(/[\r\n\0]/g, ' ');
const value = hostileText.map(asValue);

const token = (word: string): Header => ['Authorization', `Token ${word}`];

const WRONG: Header[][] = [
  [],
  [token('x'.repeat(43))],
  [token('')],
  [token('x'.repeat(5000))],
  [token('@token:client@ x')],
  [['Authorization', 'Bearer @token:client@']],
  [['authorization', 'token\t@token:client@']],
  [token('@token:client@'), token('@token:fundi@')],
];

/** Mostly the token of who may call. */
export function authorization(auth: Endpoint['auth']): fc.Arbitrary<Header[]> {
  const right = auth === 'none' ? [] : [token(`@token:${auth === 'fundi' ? 'fundi' : 'client'}@`)];
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(right) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('client', 'fundi', 'expired')
        .map((who) => [token(`@token:${who}@`)]),
    },
    { weight: 1, arbitrary: fc.constantFrom(...WRONG) },
    { weight: 1, arbitrary: value.map((text): Header[] => [['Authorization', text]]) },
  );
}

const ODD: Header[] = [
  ['Accept-Encoding', 'br;q=1e999, gzip, *'],
  ['Accept', 'text/html'],
  ['If-None-Match', '*'],
  ['If-None-Match', `W/"${'a'.repeat(5000)}"`],
  ['If-Modified-Since', 'never'],
  ['Range', 'bytes=0-0,1-1,-99999999999'],
  ['X-Forwarded-For', '::1, , 999.1.1.1, 127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'javascript'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['Content-Encoding', 'gzip'],
  ['Origin', 'null'],
  ['Origin', 'https://evil.example'],
  ['Cookie', 'device=%00; device=%zz; __proto__=1; =; ;;;'],
  ['Cookie', 'x'.repeat(8000)],
  ['Upgrade', 'websocket'],
  ['Expect', '100-continue'],
  ['Expect', '200-maybe'],
  ['TE', 'trailers'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Host', ''],
  ['Host', 'a b'],
  ['Host', '[::1'],
  ['Content-Type', 'application/json'],
  ['Content-Type', 'multipart/form-data; boundary=x'],
  ['X-Long', 'a'.repeat(15_000)],
  ['X-Too-Long', 'a'.repeat(20_000)],
];

const NAMES = [
  'Accept',
  'Accept-Language',
  'Origin',
  'Cookie',
  'Referer',
  'X-Request-Id',
  'Range',
  'Host',
];

const odd: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.tuple(fc.constantFrom(...NAMES), value),
);

/** None, a few, or very many. */
export const oddHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 60, arbitrary: fc.constant<Header[]>([]) },
  { weight: 40, arbitrary: fc.array(odd, { minLength: 1, maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constant(Array.from({ length: 1500 }, (_, at): Header => [`x${at}`, ''])),
  },
);
