/** `npm run admin` as a person runs it, while a server holds the embedded database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { readAdmin } from '../../server/desk/cli/adminCommand.ts';
import { UsageError } from '../../server/desk/cli/command.ts';
import { loadConfig } from '../../server/config.ts';
import type { Db } from '../../server/db/db.ts';
import { openDatabase } from '../../server/db/open.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { COMMANDS } from '../../server/desk/operations.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { linesOf } from '../../server/desk/cli/printBlocks.ts';
import { paymentReport, reportBlocks } from '../../server/desk/reportPayments.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { jobs } from '../../server/db/schema/listings.ts';
import { operators } from '../../server/db/schema/desk.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { childEnv } from '../../testkit/childEnv.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { freshDatabase } from '../../testkit/contract/freshDatabase.ts';
import { placeEmptyDatabase } from '../../testkit/contract/snapshot.ts';
import { command } from './command.ts';
import { accountRow, paymentRow } from './rows.ts';

const database = await freshDatabase(undefined);
const dataDir = tempFolder();
// A command asks the server only where there is a database.
mkdirSync(path.join(dataDir, 'pglite'));
let lines: string[];
beforeAll(async () => {
  await fill(database.db);
  lines = linesOf(reportBlocks(await paymentReport(database.db)));
});
afterAll(() => database.close());

const ADMIN = `"${process.execPath}" "${path.join(root, 'server', 'desk', 'cli', 'admin.ts')}"`;

/** What is in the environment of a command; the folder of the database is the test's own. */
const envOf = (more: Record<string, string>) => ({
  DATA_DIR: dataDir,
  SUDO_USER: 'wairimu',
  ...more,
});

const runAs = (more: Record<string, string>, ...args: string[]) =>
  command(dataDir, 'admin', args, envOf(more));
const run = (...args: string[]) => runAs({}, ...args);

/** Of the letters of base64url: it may begin or end with a dash. */
const SECRET = /(?<!\S)[\w-]{32}(?!\S)/;

/** Runs a command line on a terminal and types each answer when its question is there. */
async function onTerminal(
  line: string,
  answers: [question: string, typed: string][],
): Promise<{ code: number; shown: string }> {
  const env = { ...childEnv, DATA_DIR: dataDir, SHELL: '/bin/sh' };
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: dataDir, env });
  let shown = '';
  let seen = 0;
  child.stdout.on('data', (part: Buffer) => {
    shown += String(part);
    const [question, typed] = answers[0] ?? ['', ''];
    const at = shown.indexOf(question, seen);
    if (question === '' || at < 0) return;
    seen = at + question.length;
    answers.shift();
    child.stdin.write(typed);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, shown };
}

/** The socket of a server that runs with the database, until the test is over. */
async function openServer() {
  const { db } = database;
  const desk = {
    config: loadConfig({ DATA_DIR: dataDir }),
    db,
    now: () => new Date('2026-11-26T08:00:00Z'),
  };
  const socket = await openSocket(desk, pino({ level: 'silent' }));
  onTestFinished(async () => await socket?.close());
}

/** What a change says before it on stderr while no operator is named. */
const UNNAMED =
  'No operator is named: the user of the system may do everything. To name one: operators add\n';

/** A name that, printed as it is, would be two lines of its own and hide what comes after it. */
const FORGED = 'Wanjiku Kamau\n  #7  job:7  paid\u001b[8m\u202e';

/** Payments 1 to 5: paid, paid by query, the wrong amount, no answer, open. */
async function fill(db: Db): Promise<void> {
  await db.insert(accounts).values(accountRow({ name: FORGED }));
  const job = { clientId: 1, title: 'Roof', description: 'Two rooms', location: 'Juja' };
  await db.insert(jobs).values([job, job, job, job, job]);
  const rows: Partial<typeof payments.$inferInsert>[] = [
    { state: 'paid', amountReceived: 100, receipt: 'AAAAAAAAA1' },
    { state: 'paid' },
    {
      state: 'needs_review',
      review: 'amount',
      reason: 'You sent Ksh 40. The price is Ksh 100.',
      amountReceived: 40,
      receipt: 'AAAAAAAAA3',
      checkoutRequestId: 'ws_CO_3',
      resultCode: 0,
    },
    { state: 'needs_review', review: 'unanswered', reason: REVIEW_REASONS.unanswered },
    { state: 'prompted' },
  ];
  const ofClient = rows.map((row, at) => paymentRow(at + 1, { accountId: 1, ...row }));
  await db.insert(payments).values(ofClient);
}

