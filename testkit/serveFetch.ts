/** Serves a function from request to answer over HTTP. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answering = (request: Request) => Promise<Response>;

export interface Served {
  /** Without a trailing slash. */
  origin: string;
  close: () => Promise<void>;
}

async function toRequest(asked: IncomingMessage, origin: string): Promise<Request> {
  const parts: Buffer[] = [];
  for await (const part of asked) parts.push(part as Buffer);
  const { method = 'GET', headers } = asked;
  const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(parts);
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((text): [string, string] => [name, text]),
  );
  return new Request(new URL(asked.url ?? '/', origin), { method, headers: sent, body });
}

async function send(answer: Response, reply: ServerResponse): Promise<void> {
  // A network error: the connection ends without an answer.
  if (answer.type === 'error') return void reply.destroy();
  const bytes = Buffer.from(await answer.arrayBuffer());
  reply.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
}

/** Listens on `port` of this machine; 0 takes a free one. */
export async function serveFetch(answering: Answering, port = 0): Promise<Served> {
  const server = createServer((asked, reply) => {
    const { host = 'localhost' } = asked.headers;
    toRequest(asked, `http://${host}`)
      .then(answering)
      .then((answer) => send(answer, reply))
      .catch(() => reply.destroy());
  }).listen(port, 'localhost');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
