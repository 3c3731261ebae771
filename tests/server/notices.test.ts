/** Notices: what the town says, who tells it once, and how it leaves the machine. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { loadConfig } from '../../server/config.ts';
import { payments, paymentEvents, sums } from '../../server/db/schema/payments.ts';
import type { Db } from '../../server/db/db.ts';
import { readAdmin } from '../../server/desk/cli/adminCommand.ts';
import { unitFinding } from '../../server/desk/notices/causes.ts';
import { markPrompts, readMarks, setMark } from '../../server/desk/notices/marks.ts';
import { createWatch, readTown, report } from '../../server/desk/notices/watch.ts';
import { CLAIM_MS, inFolder } from '../../server/desk/notices/memory.ts';
import { waysOf } from '../../server/desk/notices/sendNotice.ts';
import type { Notice, Way } from '../../server/desk/notices/sendNotice.ts';
import type { PushRequest, PushResult } from '../../server/mpesa/gateway.ts';
import { createLogger } from '../../server/process/log.ts';
import { command } from './command.ts';
import { tempFolder } from '../../testkit/tempFolder.ts';
import { openHarness } from './openHarness.ts';
import { paymentRow } from './rows.ts';
import { startSmtp } from './smtp.ts';

const START = Date.UTC(2026, 10, 22, 6);
const at = (ms: number) => new Date(START + ms);
const ago = (ms: number) => at(-ms);

let written = '';
const log = createLogger('error', { write: (line) => (written += line) });
let folder: string;
const server = await openHarness();

beforeEach(async () => {
  written = '';
  await server.reset();
  folder = tempFolder(onTestFinished);
});
const settings = (env: Record<string, string>) =>
  loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', ...env });

/** A way that writes down what it sends. */
function listen(): Way & { subjects: string[]; broken: boolean } {
  const subjects: string[] = [];
  const way = {
    name: 'the test',
    subjects,
    broken: false,
    async send({ subject }: Notice) {
      if (way.broken) throw new Error('no way');
      subjects.push(subject);
    },
  };
  return way;
}

const prompted = (job: number, promptedAt: Date) =>
  paymentRow(job, { state: 'prompted', checkoutRequestId: String(job), promptedAt });

