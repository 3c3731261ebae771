/** How many connections callers may hold open and for how long, and how a stop ends them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { finished } from 'node:stream';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { ConnectionLimits } from '../process/connectionLimits.ts';
import { HttpError } from '../calls/refusal.ts';
import { textFor } from './errors.ts';
import { networkOf } from '../calls/network.ts';

const HANG_UP = { connection: 'close' };
/** How often the time limits are looked at, in ms. */
const LOOK_MS = 1000;
/** Refused connections are logged at most once in this many ms. */
const COMPLAIN_MS = 10_000;

/** The options of Fastify that hold the limits. */
export function connectionOptions(limits: ConnectionLimits) {
  return {
    http: {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(LOOK_MS, limits.headersMs, limits.requestMs),
      // Node's own refusal has no body.
      requireHostHeader: false,
    },
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silentMs,
    keepAliveTimeout: limits.keepAliveMs,
    clientErrorHandler: answerUnreadable,
    return503OnClosing: false,
  };
}

/** The answer that a connection is being given. */
const answers = new WeakMap<Duplex, ServerResponse>();

/** Writes an error in the contract's shape on a connection that no route can answer, and closes it. */
function hangUp(socket: Duplex, status: number): void {
  const isAnswering = answers.get(socket)?.headersSent === true;
  if (!socket.writable || isAnswering) {
    socket.destroy();
    return;
  }
  const body = JSON.stringify({ error: textFor(status) });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

const UNREADABLE: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/** Answers a request that is no HTTP, is too large for the parser or did not come in time. */
function answerUnreadable(
  this: FastifyInstance,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = UNREADABLE[error.code ?? ''] ?? 400;
  this.log.info({ status, reason: error.code, ip: socket.remoteAddress }, 'not understood');
  hangUp(socket, status);
}

/** Refuses connections above the limits, so that the open ones are still served. */
function limitConnections(app: FastifyInstance, { connections, trustProxy }: Config): void {
  const open = new Set<Socket>();
  const perNetwork = new Map<string, number>();
  let complained = -Infinity;

  const refuse = (socket: Socket) => {
    socket.destroy();
    if (performance.now() - complained < COMPLAIN_MS) return;
    complained = performance.now();
    app.log.warn({ open: open.size, ip: socket.remoteAddress }, 'too many connections');
  };

  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const isProxy = trustProxy !== false && trustProxy(address, 0);
    const own = perNetwork.get(network) ?? 0;
    if (open.size >= connections.most) {
      // An idle connection is closed to make room for the next one.
      app.server.closeIdleConnections();
      refuse(socket);
      return;
    }
    if (own >= connections.mostPerNetwork && !isProxy) {
      refuse(socket);
      return;
    }
    open.add(socket);
    perNetwork.set(network, own + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left > 0) perNetwork.set(network, left);
      else perNetwork.delete(network);
    });
  });
}

/** Ends a connection that has been silent too long, unless the server is working on its request. */
function endSilent(request: IncomingMessage, reply: ServerResponse): void {
  reply.on('timeout', (socket: Socket) => {
    if (request.complete && !reply.headersSent) return;
    hangUp(socket, 408);
  });
}

/** Applies the limits of the settings to every connection of `app`, and ends them all at its close. */
export function guardConnections(app: FastifyInstance, config: Config): void {
  const underWay = new Set<IncomingMessage>();
  let isClosing = false;
  let tellIdle: (() => void) | undefined;

  limitConnections(app, config);
  app.server.on('checkExpectation', (request: IncomingMessage) => hangUp(request.socket, 417));
  app.addHook('onRequest', ({ raw: request }, { raw: reply }, next) => {
    answers.set(request.socket, reply);
    endSilent(request, reply);
    if (isClosing) {
      next(new HttpError(503, textFor(503), HANG_UP));
      return;
    }
    underWay.add(request);
    finished(reply, () => {
      underWay.delete(request);
      if (underWay.size === 0) tellIdle?.();
    });
    const isComplete = request.headers.host !== undefined || request.httpVersion !== '1.1';
    next(isComplete ? undefined : new HttpError(400, textFor(400), HANG_UP));
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const idle = new Promise<void>((resolve) => (tellIdle = resolve));
    app.server.closeIdleConnections();
    const late = sleep(config.connections.closingMs, undefined, { ref: false });
    if (underWay.size > 0) await Promise.race([idle, late]);
    app.server.closeAllConnections();
  });
}
