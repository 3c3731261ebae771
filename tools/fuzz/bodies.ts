/** Bodies of requests: JSON that differs from a good one in some places, forms, and anything else. */
import * as fc from 'fast-check';
import sharp from 'sharp';
import { BODIES } from '../../server/http/openapiExamples.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';

/** A body with its type; the words between @ in a text are filled in when it is sent. */
export interface Body {
  content: string | Buffer;
  contentType: string;
}

const TEXTS = [
  '',
  'a\0b',
  '\ud800',
  '\u202e\u2066',
  '\r\nX-Injected: 1',
  "'; drop table jobs; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00%ff%zz',
  'javascript:alert(1)',
  'http://[::1',
  '+254712345678',
];

/** Texts that break parsers, databases, terminals and pages; those of fast-check have names such as `__proto__` too. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary', maxLength: 60 }),
  // Any 16 bits, so that halves of a pair stand alone.
  fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

/** What a parser must also meet, and `JSON.stringify` never writes; the last ones cost their reader much. */
const ODD_JSON = [
  '1e999',
  '-0',
  '9'.repeat(400),
  '{"a":1,"a":2}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}',
  '\ufeff{}',
  '{"a":',
  '[1,]',
  "{'a':1}",
  '{"a":1}}',
  '{"a":01}',
  '['.repeat(30_000) + ']'.repeat(30_000),
  '{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000),
  `[${'1,'.repeat(20_000)}1]`,
  `"${'x'.repeat(1_000_000)}"`,
];
const quoted = hostileText.map((text) => JSON.stringify(text));
const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.json({ stringUnit: 'binary' }) },
  { weight: 2, arbitrary: quoted },
  { weight: 1, arbitrary: fc.constantFrom(...ODD_JSON) },
);

/** The good object with fields replaced, removed, added and doubled. */
function changed(good: object): fc.Arbitrary<string> {
  const odd = fc.constantFrom('__proto__', 'constructor', 'is_active', 'id', 'client_id');
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...Object.keys(good)) },
    { weight: 1, arbitrary: odd },
  );
  // Most often another text: it gets further than a wrong type.
  const value = fc.oneof(quoted, jsonText);
  const change = fc.tuple(name, fc.option(value));
  return fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
    const gone = new Set(changes.filter(([, text]) => text === null).map(([name]) => name));
    const left = Object.entries(good)
      .filter(([name]) => !gone.has(name))
      .map(([name, value]) => [name, JSON.stringify(value)] as const);
    const added = changes.filter(([, text]) => text !== null);
    const fields = [...left, ...added].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
    return `{${fields.join(',')}}`;
  });
}

const json = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  text.map((content) => ({ content, contentType: 'application/json' }));

const PNG = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
/** A PNG that says that it has so many pixels at each side, in its header. */
function pngOf(side: number): Buffer {
  const bytes = Buffer.from(PNG);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  return bytes;
}
const STARTS = [
  '\xff\xd8\xff\xe0\x00\x10JFIF\0',
  'RIFF\xff\xff\xff\xffWEBPVP8 ',
  'GIF89a\xff\xff\xff\xff',
  '\0\0\0\x20ftypavif',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
];
const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
/** Pictures that are good, broken, none, or cost much to decode. */
const picture: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(PNG) },
  { weight: 2, arbitrary: bytes },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...STARTS), bytes)
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest])),
  },
  { weight: 2, arbitrary: fc.nat(PNG.length).map((length) => PNG.subarray(0, length)) },
  { weight: 1, arbitrary: fc.constantFrom(5000, 65_535).map(pngOf) },
  { weight: 1, arbitrary: fc.constant(null).map(() => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff)) },
);

