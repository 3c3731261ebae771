/** `npm run admin` as a person runs it, on an embedded database. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { readAdmin } from '../../server/desk/cli/adminCommand.ts';
import { UsageError } from '../../server/desk/cli/command.ts';
import { loadConfig } from '../../server/config.ts';
import { openDatabase } from '../../server/db/open.ts';
import type { Database, Db } from '../../server/db/db.ts';
import { localDay } from '../../server/process/nairobi.ts';
import { readLog } from '../../server/desk/record.ts';
import { openSocket } from '../../server/desk/socket.ts';
import { REVIEW_REASONS } from '../../server/payments/reasons.ts';
import { paymentReport, reportLines } from '../../server/desk/report.ts';
import { accounts, jobs, missedSearches, payments } from '../../server/db/schema.ts';
import { childEnv } from '../support/childEnv.ts';
import { placeEmptyDatabase } from '../contract/snapshot.ts';

/** Open as the server has it, until the last test. */
let database: Database;
let dataDir: string;
let lines: string[];
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'fundi-cli-'));
  await placeEmptyDatabase(dataDir);
  database = await openDatabase({ dataDir });
  await fill(database.db);
  lines = reportLines(await paymentReport(database.db));
});
afterAll(async () => {
  await database.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The command with what it printed; the folder of the database is the test's own. */
function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const file = path.join(root, 'server', 'desk', 'cli', 'admin.ts');
  const env = { ...childEnv, DATA_DIR: dataDir, SUDO_USER: 'wairimu' };
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: dataDir, env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });
}

/** A name that, printed as it is, would be two lines of its own and hide what comes after it. */
const FORGED = 'Wanjiku Kamau\n  #7  job:7  paid\u001b[8m\u202e';

/** Payments 1 to 5: paid, paid by query, the wrong amount, no answer, open. */
async function fill(db: Db): Promise<void> {
  const [client] = await db
    .insert(accounts)
    .values({
      role: 'client',
      name: FORGED,
      phoneNumber: '0711000001',
      idNumber: '1',
      passwordHash: '',
    })
    .returning();
  const clientId = client?.id ?? 0;
  const job = { clientId, title: 'Roof', description: 'Two rooms', location: 'Juja' };
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
    },
    { state: 'needs_review', review: 'unanswered', reason: REVIEW_REASONS.unanswered },
    { state: 'prompted' },
  ];
  for (const [index, row] of rows.entries()) {
    await db.insert(payments).values({
      publicId: `public-${index}`,
      accountId: clientId,
      purpose: 'post_job',
      jobId: index + 1,
      payable: `job:${index + 1}`,
      amount: 100,
      phone: '0799000001',
      callbackHash: '',
      ...row,
    });
  }
}

