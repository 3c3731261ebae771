/** Who may do what on the desk, over the command line and the socket: a right that is weakened is noticed. */
import { mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { readAdmin } from '../../server/desk/cli/adminCommand.ts';
import { fieldsOf } from '../../server/desk/operation.ts';
import { COMMANDS, isChange, NAMES, rowOf } from '../../server/desk/operations.ts';
import type { OperationName } from '../../server/desk/operations.ts';
import { addOperator } from '../../server/desk/operators.ts';
import type { Right } from '../../server/desk/desk.ts';
import { openSocket, SOCKET } from '../../server/desk/socket.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';

/** Written by hand, and not taken from the rows: that is the point. Null: the machine asks for it itself. */
const MAY: Record<OperationName, Right | null> = {
  today: 'look',
  find: 'look',
  readCounts: 'look',
  log: 'look',
  paymentReport: 'look',
  showPayment: 'look',
  takings: 'look',
  unmatchedSums: 'look',
  compareStatement: 'look',
  findPeople: 'look',
  showPerson: 'look',
  findJobs: 'look',
  showJob: 'look',
  findAds: 'look',
  showAd: 'look',
  whoAmI: 'look',
  listOperators: 'look',
  block: 'moderate',
  unblock: 'moderate',
  takeDownJob: 'moderate',
  putBackJob: 'moderate',
  takeDownAd: 'moderate',
  putBackAd: 'moderate',
  closeReview: 'money',
  closeOutage: 'money',
  refundPayment: 'money',
  setReceipt: 'money',
  giveSum: 'money',
  returnSum: 'money',
  bookStatement: 'money',
  registerSums: 'all',
  giveCode: 'all',
  setPhone: 'all',
  exportPerson: 'all',
  erasePerson: 'all',
  addOperator: 'all',
  removeOperator: 'all',
  restoreOperator: null,
  databaseState: null,
  mark: null,
  backup: null,
};

const HAVE: Right[] = ['look', 'moderate', 'money', 'all'];
const allows = (has: Right, needs: Right) => needs === 'look' || has === 'all' || has === needs;

const dataDir = tempFolder();
const config = loadConfig({ DATA_DIR: dataDir });
const database = await freshDatabase(undefined);
const desk = { config, db: database.db, now: () => new Date('2026-11-26T08:00:00Z') };
const secrets: Partial<Record<Right, string>> = {};
let close: () => Promise<void>;
beforeAll(async () => {
  // The command line asks the socket only where there is a database.
  mkdirSync(path.join(dataDir, 'pglite'), { recursive: true });
  const socket = await openSocket(desk, pino({ level: 'silent' }));
  close = socket?.close ?? (async () => undefined);
  const by = { who: 'wairimu', reason: 'x' };
  for (const right of ['all', 'look', 'moderate', 'money'] as const) {
    secrets[right] = (
      await addOperator({ name: `With ${right}`, rights: [right], by }, desk)
    ).secret;
  }
});
afterAll(async () => {
  await close();
  await database.close();
});

async function callSocket(to: string, body: unknown, secret: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'x-operator-secret': secret };
  const socketPath = path.join(dataDir, SOCKET);
  const asked = request({ socketPath, method: 'POST', path: `/${to}`, headers });
  asked.end(JSON.stringify(body));
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return JSON.stringify(await json(answer));
}

const REFUSED = /may not do this: it needs the right/;
/** No operation takes this input. Who has the right reads what is wrong with it, and nothing changes. */
const WRONG = { nonsense: true };

describe.skipIf(process.platform === 'win32')('over the socket', () => {
  const cases = NAMES.flatMap((name) => HAVE.map((has): [OperationName, Right] => [name, has]));
  it.each(cases)('%s by an operator with the right %s', async (name, has) => {
    const needs = MAY[name];
    const isAllowed = needs === null || allows(has, needs);
    for (const to of [name, `question/${name}`]) {
      const said = await callSocket(to, WRONG, secrets[has] ?? '');
      expect([to, REFUSED.test(said)]).toEqual([to, !isAllowed]);
      if (isAllowed) expect(said).toMatch(/cannot be done, .* is wrong/);
    }
  });
});

/** Words for each field of a command, such as a person would type. */
const WORDS: Record<string, string> = {
  paymentId: '1',
  id: '1',
  decision: 'returned',
  receipt: 'RFD41ABCDE',
  returnReceipt: 'RFD41ABCDF',
  to: 'job:1',
  text: 'wanjiku',
  phone: '0712345678',
  name: 'Njeri',
  rights: 'look',
};
const commands = COMMANDS.map((row) => [row.words, row] as const);

describe.skipIf(process.platform === 'win32')('over the command line', () => {
  // A change says on stderr who does it.
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
  afterAll(() => vi.restoreAllMocks());

  it.each(commands)('%s asks for its right', async (words, row) => {
    const needed = fieldsOf(row).filter(({ isRequired }) => isRequired);
    const args = needed.flatMap(({ name: field, usage }) => {
      const word = WORDS[field] ?? '';
      return usage.startsWith('--') ? [usage.split(' ')[0] ?? '', word] : [word];
    });
    const why = isChange(row) ? ['--reason', 'x'] : [];
    const work = readAdmin([...words.split(' '), ...args, ...why]);
    for (const has of HAVE) {
      const asked = work({ ...config, operatorSecret: secrets[has] ?? '' });
      const said = await asked.then(String, String);
      const needs = MAY[row.name];
      expect([has, REFUSED.test(said)]).toEqual([has, needs !== null && !allows(has, needs)]);
    }
  });
});

test('every change asks before it changes anything, and says so with who and why', () => {
  const changes = NAMES.filter((name) => isChange(rowOf(name)));
  expect(changes.filter((name) => MAY[name] === 'look')).toEqual([]);
  // A statement's rows are asked about one by one; the way back is for who has a shell.
  const others = ['bookStatement', 'restoreOperator'];
  const asking = COMMANDS.filter((row) => row.question !== undefined);
  const unasked = changes.filter((name) => !asking.some((row) => row.name === name));
  expect(unasked).toEqual(others);
});