/** The head and the content of one part of a form. */
type Part = [head: string, content: string | Buffer];
const NAMES = ['title', 'description', 'link', 'image', '__proto__', ''];
const FILES = ['a.png', '../../a.png', 'a.png\0.exe', '', 'CON', '"'];
const FORM_TYPES = ['image/png', 'text/html', 'image/svg+xml', ''];
const fieldOf = (name: string, text: string): Part => [`name="${name}"`, text];
const image = fc
  .tuple(fc.constantFrom(...FILES), fc.constantFrom(...FORM_TYPES), picture)
  .map(([file, type, content]): Part => {
    return [`name="image"; filename="${file}"\r\nContent-Type: ${type}`, content];
  });
const text = fc.oneof({ weight: 3, arbitrary: fc.constant('Paint sale') }, hostileText);
/** What the app sends, with hostile contents. */
const usual = fc
  .tuple(text, text, image)
  .map(([title, description, sent]) => [
    fieldOf('title', title),
    fieldOf('description', description),
    sent,
  ]);
const part = fc.oneof(
  fc.tuple(fc.constantFrom(...NAMES), text).map(([name, value]) => fieldOf(name, value)),
  image,
);

/** How the form says where its parts end. */
const ENDS = [
  ['multipart/form-data; boundary=b', '--b--\r\n'],
  ['multipart/form-data', '--b--\r\n'],
  ['multipart/form-data; boundary=c', '--b--\r\n'],
  ['multipart/form-data; boundary=b', ''],
  ['multipart/form-data; boundary="b', '--b--\r\n'],
  ['multipart/mixed; boundary=b', '--b--\r\n'],
] as const;

const multipart: fc.Arbitrary<Body> = fc
  .tuple(
    fc.oneof({ weight: 6, arbitrary: usual }, fc.array(part, { maxLength: 40 })),
    fc.oneof({ weight: 5, arbitrary: fc.constant(ENDS[0]) }, fc.constantFrom(...ENDS)),
  )
  .map(([parts, [contentType, close]]) => {
    const pieces = parts.flatMap(([head, content]) => [
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]);
    return { content: Buffer.concat([...pieces, Buffer.from(close)]), contentType };
  });

const TYPES = [
  '',
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=',
  'x'.repeat(5000),
];
const anything: fc.Arbitrary<Body> = fc.record({
  content: fc.oneof(jsonText, hostileText, bytes),
  contentType: fc.constantFrom(...TYPES),
});
const none: fc.Arbitrary<Body | null> = fc.constant(null);

/** Bodies that the server would take; a phone that ends in `@new@` belongs to nobody yet. */
const GOOD: typeof BODIES = {
  ...BODIES,
  registerFundi: { ...BODIES.registerFundi!, phone_number: '@new@' },
  registerClient: { ...BODIES.registerClient!, phone_number: '@new@' },
  requestPayment: { phone: '0712345678', purpose: 'post_job', job_id: '@job@' },
};

/** The body of a call that takes JSON, a form or nothing. */
export function bodyOf(name: EndpointName): fc.Arbitrary<Body | null> {
  if (name === 'createAd') return fc.oneof({ weight: 8, arbitrary: multipart }, anything);
  const good = GOOD[name];
  if (!good) return fc.oneof({ weight: 6, arbitrary: none }, anything);
  return fc.oneof(
    { weight: 10, arbitrary: json(changed(good)) },
    { weight: 3, arbitrary: json(jsonText) },
    anything,
    multipart,
    none,
  );
}

/** What M-Pesa calls back when the money has come, with one of its values replaced. */
const CALLBACK = JSON.stringify({
  Body: {
    stkCallback: {
      MerchantRequestID: 'm-1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode: 0,
      ResultDesc: 'Done',
      CallbackMetadata: {
        Item: [
          { Name: 'Amount', Value: 100 },
          { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
        ],
      },
    },
  },
});
export const callbackBody: fc.Arbitrary<Body | null> = fc.oneof(
  {
    weight: 6,
    arbitrary: json(
      fc.tuple(fc.nat(12), jsonText).map(([at, value]) => {
        let count = 0;
        return CALLBACK.replace(/:("[^"]*"|\d+)/g, (leaf) => (count++ === at ? `:${value}` : leaf));
      }),
    ),
  },
  anything,
);