describe('the town', () => {
  it('has reviews since their last change, sums that match nothing, and prompts with and without callbacks', async () => {
    const { db } = server;
    await db
      .insert(payments)
      .values([
        paymentRow(1, { state: 'needs_review', review: 'unanswered' }),
        prompted(2, ago(20 * MINUTE_MS)),
        prompted(3, ago(15 * MINUTE_MS)),
        prompted(4, ago(12 * MINUTE_MS)),
        prompted(5, ago(MINUTE_MS)),
      ]);
    const event = { paymentId: 1, kind: 'x' };
    await db.insert(paymentEvents).values([
      { ...event, at: ago(30 * HOUR_MS), toState: 'unknown' },
      { ...event, at: ago(2 * HOUR_MS), toState: 'needs_review' },
      { ...event, at: ago(HOUR_MS) },
    ]);
    const came = (receipt: string, hours: number, state: 'matched' | 'unmatched') => {
      return { receipt, typed: 'x', receivedAt: ago(hours * HOUR_MS), state };
    };
    await db
      .insert(sums)
      .values([came('A', 1, 'unmatched'), came('B', 3, 'unmatched'), came('C', 9, 'matched')]);
    const read = () => readTown(db, at(0));
    expect(await read()).toMatchObject({
      reviews: 1,
      oldestReview: ago(2 * HOUR_MS),
      unmatched: 2,
      oldestUnmatched: ago(3 * HOUR_MS),
      prompts: 3,
      calledBack: 0,
      // The age of a backup that was never made counts from now on.
      backup: { goodAt: null },
      begun: { goodAt: at(0) },
    });
    await db.insert(paymentEvents).values({ paymentId: 3, kind: 'callback_result' });
    expect(await read()).toMatchObject({ calledBack: 1 });
  });

  it('hears from each prompt whether M-Pesa takes the credentials', async () => {
    const { db } = server;
    const results: PushResult[] = [
      { kind: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c', raw: null },
      { kind: 'refused', cause: 'busy', code: '500.003.02', message: 'busy', raw: null },
      { kind: 'refused', cause: 'ours', code: '400.002.02', message: 'HTTP 400', raw: null },
    ];
    let marking = Promise.resolve();
    const gateway = markPrompts(
      {
        push: async () => results.pop()!,
        query: async () => ({ kind: 'pending', raw: null }),
      },
      (isGood) => {
        marking = setMark(db, 'mpesa', isGood, at(isGood ? 2 : 1));
      },
    );
    const marked = async () => {
      await gateway.push({} as PushRequest);
      await marking;
      return (await readMarks(db, at(0))).mpesa;
    };
    expect(await marked()).toMatchObject({ goodAt: null, badAt: at(1) });
    expect(await marked()).toMatchObject({ goodAt: null, badAt: at(1) });
    expect(await marked()).toMatchObject({ goodAt: at(2), badAt: at(1) });
  });
});

const config = () => settings({ PUBLIC_URL: 'https://fundi.example' });

describe('the watch', () => {
  const REVIEW = 'fundi.example: Payments that a person must look at: 1, the oldest for 2 h.';
  let db: Db;
  let time = 0;
  const watch = (way: Way) =>
    createWatch({ config: config(), db, now: () => at(time), log }, [way]);

  beforeEach(async () => {
    ({ db } = server);
    time = 0;
    const review = { state: 'paid', review: 'amount', createdAt: ago(2 * HOUR_MS) } as const;
    await db.insert(payments).values(paymentRow(1, review));
  });

  it('of two servers tells once, not again after a restart, and once when it is over', async () => {
    const way = listen();
    await Promise.all([watch(way).look(), watch(way).look()]);
    await watch(way).look();
    expect(way.subjects).toEqual([REVIEW]);
    await db.update(payments).set({ review: null });
    await Promise.all([watch(way).look(), watch(way).look()]);
    expect(way.subjects.slice(1)).toEqual(['fundi.example: No more trouble: review.']);
  });

  it('asks the database only where somebody listens', async () => {
    const reads = vi.spyOn(db, 'select');
    const services = { config: config(), db, now: () => at(0), log };
    const deaf = createWatch(services, []);
    deaf.start();
    await sleep(20);
    await deaf.stop();
    expect(reads).not.toHaveBeenCalled();
    const shown = createWatch(services, [], () => undefined);
    shown.start();
    await vi.waitFor(() => expect(reads).toHaveBeenCalled());
    await shown.stop();
  });

  it('ends at once while a mail server is silent', async () => {
    const smtp = await startSmtp({ HELLO: null });
    const SMTP_URL = `smtp://127.0.0.1:${smtp.port}`;
    const [way] = waysOf(settings({ SMTP_URL, NOTIFY_EMAIL: 'a@example.com' }).notify);
    const one = watch(way!);
    one.start();
    await smtp.called;
    const before = Date.now();
    await one.stop();
    expect(Date.now() - before).toBeLessThan(5000);
  });

  it('goes on when nothing can be sent, logs it, and tries again', async () => {
    const way = listen();
    way.broken = true;
    const one = watch(way);
    await one.look();
    expect(written).toContain('"cause":"review","way":"the test","reason":"no way"');
    way.broken = false;
    await one.look();
    expect(way.subjects).toEqual([]);
    time = CLAIM_MS;
    await one.look();
    expect(way.subjects).toEqual([REVIEW]);
  });

  it('of two servers tells once that the database is down, and that it is back', async () => {
    await db.update(payments).set({ review: null });
    for (const way of ['select', 'transaction'] as const) {
      vi.spyOn(db, way).mockImplementation(() => {
        throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
      });
    }
    const way = listen();
    const both = [watch(way), watch(way)];
    const look = () => Promise.all(both.map((one) => one.look()));
    await look();
    expect(way.subjects).toEqual([]);
    time = MINUTE_MS;
    await look();
    expect(way.subjects).toEqual([
      'fundi.example: The database does not answer: nobody is served.',
    ]);
    vi.restoreAllMocks();
    await look();
    expect(way.subjects.slice(1)).toEqual(['fundi.example: No more trouble: database.']);
  });

  it('tells what systemd said of a server that is down, and a start ends it', async () => {
    const way = listen();
    const services = { config: config(), now: () => at(0), log };
    const down = unitFinding('fundi-server@8000', true);
    await report([down], inFolder(folder), [way], services);
    await report([down], inFolder(folder), [way], services);
    await db.update(payments).set({ review: null });
    await watch(way).look();
    expect(way.subjects).toEqual([
      'fundi.example: fundi-server@8000 has failed.',
      'fundi.example: No more trouble: fundi-server@8000.',
    ]);
  });
});

it('a full disk reports the cause of a machine once', async () => {
  const way = listen();
  const remembering = inFolder(folder);
  const tellAt = (ms: number) =>
    report([unitFinding('fundi-server@8000', true)], remembering, [way], {
      config: config(),
      now: () => at(ms),
      log,
    });
  await tellAt(0);
  mkdirSync(path.join(folder, 'notices.json.part'));
  await tellAt(HOUR_MS);
  await tellAt(HOUR_MS + MINUTE_MS);
  expect(way.subjects).toHaveLength(2);
});

describe('a notice by e-mail', () => {
  const notice: Notice = { subject: 'Juja: The disk is short', text: 'What to do: df -h\n' };
  const send = (SMTP_URL: string, more = {}, stop?: AbortSignal) => {
    const env = { SMTP_URL, NOTIFY_EMAIL: 'a@example.com, b@example.com', ...more };
    const [way] = waysOf(settings(env).notify);
    return way!.send(notice, stop);
  };

  it('arrives', async () => {
    const smtp = await startSmtp();
    await send(`smtp://127.0.0.1:${smtp.port}`);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toContain('Subject: Juja: The disk is short');
    expect(smtp.mails[0]).toContain('To: a@example.com, b@example.com');
    expect(smtp.mails[0]).toContain('What to do: df -h');
  });

  it.each([
    ['apikey:x@', '', 'From: a@example.com'],
    ['town%40example.com:x@', '', 'From: town@example.com'],
    ['town%40example.com:x@', 'alarm@example.com', 'From: alarm@example.com'],
    ['', 'Fundi Mtaani <alarm@example.com>', 'From: Fundi Mtaani <alarm@example.com>'],
  ])('of the user "%s" with NOTIFY_FROM="%s" is %s', async (user, NOTIFY_FROM, line) => {
    const smtp = await startSmtp({ EHLO: '250-test\r\n250 AUTH PLAIN', AUTH: '235 ok' });
    await send(`smtp://${user}127.0.0.1:${smtp.port}`, { NOTIFY_FROM });
    expect(smtp.mails[0]).toContain(`${line}\n`);
  });

  it('leaves nobody in the clear because of an option in the address', async () => {
    const smtp = await startSmtp();
    const sent = send(`smtp://0.0.0.0:${smtp.port}?requireTLS=false&ignoreTLS=true`);
    await expect(sent).rejects.toThrow(/STARTTLS/i);
    expect(smtp.mails).toEqual([]);
  });

  it.each<[string, string, Record<string, string | null>, RegExp]>([
    ['a server that says nothing', '127.0.0.1', { HELLO: null }, /aborted/i],
    ['one that stops to answer', '127.0.0.1', { DATA: null }, /aborted/i],
    ['one that refuses the mail', '127.0.0.1', { '.': '554 no' }, /554 no/],
    // Another machine than this one, so nothing goes there in the clear.
    ['one without STARTTLS', '0.0.0.0', {}, /STARTTLS/i],
  ])('fails in one line at %s', async (_what, host, strange, reason) => {
    const smtp = await startSmtp(strange);
    const isSilent = Object.values(strange).includes(null);
    const stop = isSilent ? AbortSignal.timeout(200) : undefined;
    const sent = send(`smtp://${host}:${smtp.port}`, {}, stop);
    await expect(sent).rejects.toThrow(reason);
  });
});

/** A script of the shell, which can be run. */
const script = (lines: string) => {
  const file = path.join(folder, 'notify.sh');
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o700);
  return file;
};
const sendByCommand = (NOTIFY_COMMAND: string, stop = new AbortController().signal) => {
  const [way] = waysOf(settings({ NOTIFY_COMMAND }).notify);
  return way!.send({ subject: 's', text: 'Karibu\n' }, stop);
};
const desk = (env: Record<string, string>) => readAdmin(['notify', 'test'])(settings(env));

