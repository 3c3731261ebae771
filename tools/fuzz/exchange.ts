/** Sends one request byte by byte and reads its answer. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { isWhole, frame } from './framing.ts';
import type { FuzzRequest } from './requests.ts';

/** What came back. */
export interface Answer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** How a request ended: with an answer, without one, or never within the time. */
export type Outcome = Answer | 'closed' | 'hangs';

/** An answer takes milliseconds; only a server that hangs takes this long. */
const PATIENCE_MS = 60_000;

/** The bytes of a request; `fill` puts in what the words between @ stand for. */
export function bytesOf(request: FuzzRequest, fill: (text: string) => string): Buffer {
  const { body } = request;
  const content = body?.content ?? '';
  const payload = typeof content === 'string' ? Buffer.from(fill(content)) : content;
  const { headers, bytes } = frame(request.framing, payload);
  const type = body?.contentType ?? null;
  const lines = [
    `${request.method} ${fill(request.target)} HTTP/1.1`,
    ...(request.headers.some(([name]) => name === 'Host') ? [] : ['Host: localhost']),
    'Connection: close',
    ...(type === null ? [] : [`Content-Type: ${type}`]),
    ...[...headers, ...request.headers].map(([name, value]) => `${name}: ${fill(value)}`),
  ];
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]);
}

/** The body of chunks, or null while some are missing. */
function unchunked(text: string): string | null {
  let body = '';
  for (let at = 0; ;) {
    const end = text.indexOf('\r\n', at);
    if (end < 0) return null;
    const length = Number.parseInt(text.slice(at, end), 16);
    if (length === 0) return body;
    if (text.length < end + 2 + length) return null;
    body += text.slice(end + 2, end + 2 + length);
    at = end + length + 4;
  }
}

/** The text of a body that came as bytes, perhaps compressed. */
function asText(body: string, encoding: string | undefined): string {
  const bytes = Buffer.from(body, 'latin1');
  if (encoding === 'br') return brotliDecompressSync(bytes).toString();
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}

/** The answer in what has come so far (as latin1), or null while it is not whole. */
export function readAnswer(text: string, method: string, isEnded: boolean): Answer | null {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first = '', ...lines] = text.slice(0, end).split('\r\n');
  const status = Number(first.split(' ')[1]);
  const rest = text.slice(end + 4);
  if (status < 200) return readAnswer(rest, method, isEnded);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const whole = (body: string): Answer => {
    return { status, headers, body: asText(body, headers.get('content-encoding')) };
  };
  if (method === 'HEAD' || status === 204 || status === 304) return { status, headers, body: '' };
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = unchunked(rest);
    return body === null ? null : whole(body);
  }
  const length = headers.get('content-length');
  if (length === undefined) return isEnded ? whole(rest) : null;
  return rest.length >= Number(length) ? whole(rest.slice(0, Number(length))) : null;
}

/** Sends the request to a port of this machine. A request that is held leaves `held` open. */
export function exchange(
  port: number,
  request: FuzzRequest,
  bytes: Buffer,
  hold: (socket: Socket) => void,
): Promise<Outcome> {
  const { framing, method } = request;
  return new Promise<Outcome>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    const end = (outcome: Outcome) => {
      clearTimeout(timer);
      resolve(outcome);
      if (framing === 'held') hold(socket);
      else socket.destroy();
    };
    const timer = setTimeout(() => end('hangs'), PATIENCE_MS);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const answer = readAnswer(text, method, false);
      if (answer) end(answer);
    });
    socket.on('close', () => end(readAnswer(text, method, true) ?? 'closed'));
    socket.write(bytes, () => {
      if (framing === 'reset') socket.resetAndDestroy();
      else if (framing === 'held') end('closed');
      else if (!isWhole(framing)) socket.end();
    });
  });
}
