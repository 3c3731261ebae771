/** Pictures that are broken, are none, or cost much to decode. */
import { crc32, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black and white PNG that says it is `width` × `height`, with `rows` rows of zeros in it. */
function png(width: number, height: number, rows = height): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const zeros = Buffer.alloc((Math.ceil(width / 8) + 1) * rows);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(zeros)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const PNG = png(16, 16);
const latin1 = (text: string) => Buffer.from(text, 'latin1');

const STARTS = [
  '\xff\xd8\xff\xe0\x00\x10JFIF\0',
  '\xff\xd8\xff\xc0\x00\x11\x08\xff\xdc\xff\xdc\x03',
  '\x89PNG\r\n\x1a\n',
  'RIFF\xff\xff\xff\xffWEBPVP8 ',
  'RIFF\x20\0\0\0WEBPVP8X',
  'GIF89a\xff\xff\xff\xff',
  '\0\0\0\x20ftypavif',
  '\0\0\0\x20ftypheic',
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg>&e;</svg>',
  'BM',
  '%PDF-1.7',
  'PK\x03\x04',
];

const flipped = fc.tuple(fc.nat(PNG.length - 1), fc.nat(255)).map(([at, byte]) => {
  const bytes = Buffer.from(PNG);
  bytes[at] = byte;
  return bytes;
});

const started = fc
  .tuple(fc.constantFrom(...STARTS), fc.uint8Array({ maxLength: 400 }))
  .map(([start, rest]) => Buffer.concat([latin1(start), rest]));

/** The costly ones are rare: each takes a process of its own, or megabytes of the network. */
export const picture: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: started },
  { weight: 4, arbitrary: fc.constantFrom(Buffer.alloc(0), latin1('no picture')) },
  { weight: 2, arbitrary: fc.constant(PNG) },
  { weight: 4, arbitrary: flipped },
  { weight: 2, arbitrary: fc.nat(PNG.length).map((length) => PNG.subarray(0, length)) },
  { weight: 2, arbitrary: fc.constantFrom(png(65_535, 65_535, 1), png(5000, 5000, 1)) },
  { weight: 1, arbitrary: fc.constant(0).map(() => png(4800, 4900)) },
  { weight: 1, arbitrary: fc.constant(0).map(() => Buffer.alloc(8 * 1024 * 1024 + 1, 0xff)) },
);
