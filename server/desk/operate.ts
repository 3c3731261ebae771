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
import { perform, question } from './perform.ts';
import type { OperationCall } from './perform.ts';
import { QUESTION_PATH, SECRET_HEADER, socketFile, UNNAMED } from './socket.ts';
import type { Desk } from './desk.ts';

/** Operations that run before an upgrade, too: the start of the new version migrates the database, not they. */
const NEVER_MIGRATES = new Set<OperationName>(['backup', 'databaseState', 'mark']);

/** No server listens: there is no socket, or the process that made it is gone. */
const NOBODY = new Set(['ENOENT', 'ECONNREFUSED']);

const replySchema = z.object({ answer: z.unknown().optional(), error: z.string().optional() });
interface Reply {
  status: number;
  body: z.infer<typeof replySchema>;
}

/** What a server of this product answers on its socket. Throws an `OperatorError` for anything else. */
function readReply(status: number, body: string): Reply {
  try {
    return { status, body: replySchema.parse(JSON.parse(body)) };
  } catch (cause) {
    throw new OperatorError(
      `The server's answer (${status}) cannot be read: restart it, and see its log.`,
      { cause },
    );
  }
}

const noAnswer = (error: Error) => new OperatorError(`The server gave no answer: ${error.message}`);

/** The reply of the server behind the socket, or null when none runs. */
function ask(
  socketPath: string,
  name: string,
  { input, secret }: OperationCall,
): Promise<Reply | null> {
  return new Promise((resolve, reject) => {
    const asked = request({
      socketPath,
      method: 'POST',
      path: `/${name}`,
      headers: {
        'content-type': 'application/json',
        ...(secret !== null && { [SECRET_HEADER]: secret }),
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
    asked.end(JSON.stringify(input));
  });
}

async function askServer(
  config: Config,
  name: string,
  asked: OperationCall,
): Promise<Reply | null> {
  const file = config.databaseUrl === null ? socketFile(config.dataDir) : null;
  return file === null ? null : await ask(file, name, asked);
}

/**
 * The answer of the server that runs, at this path of its socket; else of `here`, on the database itself. Throws an
 * `OperatorError`, `ConfigError`, `DatabaseError` or `LockError` with one line.
 */
async function answerOf(
  config: Config,
  where: { path: string; name: OperationName },
  asked: OperationCall,
  here: (desk: Desk) => Promise<unknown>,
): Promise<unknown> {
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'pglite'))) {
    throw new ConfigError(`There is no database in ${config.dataDir} yet.`);
  }
  const reply = await askServer(config, where.path, asked);
  if (reply !== null) {
    if (reply.status === 200) return reply.body.answer;
    const text = reply.body.error ?? `The server answered ${reply.status}.`;
    throw reply.status === UNNAMED ? new UnnamedError(text) : new OperatorError(text);
  }
  const database = await openDatabase({
    ...config,
    ...(NEVER_MIGRATES.has(where.name) && { migrations: null }),
  });
  try {
    return await here({ config, db: database.db, now: () => new Date() });
  } finally {
    await database.close();
  }
}

/**
 * What the operation answers. The embedded database is reached through the running server, and opened here when none
 * runs. Throws as `answerOf`.
 */
export async function operate<N extends OperationName>(
  config: Config,
  name: N,
  input: InputOf<N>,
): Promise<AnswerOf<N>> {
  const asked = { input, secret: config.operatorSecret };
  const here = (desk: Desk) => perform(name, asked, desk);
  return (await answerOf(config, { path: name, name }, asked, here)) as AnswerOf<N>;
}

/** What is asked before the change; null for an operation that changes nothing. Throws as `operate`. */
export async function askBefore(
  config: Config,
  name: OperationName,
  input: unknown,
): Promise<Question | null> {
  const asked = { input, secret: config.operatorSecret };
  const here = (desk: Desk) => question(name, asked, desk);
  const where = { path: `${QUESTION_PATH}/${name}`, name };
  return (await answerOf(config, where, asked, here)) as Question | null;
}