describe('a notice by a command', () => {
  it('is read on standard input, by its words as they are, without the secrets of the server', async () => {
    process.env.MPESA_PASSKEY = 'secret';
    const out = path.join(folder, 'out');
    await sendByCommand(
      `${script(`cat > ${out}; echo "$@" >> ${out}; env >> ${out}`)} --to $HOME;ls`,
    );
    delete process.env.MPESA_PASSKEY;
    const [text, words, ...env] = readFileSync(out, 'utf8').split('\n');
    expect([text, words]).toEqual(['Karibu', '--to $HOME;ls']);
    expect(env.join()).not.toContain('secret');
  });

  it.each([
    ['echo no credit >&2; exit 3', 'it ended with code 3: no credit'],
    ['kill -9 $$', 'it was killed: it said nothing'],
  ])('fails where the command is: %s', async (lines, reason) => {
    await expect(sendByCommand(script(lines))).rejects.toThrow(reason);
  });

  it('is killed with all that it has started when it takes too long', async () => {
    const sent = sendByCommand(script('sleep 60 & sleep 60'), AbortSignal.timeout(300));
    await expect(sent).rejects.toThrow('it was killed: it said nothing');
  });

  it('is sent as a test by the desk, which says what failed, and what is not set', async () => {
    expect(await desk({ NOTIFY_COMMAND: script('exit 0') })).toEqual([
      `Sent by the command ${folder}/notify.sh. Look whether it arrived.`,
    ]);
    expect(await desk({ NOTIFY_COMMAND: '/nowhere' })).toEqual([
      'Not sent by the command /nowhere: /nowhere cannot be started: it is not there. Look at the name.',
    ]);
    expect(process.exitCode).toBe(1);
    process.exitCode = undefined;
    await expect(desk({})).rejects.toThrow('Nobody is called: set NOTIFY_EMAIL and SMTP_URL');
  });
});

