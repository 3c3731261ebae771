/**
 * The operator's way into the running server: a Unix socket in DATA_DIR, which only the server's own
 * user can open. The embedded database needs it, since no other process may open its folder.
 */
import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import Fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger } from 'fastify';
import { lineFor } from '../db/faults.ts';
import { NAMES } from './operations.ts';
import { UnnamedError } from './operators.ts';
import { answerCall } from './perform.ts';
import type { DeskCall } from './perform.ts';
import type { Desk } from './desk.ts';

const OWNER_ONLY = 0o600;
/** The longest address of a Unix socket that every system takes, in bytes. */
const MOST_BYTES = 100;

export const SOCKET = 'operator.sock';

/** A month's statement of a large town. */
const LIMIT_BYTES = 50_000_000;

/** Where an operation, or the question before it, is asked for. */
export const pathOf = ({ name, isQuestion }: Pick<DeskCall, 'name' | 'isQuestion'>) =>
  isQuestion ? `/question/${name}` : `/${name}`;

export const SECRET_HEADER = 'x-operator-secret';
/** The status for who is no operator. */
export const UNNAMED = 401;

/** The file of the socket, or null where the system has none at this place. */
export function socketFile(dataDir: string): string | null {
  const file = path.join(dataDir, SOCKET);
  // Node's local sockets on Windows have no owner.
  return process.platform === 'win32' || Buffer.byteLength(file) > MOST_BYTES ? null : file;
}

/**
 * Listens on the socket; the caller holds the lock of the embedded database, so a socket that is
 * there already was left by a process that is gone. Null where there can be no socket.
 */
export async function openSocket(
  desk: Desk,
  log: FastifyBaseLogger,
): Promise<{ close: () => Promise<void> } | null> {
  const file = socketFile(desk.config.dataDir);
  if (file === null) {
    log.warn('DATA_DIR has too long a name for a socket: the commands need the server stopped');
    return null;
  }
  const app = Fastify({
    loggerInstance: log,
    bodyLimit: LIMIT_BYTES,
    logController: new LogController({ disableRequestLogging: true }),
  });
  for (const name of NAMES) {
    for (const isQuestion of [false, true]) {
      app.post(pathOf({ name, isQuestion }), async ({ body, headers }) => {
        if (!isQuestion) log.info({ operation: name }, 'asked by the operator');
        const given = headers[SECRET_HEADER];
        const secret = typeof given === 'string' ? given : null;
        return { answer: await answerCall({ name, input: body, secret, isQuestion }, desk) };
      });
    }
  }
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send({ error: 'The running server is of another version: restart it.' }),
  );
  app.setErrorHandler((error, _request, reply) => {
    const text = lineFor(error);
    if (text === null) log.error({ err: error }, 'an operation failed');
    const refused = error instanceof UnnamedError ? UNNAMED : 400;
    return reply.code(text === null ? 500 : refused).send({
      error: text ?? 'The server could not do it: its log says why.',
    });
  });
  await rm(file, { force: true });
  await app.listen({ path: file });
  await chmod(file, OWNER_ONLY);
  return { close: () => app.close() };
}