describe('the report', () => {
  test('counts the money asked for, the money received and the payments of unknown amount', () => {
    expect(lines).toContain('Open: 1, Ksh 100 asked');
    expect(lines).toContain('Paid: 2, Ksh 200 asked, Ksh 100 received by 1, amount unknown for 1');
    expect(lines).toContain(
      'To be reviewed: 2, Ksh 200 asked, Ksh 40 received by 1, amount unknown for 1',
    );
  });

  test('shows the last paid payments and the number of all others', async () => {
    const few = reportLines(await paymentReport(database.db, 1));
    const at = few.findIndex((line) => line.startsWith('Paid: 2,'));
    expect(few[at + 1]).toContain('#2 ');
    expect(few[at + 2]).toBe('  and 1 more');
  });

  test('marks a payment as of unknown amount when only a query said that it was paid', () => {
    const at = lines.indexOf(
      'Paid by a query alone, amount not named: 1 (compare each with the M-Pesa statement)',
    );
    expect(lines[at + 1]).toMatch(/^ {2}#2 .*job:2 .*Ksh 100 +- +0799000001 +paid +-$/);
    expect(lines[at + 2]).toBe('');
  });

  test('shows for every review who paid, what is known and how to close it', () => {
    const at = lines.findIndex((line) => line.includes('#3 '));
    expect(lines[at]).toMatch(/job:3 .*Ksh 100 +Ksh 40 +0799000001 +needs_review +AAAAAAAAA3$/);
    expect(lines[at + 1]).toContain('compare with the M-Pesa statement');
    expect(lines[at + 2]).toContain(
      'payer "Wanjiku Kamau #7 job:7 paid[8m", 0711000001; prompt to 0799000001; receipt AAAAAAAAA3; checkout ws_CO_3',
    );
    expect(lines[at + 3]).toContain(
      'npm run admin -- payments close 3 returned|activate --reason "what was found"',
    );
  });
});

describe('the command line', () => {
  const WHY = ['--reason', 'x'];

  test.each([
    [['payments', 'close', ...WHY], "missing required argument 'payment id'"],
    [['payments', 'close', '3', 'returned'], "required option '--reason <text>' not specified"],
    [['payments', 'close', 'x', 'returned', ...WHY], 'An id is a whole number.'],
    [['payments', 'close', '3', 'refund', ...WHY], 'Allowed choices are returned, activate'],
    [['payments', 'close', '3', 'returned', 'now', ...WHY], 'too many arguments'],
    [['payments', 'close', '3', 'returned', '--why', 'x', ...WHY], "unknown option '--why'"],
    [['payments', 'close', '3', 'returned', '--reason', ' '], 'It is empty.'],
    [['payments', 'close', '3', 'returned', '--reason', 'x'.repeat(501)], 'at most 500 characters'],
    [['payments', 'takings', '--of', '2026-02-30'], 'Write a day as'],
    [
      ['payments', 'refund', '1', ...WHY],
      "unknown command 'payments refund': there is list, close,",
    ],
    [['log', '--most', '0'], 'whole number'],
    [['people', 'block', '7'], "required option '--reason"],
    [['people', 'erase', '07', ...WHY], 'An id is a whole number.'],
    [['people', 'find'], "missing required argument 'text'"],
    [['pay'], "unknown command 'pay'"],
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

test('prints the report, closes a review and finds people while the server holds the embedded database', async () => {
  const desk = {
    config: loadConfig({ DATA_DIR: dataDir }),
    db: database.db,
    now: () => new Date(),
  };
  const socket = await openSocket(desk, pino({ level: 'silent' }));
  const report = await run('payments');
  expect(report).toEqual({ code: 0, out: `${lines.join('\n')}\n`, error: '' });
  // The payer's name added no line and no escape sequence.
  expect(report.out.split('\n')).toHaveLength(lines.length + 1);
  // oxlint-disable-next-line no-control-regex
  expect(report.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e]/);
  expect(await run('payments', 'close', '3', 'returned', '--reason', 'Sent back.')).toEqual({
    code: 1,
    out: '',
    error:
      'Close as returned the payment 3 for job:3: Ksh 100, of which Ksh 40 came, from 0799000001, needs_review? Add --yes to do it without being asked.\n',
  });
  const closed = ['--reason', 'Sent\u2028back.', '--yes'];
  expect(await run('payments', 'close', '3', 'returned', ...closed)).toEqual({
    code: 0,
    out: 'Payment 3 for job:3 is closed: it is failed now. The payer reads: Your money was sent back to you.\n',
    error: '',
  });
  expect(await run('payments', 'close', '1', 'returned', '--reason', 'x', '--yes')).toEqual({
    code: 1,
    out: '',
    error: 'Payment 1 does not wait for a person: it is paid.\n',
  });
  const log = await run('log', '--csv');
  // A refused change is not written down.
  expect(log.out.split('\n')).toEqual([
    'When (Nairobi),Who,What,To what,Why',
    expect.stringMatching(
      /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,wairimu,closed as returned,payment 3,Sent back\.$/,
    ),
    '',
  ]);
  expect((await run('people', 'find', 'wanjiku')).out.split('\n')).toEqual([
    expect.stringMatching(/^Id {2}Role +Name +Phone +ID number +Since +State$/),
    expect.stringMatching(/^1 {3}client {2}Wanjiku Kamau #7 job:7 paid\[8m {2}0711000001 +1 +\d/),
    '',
  ]);
  const day = localDay(new Date());
  await database.db.insert(missedSearches).values({ day, phrase: 'fundi wa piano', times: 3 });
  expect((await run('searches', '--csv')).out).toBe(
    `Searched,Times,On days,Last\nfundi wa piano,3,1,${day}\n`,
  );
  expect(await run('people', 'erase', '1', '--reason', 'x')).toEqual({
    code: 1,
    out: '',
    error:
      'Erase the client 1, "Wanjiku Kamau #7 job:7 paid[8m", 0711000001, which cannot be undone? Add --yes to do it without being asked.\n',
  });
  const refused = await run('people', 'erase', '1', '--reason', 'x', '--yes');
  expect(refused.error).toMatch(
    /^The client 1 cannot be erased yet\. Payment \d is (open|in review)/,
  );
  await socket?.close();
  expect((await run('payments')).error).toBe(
    `The database folder ${path.join(dataDir, 'pglite')} is in use by process ${process.pid}.\n`,
  );
});

test.runIf(existsSync('/usr/bin/script'))(
  'asks on a terminal before it changes anything; Ctrl-C and Ctrl-D are a no, without a stack',
  async () => {
    await database.close();
    const file = path.join(root, 'server', 'desk', 'cli', 'admin.ts');
    const command = `"${process.execPath}" "${file}" people block 1 --reason x`;
    const env = { ...childEnv, DATA_DIR: dataDir, SHELL: '/bin/sh' };
    for (const typed of ['\u0003', '\u0004', 'no\n']) {
      const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: dataDir, env });
      let shown = '';
      child.stdout.on('data', (part: Buffer) => {
        const wasAsked = shown.includes('Type yes: ');
        shown += String(part);
        if (!wasAsked && shown.includes('Type yes: ')) child.stdin.write(typed);
      });
      // oxlint-disable-next-line no-await-in-loop
      const [code] = (await once(child, 'close')) as [number];
      expect(shown).toContain('Block the client 1, "Wanjiku Kamau #7 job:7 paid[8m", 0711000001?');
      expect(shown).toMatch(/Nothing was changed\.\s*$/);
      expect(code).toBe(1);
    }
    database = await openDatabase({ dataDir });
  },
);

test('closes a review while the server is stopped', async () => {
  await database.close();
  expect(
    await run(
      'payments',
      'close',
      '4',
      'nothing',
      '--reason',
      'Not there.',
      '--as',
      'Otieno',
      '--yes',
    ),
  ).toEqual({
    code: 0,
    out: 'Payment 4 for job:4 is closed: it is failed now. The payer reads: No money came. You can pay again.\n',
    error: '',
  });
  database = await openDatabase({ dataDir });
  const { review } = await paymentReport(database.db);
  expect(review).toMatchObject({ total: { count: 0, asked: 0, received: 0 }, rows: [] });
  const [last] = await readLog({ most: 1, subject: null }, database);
  expect(last).toMatchObject({ who: 'Otieno', action: 'closed as nothing', subject: 'payment 4' });
});
