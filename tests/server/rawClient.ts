/** Speaks to a server byte by byte, as no browser does. */
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface RawClient {
  socket: Socket;
  /** All that came until the connection ended. */
  ended: Promise<string>;
  /** What has come so far. */
  received: () => string;
}

/** Opens a connection and sends `bytes`. A connection that is reset has ended too. */
export function sendRaw(port: number, bytes: string | Buffer = '', host = '127.0.0.1'): RawClient {
  const socket = connect(port, host);
  let received = '';
  socket.on('data', (chunk) => (received += chunk.toString('latin1')));
  socket.on('error', () => undefined);
  if (bytes.length > 0) socket.write(bytes);
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(received)));
  return { socket, ended, received: () => received };
}

/** Status and JSON body of the first answer in what came. */
export function readRaw(answer: string): [number, unknown] {
  const [head = '', ...rest] = answer.split('\r\n\r\n');
  const status = Number(head.split(' ')[1]);
  const body = rest.join('\r\n\r\n').replace(/^[0-9a-f]+\r\n|\r\n0(\r\n)*$/g, '');
  return [status, body === '' ? null : (JSON.parse(body) as unknown)];
}

/** Makes the server listen on a free port and returns it. */
export async function listenAnywhere(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}
