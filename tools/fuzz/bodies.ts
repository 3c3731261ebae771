/** Bodies of requests: JSON that differs from a good one in some places, and anything else. */
import * as fc from 'fast-check';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { GOOD_BODIES, GOOD_CALLBACK } from './goodBodies.ts';
import { multipart } from './multipart.ts';
import { brokenJson, hostileText, jsonText, objectText } from './values.ts';

/** A body with its type; the words between @ in a text are filled in when it is sent. */
export interface Body {
  content: string | Buffer;
  contentType: string | null;
}

const JSON_TYPE = 'application/json';

const TYPES = [
  null,
  '',
  '/',
  'application/json; charset=utf-16',
  'application/json;',
  'application/JSON, text/plain',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'a/b; c="',
  'x'.repeat(5000),
];

/** The good object with fields replaced, removed and added. */
function changed(good: Record<string, unknown>): fc.Arbitrary<string> {
  const names = [...Object.keys(good), '__proto__', 'constructor', 'is_active', 'id', 'client_id'];
  // A field that holds a text is most often given another text: it gets further than a wrong type.
  const value = fc.oneof(
    hostileText.map((text) => JSON.stringify(text)),
    jsonText,
  );
  const change = fc.tuple(fc.constantFrom(...names), fc.option(value));
  return fc.array(change, { maxLength: 3 }).map((changes) => {
    const gone = new Set(changes.map(([name]) => name));
    const left = Object.entries(good)
      .filter(([name]) => !gone.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)] as const);
    const added = changes.flatMap(([name, text]) => (text === null ? [] : [[name, text] as const]));
    return objectText([...left, ...added]);
  });
}

/** A JSON text with one of its leaves replaced by another JSON text. */
const leafChanged = (good: object): fc.Arbitrary<string> =>
  fc.tuple(fc.nat(20), jsonText).map(([at, text]) => {
    let count = 0;
    return JSON.stringify(good).replace(/:("[^"]*"|\d+)/g, (leaf) =>
      count++ === at ? `:${text}` : leaf,
    );
  });

const json = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  text.map((content) => ({ content, contentType: JSON_TYPE }));

const anything: fc.Arbitrary<Body> = fc.record({
  content: fc.oneof(
    jsonText,
    hostileText,
    fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  ),
  contentType: fc.constantFrom(...TYPES, JSON_TYPE),
});

const none: fc.Arbitrary<Body | null> = fc.constant(null);

/** The body of a call that takes JSON, multipart or nothing. */
export function bodyOf(name: EndpointName): fc.Arbitrary<Body | null> {
  if (name === 'createAd') {
    return fc.oneof({ weight: 8, arbitrary: multipart }, { weight: 1, arbitrary: anything });
  }
  const good = GOOD_BODIES[name];
  if (good === null) {
    return fc.oneof({ weight: 6, arbitrary: none }, { weight: 1, arbitrary: anything });
  }
  return fc.oneof(
    { weight: 10, arbitrary: json(changed(good)) },
    { weight: 3, arbitrary: json(jsonText) },
    { weight: 2, arbitrary: json(brokenJson) },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: multipart },
    { weight: 1, arbitrary: none },
  );
}

/** The body of a callback of M-Pesa. */
export const callbackBody: fc.Arbitrary<Body | null> = fc.oneof(
  { weight: 6, arbitrary: json(leafChanged(GOOD_CALLBACK)) },
  { weight: 2, arbitrary: json(jsonText) },
  { weight: 1, arbitrary: json(brokenJson) },
  { weight: 1, arbitrary: anything },
);
