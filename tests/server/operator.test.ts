/** The operator's socket of the running server, on an embedded database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import type { Config } from '../../server/config.ts';
import { operators } from '../../server/db/schema/desk.ts';
import { operate } from '../../server/desk/operate.ts';
import { OperatorError } from '../../server/desk/operatorError.ts';
import { sheetOf } from '../../server/desk/operation.ts';
import type { Block } from '../../server/desk/operation.ts';
import { openSocket, SOCKET, socketFile } from '../../server/desk/socket.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase, truncateAll } from '../../testkit/contract/freshDatabase.ts';

const log = pino({ level: 'silent' });
const now = () => new Date();
let dataDir: string;
let config: Config;
const database = await freshDatabase(undefined);
let file: string;

afterAll(() => database.close());
beforeEach(() => {
  dataDir = tempFolder(onTestFinished);
  config = loadConfig({ DATA_DIR: dataDir });
  file = path.join(dataDir, SOCKET);
});

const open = () => openSocket({ config, db: database.db, now }, log);

/** What the socket answers to a call. */
async function call(name: string, body: unknown, secret?: string) {
  const headers = {
    'content-type': 'application/json',
    ...(secret !== undefined && { 'x-operator-secret': secret }),
  };
  const asked = request({ socketPath: file, method: 'POST', path: `/${name}`, headers });
  asked.end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, body: await json(answer) };
}

const secretOf = ({ body }: { body: unknown }) =>
  /shown this once: ([\w-]{32})/.exec(JSON.stringify(body))?.[1] ?? '';
const BY = { who: 'wairimu', reason: 'x' };
const refused = (error: string) => ({ status: 400, body: { error } });

describe.skipIf(process.platform === 'win32')('the socket of the operator', () => {
  it('can be opened by its owner only, and is removed at the stop', async () => {
    const before = process.umask(0o000);
    const socket = await open().finally(() => process.umask(before));
    expect(statSync(file).isSocket()).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(await call('paymentReport', {})).toMatchObject({ status: 200 });
    await socket?.close();
    expect(existsSync(file)).toBe(false);
  });

  it('replaces the socket of a server that was killed', async () => {
    const listen = `require('node:net').createServer().listen(${JSON.stringify(file)}, () => console.log('up'))`;
    const killed = spawn(process.execPath, ['-e', listen], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(existsSync(file)).toBe(true);
    const socket = await open();
    expect(await call('paymentReport', {})).toMatchObject({ status: 200 });
    await socket?.close();
  });

  it('answers a refusal in one line, and an unknown operation with advice', async () => {
    const socket = await open();
    const closing = { paymentId: 9, decision: 'returned', by: BY };
    expect(await call('closeReview', closing)).toEqual({
      status: 400,
      body: { error: 'There is no payment 9.' },
    });
    expect(await call('ofTomorrow', null)).toEqual({
      status: 404,
      body: { error: 'The running server is of another version: restart it.' },
    });
    await socket?.close();
  });

  it('lets an operator do what the rights say, under the own name, and nobody else', async () => {
    await truncateAll(database.db);
    const socket = await open();
    const by = { who: 'anybody', reason: 'x' };
    const add = (name: string, rights: string[], secret?: string) =>
      call('addOperator', { name, rights, by }, secret);
    expect(await call('whoAmI', {})).toEqual({ status: 200, body: { answer: null } });
    expect(await add('Otieno', ['money'])).toEqual(
      refused('The first operator needs the right "all", to name the others.'),
    );
    const wanjiku = secretOf(await add('Wanjiku', ['all']));
    const otieno = secretOf(await add('Otieno', ['moderate'], wanjiku));
    expect(await add('wanjiku', ['look'], wanjiku)).toEqual(
      refused('There is an operator Wanjiku already.'),
    );
    const error = 'No operator has this secret.';
    expect(await call('paymentReport', {}, 'x')).toEqual({ status: 401, body: { error } });
    // The right for each operation, tests/server/deskRights.test.ts asks.
    expect(await call('paymentReport', {}, otieno)).toMatchObject({ status: 200 });
    expect(await call('removeOperator', { name: 'Wanjiku', by }, wanjiku)).toEqual(
      refused('Wanjiku is the last one with the right "all".'),
    );
    expect(await call('removeOperator', { name: 'otieno', by }, wanjiku)).toMatchObject({
      status: 200,
    });
    expect(await call('log', { most: 9 }, otieno)).toMatchObject({ status: 401 });
    const again = secretOf(await call('restoreOperator', { name: 'wanjiku', by }));
    expect(await call('whoAmI', {}, wanjiku)).toMatchObject({ status: 401 });
    expect(await call('whoAmI', {}, again)).toEqual({
      status: 200,
      body: { answer: { name: 'Wanjiku', rights: ['all'] } },
    });
    const log = await call('log', { most: 9 }, again);
    const { answer } = log.body as { answer: Block[] };
    const changes = sheetOf(answer).rows.map((row) =>
      row.slice(1, 4).map((cell) => (typeof cell === 'string' ? cell : '')),
    );
    expect(changes.map(([who, action, subject]) => `${who}: ${subject}, ${action}`)).toEqual([
      'anybody: operator Wanjiku, made an operator: all',
      'Wanjiku: operator Otieno, no operator any more',
      'Wanjiku: operator Otieno, made an operator: moderate',
      'anybody: operator Wanjiku, made an operator: all',
    ]);
    const stored = JSON.stringify(await database.db.select().from(operators));
    for (const secret of [wanjiku, again]) expect(stored).not.toContain(secret);
    await socket?.close();
  });

  it('is not opened when its path is too long for the system', () => {
    expect(socketFile(`/${'x'.repeat(120)}`)).toBeNull();
  });
});

/** Something else behind the socket. */
async function listen(answer: (to: Socket) => void) {
  mkdirSync(path.join(dataDir, 'pglite'));
  const other = createServer((to) => to.once('data', () => answer(to)));
  await once(other.listen(file), 'listening');
  onTestFinished(() => void other.close());
}

const http = (body: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

describe('an operation', () => {
  it.skipIf(process.platform === 'win32').each([
    [
      'oops',
      http('oops'),
      "The server's answer (200) cannot be read: restart it, and see its log.",
    ],
    ['null', http('null'), "The server's answer (200) cannot be read"],
    ['half an answer', http('{"answer":[]}').slice(0, -3), 'The server gave no answer: aborted'],
    ['no HTTP', 'oops\r\n', 'The server gave no answer: '],
  ])('ends with one line where the socket answers %s', async (_, answer, line) => {
    await listen((to) => to.end(answer));
    await expect(operate(config, 'paymentReport', {})).rejects.toThrow(OperatorError);
    await expect(operate(config, 'paymentReport', {})).rejects.toThrow(line);
  });

  it('is refused when there is no database yet', async () => {
    await expect(operate(config, 'paymentReport', {})).rejects.toThrow(
      `There is no database in ${dataDir} yet.`,
    );
  });
});
