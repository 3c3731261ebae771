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

/** Most often what is usual. */
export const mostly = <T>(usual: T, strange: fc.Arbitrary<T>, weight = 8) =>
  fc.oneof({ weight, arbitrary: fc.constant(usual) }, strange);

/** Texts that break parsers, databases, terminals and pages; those of fast-check have names such as `__proto__` too. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('', 'a\0b', '\r\nX-Injected: 1', "'; drop table jobs; --", '../../../etc/passwd'),
  fc.string({ unit: 'binary', maxLength: 60 }),
  // Any 16 bits, so that halves of a pair stand alone.
  fc.array(fc.nat(0xffff), { maxLength: 30 }).map((codes) => String.fromCharCode(...codes)),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

const quoted = hostileText.map((text) => JSON.stringify(text));
const whole = fc.json({ stringUnit: 'binary' });
const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: whole },
  { weight: 2, arbitrary: quoted },
  fc.tuple(whole, fc.nat(20)).map(([text, length]) => text.slice(0, length)),
  // These cost their reader much.
  fc.constantFrom('1e999', '['.repeat(30_000) + ']'.repeat(30_000), `"${'x'.repeat(1_000_000)}"`),
);

const field = (name: string, value: fc.Arbitrary<string>) =>
  value.map((text) => `${JSON.stringify(name)}:${text}`);

/** The good value with parts replaced, removed, added and doubled. */
function changed(good: unknown): fc.Arbitrary<string> {
  // Most often another text: it gets further than a wrong type.
  const odd = fc.oneof(quoted, jsonText);
  if (Array.isArray(good))
    return fc.tuple(...good.map(changed)).map((items) => `[${items.join()}]`);
  if (typeof good !== 'object' || good === null) return mostly(JSON.stringify(good), odd, 12);
  const fields = Object.entries(good).map(([name, value]) =>
    fc.option(field(name, changed(value)), { freq: 20 }),
  );
  const added = fc
    .constantFrom(...Object.keys(good), '__proto__', 'constructor', 'is_active', 'id', 'client_id')
    .chain((name) => field(name, odd));
  return fc
    .tuple(...fields, mostly<string | null>(null, added, 3))
    .map((all) => `{${all.filter((text) => text !== null).join()}}`);
}

const json = (text: fc.Arbitrary<string>): fc.Arbitrary<Body> =>
  text.map((content) => ({ content, contentType: 'application/json' }));

const PNG = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
  .png()
  .toBuffer();
const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));
/** Pictures that are good, broken, none, or say that they are huge. */
const picture: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(PNG) },
  { weight: 2, arbitrary: bytes },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('\xff\xd8\xff\xe0', 'RIFF\0\0\0\0WEBPVP8 ', 'GIF89a', '<svg>'), bytes)
      .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest])),
  },
  { weight: 2, arbitrary: fc.nat(PNG.length).map((length) => PNG.subarray(0, length)) },
  {
    weight: 2,
    // Its width and height stand in the first 24 bytes.
    arbitrary: fc
      .tuple(fc.nat(20), fc.uint8Array({ minLength: 4, maxLength: 4 }))
      .map(([at, four]) => Buffer.concat([PNG.subarray(0, at), four, PNG.subarray(at + 4)])),
  },
  { weight: 1, arbitrary: fc.constant(null).map(() => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff)) },
);

/** The head and the content of one part of a form. */
type Part = [head: string, content: string | Buffer];
const text = mostly('Paint sale', hostileText, 3);
const fieldOf = (names: fc.Arbitrary<string>): fc.Arbitrary<Part> =>
  fc.tuple(names, text).map(([name, value]) => [`name="${name}"`, value]);
const image = fc
  .tuple(
    fc.constantFrom('a.png', '../../a.png', 'a.png\0.exe', '', '"'),
    fc.constantFrom('image/png', 'text/html', 'image/svg+xml', ''),
    picture,
  )
  .map(([file, type, content]): Part => {
    return [`name="image"; filename="${file}"\r\nContent-Type: ${type}`, content];
  });
const part = fc.oneof(
  fieldOf(fc.constantFrom('title', 'description', 'link', 'image', '__proto__', '')),
  image,
);
/** What the app sends, with hostile contents; sometimes with more parts, or without some. */
const parts: fc.Arbitrary<Part[]> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(fieldOf(fc.constant('title')), fieldOf(fc.constant('description')), image),
  },
  fc.array(part, { maxLength: 40 }),
);

const FORM = 'multipart/form-data; boundary=b';
const multipart: fc.Arbitrary<Body> = fc
  .record({
    parts,
    contentType: mostly(
      FORM,
      fc.constantFrom('multipart/form-data', `${FORM}c`, 'multipart/mixed'),
    ),
    end: mostly('--b--\r\n', fc.constant('')),
  })
  .map(({ parts, contentType, end }) => {
    const pieces = parts.flatMap(([head, content]) => [
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(content as string),
      Buffer.from('\r\n'),
    ]);
    return { content: Buffer.concat([...pieces, Buffer.from(end)]), contentType };
  });

const anything: fc.Arbitrary<Body> = fc.record({
  content: fc.oneof(jsonText, hostileText, bytes),
  contentType: fc.constantFrom('', 'application/json', 'text/plain', `${FORM}=`, 'x'.repeat(5000)),
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

/** What M-Pesa calls back when the money has come. */
const CALLBACK = {
  Body: {
    stkCallback: {
      MerchantRequestID: 'm-1',
      CheckoutRequestID: 'ws_CO_1',
      ResultCode: 0,
      ResultDesc: 'Done',
      CallbackMetadata: { Item: [{ Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' }] },
    },
  },
};
export const callbackBody: fc.Arbitrary<Body | null> = fc.oneof(
  { weight: 6, arbitrary: json(changed(CALLBACK)) },
  anything,
);