describe('the report', () => {
  test('counts all that is open, also what it does not show', async () => {
    const report = await paymentReport(database.db);
    const many = { ...report, open: { ...report.open, total: 800 } };
    expect(linesOf(reportBlocks(many))).toEqual(
      expect.arrayContaining(['Open: 800', 'and 799 more']),
    );
  });

  test('has what is open, and the newest others with what came', () => {
    expect(lines).toContain('To be reviewed: 2');
    const at = lines.indexOf('Open: 1');
    expect(lines[at + 2]).toMatch(/^#5 .*job 5 +100 +- +0799000001 +the payer is asked +-$/);
    const newest = lines.slice(lines.indexOf('The newest others') + 2);
    expect(newest).toEqual([
      expect.stringMatching(/^#2 .*job 2 +100 +- +0799000001 +paid +-$/),
      expect.stringMatching(/^#1 .*job 1 +100 +100 +0799000001 +paid +AAAAAAAAA1$/),
    ]);
  });

  test('shows for every review who paid, what is known and how to close it', () => {
    const at = lines.findIndex((line) => /^ {2}Payment +#3$/.test(line));
    expect(lines.slice(at + 1, at + 9)).toEqual([
      expect.stringMatching(/^ {2}For +job 3$/),
      expect.stringMatching(/^ {2}Ksh +100 asked, 40 came$/),
      expect.stringMatching(/^ {2}Since +\d{4}-/),
      expect.stringMatching(/^ {2}Payer +"Wanjiku Kamau #7 job:7 paid\[8m", 0711000001$/),
      expect.stringMatching(/^ {2}Prompt to +0799000001$/),
      expect.stringMatching(/^ {2}Receipt +AAAAAAAAA3$/),
      expect.stringContaining('compare with the M-Pesa statement'),
      '  npm run admin -- payments close 3 returned|activate --reason "what was found"',
    ]);
  });
});

const readDocs = (file: string) => readFileSync(path.join(root, 'docs', file), 'utf8');

/** Every command of the card of one page, and of the guide's tables. */
function documented(): string[] {
  const card = readDocs('card.html').replace(/\s+/g, ' ');
  const desk = readDocs('desk.md');
  const ofCard = [...card.matchAll(/<code\s*>desk ([^<]+)<\/code\s*>/g)];
  const ofGuide = [...desk.matchAll(/^\| `([a-z]+s\b[^`]*)` /gm)];
  expect([ofCard.length > 20, ofGuide.length > 10]).toEqual([true, true]);
  return [...ofCard, ...ofGuide].map(([, line = '']) => line);
}

test.each(documented())('knows the documented %s', (line) => {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, text, word = '']) => text ?? word);
  expect(() => readAdmin(words)).not.toThrow();
});

test('every operation is in the guide', () => {
  const written = readDocs('desk.md');
  const missing = COMMANDS.filter(({ words, isDefault }) => {
    // What can be done with jobs can be done with ads, and stands there once.
    const command = (isDefault ? words.split(' ')[0]! : words).replace(/^ads/, 'jobs');
    // Not the first word of another command.
    return !new RegExp(`\`${command}${isDefault ? '(?:`| --| ")' : ''}`).test(written);
  });
  expect(missing.map(({ words }) => words)).toEqual([]);
});

describe('the command line', () => {
  const WHY = ['--reason', 'x'];

  test.each([
    [['payments', 'close', ...WHY], "missing required argument 'payment id'. Add --help"],
    [['payments', 'close', '3', 'returned'], "required option '--reason <text>' not specified."],
    [['payments', 'close', 'x', 'returned', ...WHY], 'An id is a whole number.'],
    [
      ['payments', 'close', '3', 'refund', ...WHY],
      "'refund' is invalid for argument 'decision'. Allowed choices are returned, activate",
    ],
    [['payments', 'close', '3', 'returned', 'now', ...WHY], "too many arguments for 'close'."],
    [['payments', 'close', '3', 'returned', '--why', 'x', ...WHY], "unknown option '--why'."],
    [['payments', 'close', '3', 'returned', '--reason', ' '], 'It is empty.'],
    [['payments', 'close', '3', 'returned', '--reason', 'x'.repeat(501)], 'at most 500 characters'],
    [['payments', 'takings', '--of', '2026-02-30'], 'Write a day as'],
    [['payments', 'pay', '1', ...WHY], 'There is no command payments pay, but list, close,'],
    [['payments', 'refund', '1', ...WHY], "required option '--receipt <receipt>' not specified."],
    [
      ['payments', 'refund', '1', '--receipt', 'RFD 41', ...WHY],
      "'RFD 41' is invalid. A receipt has",
    ],
    [
      ['payments', 'give', 'WRONG', '--to', 'job:7', ...WHY],
      "'WRONG' is invalid for argument 'receipt'. A receipt has 6 to 20 letters and digits, as RFD41ABCDE. Add --help",
    ],
    [['payments', 'refund', '1', '--receipt'], "'--receipt <receipt>' argument missing."],
    [['log', '--most', '0'], 'whole number'],
    [['pay'], "unknown command 'pay'."],
  ])('%j is refused with one line of text', (args, words) => {
    expect(() => readAdmin(args)).toThrow(UsageError);
    expect(() => readAdmin(args)).toThrow(words);
    expect(() => readAdmin(args)).not.toThrow('\n');
  });

  test.each([[[]], [['--help']], [['payments', '--help']], [['payments', 'close', '--help']]])(
    '%j prints how it is used',
    async (args) => {
      const lines = await readAdmin(args)(loadConfig({}));
      expect(lines[0]).toMatch(/^Usage: npm run admin -- /);
    },
  );
});

test('prints the report, closes a review, finds people and exports one', async () => {
  await openServer();
  const report = await run('payments');
  expect(report).toEqual({ code: 0, out: `${lines.join('\n')}\n`, error: '' });
  // The payer's name added no line and no escape sequence.
  expect(report.out.split('\n')).toHaveLength(lines.length + 1);
  // oxlint-disable-next-line no-control-regex
  expect(report.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  expect(await run('payments', 'close', '3', 'returned', '--reason', 'Sent back.')).toEqual({
    code: 1,
    out: '',
    error: `${UNNAMED}Write down that you sent back: the payment 3 for job 3: Ksh 100 asked, Ksh 40 came, from 0799000001, waits for you?\n  Nothing is given for it.\nAdd --yes to do it without being asked.\n`,
  });
  const closed = ['--reason', 'Sent\u2028back.', '--yes'];
  expect(await run('payments', 'close', '3', 'returned', ...closed)).toEqual({
    code: 0,
    out: 'Payment 3 for job 3 is closed: the money was sent back. The payer reads: Your money was sent back to you.\n',
    error: UNNAMED,
  });
  const log = await run('log', '--csv');
  // What was asked and not confirmed is not written down.
  expect(log.out.split('\n')).toEqual([
    'When (Nairobi),Who,What,To what,Why',
    expect.stringMatching(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,wairimu,closed as returned,payment 3,Sent back\.$/,
    ),
    '',
  ]);
  expect((await run('find', 'wanjiku')).out.split('\n')).toEqual([
    'People',
    expect.stringMatching(/^Id {2}Role +Name +Phone +ID number +Since +State$/),
    expect.stringMatching(/^1 {3}client {2}Wanjiku Kamau #7 job:7 paid\[8m {2}0711000001 +1 +\d/),
    '',
  ]);
  const other = accountRow({ role: 'fundi', phoneNumber: '0733', idNumber: '2' });
  const [fundi] = await database.db.insert(accounts).values(other).returning();
  const id = String(fundi?.id);
  const asked = await run('people', 'phone', id, '0711 000 001', '--reason', 'x');
  expect(asked.error).toContain('It is the number of the client 1, "Wanjiku Kamau');
  await database.db.delete(accounts).where(eq(accounts.id, Number(id)));
  expect(await run('people', 'erase', '1', '--reason', 'x')).toEqual({
    code: 1,
    out: '',
    error: expect.stringMatching(
      // oxlint-disable-next-line no-regex-spaces
      /^No operator is named.*\nErase the client 1\?\n  "Wanjiku Kamau #7 job:7 paid\[8m", place not given, phone that ends in 001\n  here since \d{4}-\d\d-\d\d; 5 jobs, 0 ads, 5 payments and 0 sessions\n  .* cannot be undone\.\nAdd --yes to do it without being asked\.\n$/,
    ),
  });
  const folder = path.join(dataDir, 'exports');
  const exported = await run('people', 'export', '1', '--reason', 'x', '--yes');
  const [, file = ''] = /^(\S+1-\d{4}\S+\.json) has all that is stored\./.exec(exported.out) ?? [];
  const modes = [folder, file].map((entry) => statSync(entry).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    subject: 'client 1',
    name: expect.stringContaining('Wanjiku Kamau'),
    tables: {
      accounts: { rows: [{ phoneNumber: '0711000001' }] },
      payments: {
        about: expect.stringContaining('seven years'),
        rows: Array(5).fill(expect.anything()),
      },
    },
  });
  // A refused change, in one line and not written down.
  const refused = await run('people', 'erase', '1', '--reason', 'x', '--yes');
  expect([refused.code, refused.error.slice(UNNAMED.length)]).toEqual([
    1,
    expect.stringMatching(/^The client 1 cannot be erased yet\..*\n$/),
  ]);
});

function compare(rows: string[], ...more: string[]) {
  const file = path.join(dataDir, 'statement.csv');
  writeFileSync(file, ['Receipt No,Completion Time,Paid In,Withdrawn', ...rows].join('\n'));
  return run('payments', 'compare', file, ...more);
}

test('names what cannot be read of a statement first, and ends with 1', async () => {
  await openServer();
  const [good, bad] = ['AAAAAAAAA1,2026-11-22 08:40:12,100,', 'SKL1AAAAA1,soon,100.00,'];
  const why = 'line 3: its time: SKL1AAAAA1, soon, 100.00, ';
  const error = expect.stringMatching(/^1 line of .*statement\.csv could not be read: see to it/);
  expect(await compare([good, bad], '--yes')).toEqual({
    code: 1,
    out: expect.stringMatching(
      new RegExp(`^Could not be read: 1\n${why}\n\nKsh, .*\n.*Booked: 0\n$`, 's'),
    ),
    error,
  });
  expect((await compare([good, bad], '--csv')).code).toBe(1);
  // Nothing is said of money that was not read.
  const unread = `Could not be read: 1\n${why.replace('3', '2')}\n`;
  expect(await compare([bad])).toEqual({ code: 1, out: unread, error });
  const none = 'No money has moved in this statement.\n';
  expect(await compare([])).toEqual({ code: 0, out: none, error: '' });
  expect(await compare(['AAAAAAAAA1,5/11/2026 8:40,100,'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(
      /statement\.csv cannot be read as a statement\. Its dates can be read in two ways/,
    ),
  });
});

test.each(['\u0003', '\u0004', 'no\n'])(
  'asks on a terminal before it changes anything; %j is a no, without a stack',
  async (typed) => {
    await openServer();
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(terminal as never);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    terminal.write(typed);
    const { code, out, error } = await run('people', 'block', '1', '--reason', 'x');
    expect(out).toContain(
      'Block the client 1?\n  "Wanjiku Kamau #7 job:7 paid[8m", place not given,',
    );
    expect([code, error]).toEqual([1, `${UNNAMED}Nothing was changed.\n`]);
  },
);

test.runIf(existsSync('/usr/bin/script'))(
  'asks an operator for the secret on a terminal, and writes the own name down',
  async () => {
    await openServer();
    const change = ['--reason', 'x', '--yes'];
    const first = await run('operators', 'add', 'Wanjiku', '--rights', 'all', ...change);
    const secret = SECRET.exec(first.out)?.[0] ?? '';
    const who = { FUNDI_OPERATOR: secret };
    const words = ['operators', 'add', 'Otieno', '--rights', 'money,moderate', ...change];
    const { out } = await runAs(who, ...words);
    const otieno = SECRET.exec(out)?.[0] ?? '';
    expect(await run('find', 'wanjiku')).toMatchObject({ code: 1, out: '' });
    const line = `${ADMIN} people block 1 --reason x`;
    const question = 'Your secret as an operator (it is not shown): ';
    const asked = await onTerminal(line, [
      [question, `${otieno}\n`],
      ['Type yes: ', 'yes\n'],
    ]);
    expect(asked).toMatchObject({ code: 0, shown: expect.stringContaining('You are Otieno.') });
    expect(asked.shown).toContain('The client 1 is blocked');
    expect(asked.shown).not.toContain(otieno);
    const { code, shown } = await onTerminal(line, [[question, 'wrong\n']]);
    expect([code, shown.trim().split('\n').at(-1)]).toEqual([1, 'No operator has this secret.']);
    const listed = await runAs(who, 'operators');
    expect(listed.out).toMatch(
      /^Name +Rights +Since\nOtieno +money, moderate +\d.*\nWanjiku +all +\d/,
    );
    const restored = await command(dataDir, 'operatorsRestore', ['Njeri'], envOf({}));
    const njeri = { FUNDI_OPERATOR: SECRET.exec(restored.out)?.[0] ?? '' };
    const log = await runAs(njeri, 'log', '--most', '2', '--csv');
    expect(log.out).toMatch(
      /,wairimu,made an operator: all,operator Njeri,npm run operators:restore\n.*,Otieno,blocked,client 1,x\n$/,
    );
    await database.db.delete(operators);
  },
);

test('changes what is in the folder while no server runs, and writes it down', async () => {
  const folder = tempFolder(onTestFinished);
  await placeEmptyDatabase(folder);
  const before = await openDatabase({ dataDir: folder });
  await fill(before.db);
  await before.close();
  const words = ['payments', 'close', '4', 'nothing', '--reason', 'Not there.', '--yes'];
  expect(await runAs({ DATA_DIR: folder }, ...words)).toEqual({
    code: 0,
    out: 'Payment 4 for job 4 is closed: no money came. The payer reads: No money came. You can pay again.\n',
    error: UNNAMED,
  });
  const after = await openDatabase({ dataDir: folder });
  onTestFinished(() => after.close());
  const [last] = await readLog({ most: 1 }, after);
  expect(last).toMatchObject({ who: 'wairimu', action: 'closed as nothing', subject: 'payment 4' });
});
