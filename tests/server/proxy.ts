/** What stands in front of the servers of a test: Caddy, or where it is not installed a plain proxy. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { ClientRequest, IncomingMessage, Server, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { LightMyRequestResponse } from 'fastify';
import { freePort } from '../../testkit/testServer.ts';

export interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  bytes: Buffer;
  json: LightMyRequestResponse['json'];
}

export interface CallOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface Proxy {
  call: (target: string, options?: CallOptions) => Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts a proxy before the servers at `addresses`, such as `127.0.0.1:8000`. On the port `plain` it serves
 * them in plain http, for the simulated M-Pesa.
 */
export type StartProxy = (addresses: string[], plain: number) => Promise<Proxy>;

/** Sends a request and reads its answer. */
export async function answerTo(asked: ClientRequest, body?: string | Buffer): Promise<Answer> {
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  const json = () => JSON.parse(bytes.toString()) as never;
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes, json };
}

/** A server whose calls go to another of `addresses` than the one before, and past one that is down. */
function takeTurns(addresses: string[]): Server {
  let turn = 0;
  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress };
    const { url, method } = asked;
    turn += 1;
    const turns = addresses.map((_, at) => addresses[(turn + at) % addresses.length]);
    for (const address of turns) {
      try {
        const given = await answerTo(request(`http://${address}${url}`, { method, headers }), body);
        answer.writeHead(given.status, given.headers).end(given.bytes);
        return;
      } catch (error) {
        // A server that may have read the call must not be asked for the same again.
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    answer.writeHead(502).end();
  }
  return createServer((asked, answer) => void pass(asked, answer));
}

/** The plain proxy. As with Caddy, what M-Pesa calls back does not shift the turns of people's calls. */
export const startPlainProxy: StartProxy = async (addresses, plain) => {
  const ports = [await freePort(), plain];
  const servers = await Promise.all(
    ports.map(async (port) => {
      const server = takeTurns(addresses).listen(port, '127.0.0.1');
      await once(server, 'listening');
      return server;
    }),
  );
  return {
    call: (target, { body, ...options } = {}) =>
      answerTo(request(`http://127.0.0.1:${ports[0]}${target}`, options), body),
    stop: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
};