const out = () => readFileSync(path.join(folder, 'out'), 'utf8');
const alarm = (unit: string, env: Record<string, string>) => {
  const NOTIFY_COMMAND = script(`cat >> ${path.join(folder, 'out')}`);
  const words = ['notify', 'failed', unit];
  return command(folder, 'admin', words, { DATA_DIR: folder, NOTIFY_COMMAND, ...env });
};

describe('the alarm of systemd', () => {
  it.each([
    {},
    { PORT: 'x', DATABASE_URL: 'postgres//x', MPESA_MODE: 'daraja', FUNDI_OPERATOR: 'x' },
    { SMTP_URL: 'mail.example' },
    { NOTIFY_EMAIL: 'a@example.com' },
  ])('calls when a server is down, with %j', async (env) => {
    expect(await alarm('fundi-server@8000.service', env)).toMatchObject({ code: 0, error: '' });
    expect(out()).toContain('fundi-server@8000 has failed.');
  });

  it('calls when a backup or a rehearsal has failed, and for no other unit', async () => {
    for (const unit of ['fundi-backup', 'fundi-rehearsal']) {
      expect(await alarm(`${unit}.service`, { PORT: 'x' })).toMatchObject({ code: 0 });
      expect(out()).toContain(`${unit} has failed.`);
    }
    expect(await alarm('ssh.service', {})).toMatchObject({ code: 1 });
  });

  it('fails where no way takes the notice, so that systemd tries again', async () => {
    const env = { NOTIFY_COMMAND: '/nowhere' };
    const { code, error } = await alarm('fundi-rehearsal.service', env);
    expect(code).toBe(1);
    expect(error).toContain('Nobody was reached: fundi-rehearsal has failed.');
    const unit = readFileSync('deploy/systemd/fundi-failed@.service', 'utf8');
    expect(unit).toMatch(/^Restart=on-failure$/m);
  });

  it('says in one line what is wrong with its own settings', async () => {
    const env = { NOTIFY_COMMAND: '', NOTIFY_EMAIL: 'a@example.com', PORT: 'x' };
    expect(await alarm('fundi-server@8000', env)).toEqual({
      code: 1,
      out: '',
      error: 'SMTP_URL is missing: NOTIFY_EMAIL needs it.\n',
    });
  });
});
