/** Runs an operation for a command: in the running server, or here on the database itself. */
import { existsSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import * as z from 'zod';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { ConfigError } from '../process/environment.ts';
import { OperatorError } from './operatorError.ts';
import { UnnamedError } from './operators.ts';
import type { Question } from './operation.ts';
import type { AnswerOf, InputOf, OperationName } from './operations.ts';
import { answerCall } from './perform.ts';
import type { DeskCall } from './perform.ts';
import { pathOf, SECRET_HEADER, socketFile, UNNAMED } from './socket.ts';

/** Operations that run before an upgrade, too: the start of the new version migrates the database, not they. */
const NEVER_MIGRATES = new Set<OperationName>(['backup', 'databaseState', 'mark']);

/** No server listens: there is no socket, or the process that made it is gone. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

const replySchema = z.object({ answer: z.unknown().optional(), error: z.string().optional() });
type Reply = z.infer<typeof replySchema> & { status: number };

/** What a server of this product answers on its socket. Throws an `OperatorError` for anything else. */
function readReply(status: number, body: string): Reply {
  try {
    return { ...replySchema.parse(JSON.parse(body)), status };
  } catch (cause) {
    throw new OperatorError(
      `The server's answer (${status}) cannot be read: restart it, and see its log.`,
      { cause },
    );
  }
}

const noAnswer = (error: Error) => new OperatorError(`The server gave no answer: ${error.message}`);

/** The reply of the server behind the socket, or null when none runs. */
function askServer(socketPath: string, call: DeskCall): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath,
      method: 'POST',
      path: pathOf(call),
      headers: {
        'content-type': 'application/json',
        ...(call.secret !== null && { [SECRET_HEADER]: call.secret }),
      },
      agent: false,
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? '')) resolve(null);
      else reject(noAnswer(error));
    });
    asked.on('response', (answer) => {
      const whole = text(answer).catch((error: Error) => {
        throw noAnswer(error);
      });
      whole.then((body) => readReply(answer.statusCode ?? 0, body)).then(resolve, reject);
    });
    asked.end(JSON.stringify(call.input));
  });
}

/** The answer of the server that runs; else that of the database itself, which is opened here. */
async function answerOf(config: Config, call: DeskCall): Promise<unknown> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl === null && !existsSync(path.join(dataDir, 'pglite'))) {
    throw new ConfigError(`There is no database in ${dataDir} yet.`);
  }
  const socket = databaseUrl === null ? socketFile(dataDir) : null;
  const reply = socket === null ? null : await askServer(socket, call);
  if (reply !== null) {
    if (reply.status === 200) return reply.answer;
    const error = reply.error ?? `The server answered ${reply.status}.`;
    throw reply.status === UNNAMED ? new UnnamedError(error) : new OperatorError(error);
  }
  const migrations = NEVER_MIGRATES.has(call.name) ? { migrations: null } : {};
  const database = await openDatabase({ ...config, ...migrations });
  try {
    return await answerCall(call, { config, db: database.db, now: () => new Date() });
  } finally {
    await database.close();
  }
}

/**
 * What the operation answers. The embedded database is reached through the running server, and opened here when none
 * runs. Throws a `OneLineError`.
 */
export async function operate<N extends OperationName>(
  config: Config,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  const call = { name, input, secret: config.operatorSecret, isQuestion: false };
  return (await answerOf(config, call)) as AnswerOf<N>;
}

/** What is asked before the change; null for an operation that changes nothing. Throws as `operate`. */
export async function askBefore(
  config: Config,
  name: OperationName,
  input: unknown,
): Promise<Question | null> {
  const call = { name, input, secret: config.operatorSecret, isQuestion: true };
  return (await answerOf(config, call)) as Question | null;
}
