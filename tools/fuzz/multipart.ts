/** Forms with files: good ones, and those that no browser sends. */
import * as fc from 'fast-check';
import { picture } from './pictures.ts';
import { hostileText } from './values.ts';

const NAMES = ['title', 'description', 'link', 'image', '__proto__', 'constructor', '', 'toString'];

/** Header values of a part cannot hold line ends. */
const inOneLine = (text: string) => text.replace(/[\r\n]/g, ' ');
const bytes = (text: string) => Buffer.from(text);

interface Part {
  head: string;
  content: Buffer;
}

const field = (name: string, value: string): Part => ({
  head: `Content-Disposition: form-data; name="${name}"`,
  content: bytes(value),
});
const file = (name: string, filename: string, type: string, content: Buffer): Part => ({
  head: `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}`,
  content,
});

const text = fc.oneof({ weight: 3, arbitrary: fc.constant('Paint sale') }, hostileText);
const name = fc.oneof(fc.constantFrom(...NAMES), hostileText.map(inOneLine));
const filename = fc.oneof(
  fc.constantFrom('a.png', '../../a.png', 'a.png\0.exe', '', 'CON', '"', '.htaccess'),
  hostileText.map(inOneLine),
);
const type = fc.constantFrom('image/png', 'image/jpeg', 'text/html', 'image/svg+xml', '', 'x');
const image = fc
  .tuple(filename, type, picture)
  .map(([called, as, content]) => file('image', called, as, content));

/** What the app sends, with hostile contents. */
const usual = fc
  .tuple(text, text, fc.option(text), image)
  .map(([title, description, link, sent]) => [
    field('title', title),
    field('description', description),
    ...(link === null ? [] : [field('link', link)]),
    sent,
  ]);

const part: fc.Arbitrary<Part> = fc.oneof(
  fc.tuple(name, text).map(([called, value]) => field(called, value)),
  fc.tuple(name, filename, type, picture).map((values) => file(...values)),
  fc
    .tuple(hostileText.map(inOneLine), text)
    .map(([head, value]) => ({ head, content: bytes(value) })),
  fc.constant(field('title', 'x'.repeat(200_000))),
);

const parts: fc.Arbitrary<Part[]> = fc.oneof(
  { weight: 6, arbitrary: usual },
  { weight: 2, arbitrary: fc.array(part, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.array(part, { minLength: 1, maxLength: 2 }).map((few) => [...few, ...few]),
  },
  {
    weight: 1,
    arbitrary: usual.map((own) => [...own, file('image', 'b.png', 'image/png', Buffer.alloc(9))]),
  },
  {
    weight: 1,
    arbitrary: fc.constant(Array.from({ length: 30 }, (_, at) => field(`f${at}`, 'x'))),
  },
);

/** How the form says where its parts end. */
const ENDS = {
  right: { type: 'multipart/form-data; boundary=b', mark: 'b', close: '--b--\r\n' },
  noBoundary: { type: 'multipart/form-data', mark: 'b', close: '--b--\r\n' },
  other: { type: 'multipart/form-data; boundary=c', mark: 'b', close: '--b--\r\n' },
  unfinished: { type: 'multipart/form-data; boundary=b', mark: 'b', close: '' },
  long: {
    type: `multipart/form-data; boundary=${'b'.repeat(500)}`,
    mark: 'b'.repeat(500),
    close: '',
  },
  quoted: { type: 'multipart/form-data; boundary="b', mark: 'b', close: '--b--\r\n' },
  mixed: { type: 'multipart/mixed; boundary=b', mark: 'b', close: '--b--\r\n' },
} as const;

const ending = fc.oneof(
  { weight: 5, arbitrary: fc.constant('right' as const) },
  fc.constantFrom(...(Object.keys(ENDS) as (keyof typeof ENDS)[])),
);

/** A multipart body with its type. */
export const multipart = fc.tuple(parts, ending).map(([sent, how]) => {
  const { type: contentType, mark, close } = ENDS[how];
  const pieces = sent.flatMap(({ head, content }) => [
    bytes(`--${mark}\r\n${head}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  return { content: Buffer.concat([...pieces, Buffer.from(close)]), contentType };
});
