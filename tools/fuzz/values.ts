/**
 * Hostile texts and JSON. The JSON is made as text, because a parser must also meet what
 * `JSON.stringify` never writes: `1e999`, a key twice, `__proto__` as a key.
 */
import * as fc from 'fast-check';

const TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udc00x',
  '\u202e\u2066',
  '\ufeff',
  '\r\nX-Injected: 1',
  '__proto__',
  'constructor',
  '1 or 1=1',
  "'; drop table jobs; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00%ff%zz',
  '%s%n%d',
  'javascript:alert(1)',
  'https://a:b@evil.example/',
  'http://[::1',
  'NaN',
  'undefined',
  '0712345678',
  '+254712345678',
  '٠٧١٢٣٤٥٦٧٨',
];

/** Any character; fast-check prepares its own texts of them for a second. */
const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10_ffff }))
  .map((code) => String.fromCodePoint(code));

/** Texts that break parsers, databases, terminals and pages. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  fc.array(character, { maxLength: 60 }).map((all) => all.join('')),
  // Any 16 bits, so that halves of a pair stand alone.
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((codes) => String.fromCharCode(...codes)),
  fc.integer({ min: 100, max: 20_000 }).map((length) => 'x'.repeat(length)),
);

/** The text without halves of a pair, which UTF-8 and addresses do not have. */
export const wellFormed = (text: string) => Buffer.from(text).toString();

const NUMBERS = [
  '0',
  '-0',
  '-1',
  '1.5',
  '1e308',
  '-1e308',
  '1e999',
  '1e-400',
  '2147483647',
  '2147483648',
  '9007199254740993',
  '9'.repeat(400),
];

const KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'then', 'length', '', '\0', '0'];

const key = fc.oneof(fc.constantFrom(...KEYS), hostileText);
const leaf = fc.oneof(
  fc.constantFrom('null', 'true', 'false', '[]', '{}', '""'),
  fc.constantFrom(...NUMBERS),
  hostileText.map((text) => JSON.stringify(text)),
);

/** An object as JSON text, from its keys and the JSON texts of its values. */
export const objectText = (entries: (readonly [string, string])[]): string =>
  `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;

const nested = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    { weight: 3, arbitrary: leaf },
    fc.array(tie('value'), { maxLength: 5 }).map((items) => `[${items.join(',')}]`),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 5 }).map(objectText),
  ),
})).value;

const many = (most: number) => fc.integer({ min: 1, max: most });

/** JSON that costs its reader much: deep, of many keys, or long. */
const costly = fc.oneof(
  many(30_000).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  many(10_000).map((depth) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)),
  many(5000).map((count) => objectText(Array.from({ length: count }, (_, at) => [`k${at}`, '1']))),
  many(20_000).map((count) => `[${'1,'.repeat(count)}1]`),
  many(1_000_000).map((length) => `"${'x'.repeat(length)}"`),
);

/** Any JSON text. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: nested },
  { weight: 1, arbitrary: costly },
);

/** What is nearly JSON. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '{',
    '{"a":',
    '[1,]',
    "{'a':1}",
    'nul',
    '{"a":1}}',
    '\ufeff{}',
    '{"a":01}',
    '""x',
  ),
  hostileText,
  fc.tuple(nested, fc.nat(200)).map(([text, at]) => text.slice(0, at)),
);
