/** The page of the desk, attacked: who gets in, for how long, and what a form, a name or an address can do. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { root } from '../../scripts/root.mjs';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { buildApp } from '../../server/app.ts';
import { loadConfig } from '../../server/config.ts';
import { createMemoryCounters } from '../../server/calls/counters.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { deskSessions, operatorLog, operators } from '../../server/db/schema/desk.ts';
import { payments, sums } from '../../server/db/schema/payments.ts';
import { findingsOfTown } from '../../server/desk/notices/causes.ts';
import { readTown } from '../../server/desk/notices/watch.ts';
import type { Right } from '../../server/desk/desk.ts';
import { COMMANDS, isChange } from '../../server/desk/operations.ts';
import { addOperator, removeOperator } from '../../server/desk/operators.ts';
import { registerDesk } from '../../server/desk/web/registerDesk.ts';
import { hashToken } from '../../server/people/auth.ts';
import { idlePayments } from '../../testkit/serverHarness.ts';
import type { Harness } from '../../testkit/serverHarness.ts';
import { openHarness } from './openHarness.ts';
import { multipart } from './postAd.ts';
import { paymentRow } from './rows.ts';

const by = { who: 'wairimu', reason: 'x' };
const HERE = '127.0.0.1';
const harness = await openHarness({ desk: registerDesk, env: { RATE_LIMIT_FACTOR: '1' } });
beforeEach(async () => {
  await harness.reset();
  // What the former test has counted is over.
  harness.advance(DAY_MS);
});

interface Asked {
  cookie?: string;
  form?: Record<string, string> | string;
  from?: string;
  headers?: Record<string, string>;
  app?: Harness['app'];
}

/** A page, or with `form` the answer to it. */
const open = (url: string, { cookie, form, from, headers, app = harness.app }: Asked = {}) =>
  app.inject({
    url,
    method: form ? 'POST' : 'GET',
    ...(form && { payload: String(new URLSearchParams(form)) }),
    headers: {
      host: 'localhost:8000',
      ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(cookie !== undefined && { cookie: `fundi_desk=${cookie}` }),
      ...headers,
    },
    ...(from !== undefined && { remoteAddress: from }),
  });

const valueIn = (body: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(body)?.[1] ?? '';
const tokenIn = (body: string) => valueIn(body, 'token');
const cookieIn = (answer: Awaited<ReturnType<typeof open>>) =>
  answer.cookies.find(({ name }) => name === 'fundi_desk')?.value ?? '';

/** Another server on the same database. */
function otherServer(env: Record<string, string> = {}) {
  const { db, now, log } = harness.ctx;
  const config = loadConfig({ SERVE_APP: 'false', MPESA_C2B: 'off', ...env });
  const counters = createMemoryCounters();
  return buildApp({ config, db, now, log, counters, payments: idlePayments, desk: registerDesk });
}

interface Named {
  name: string;
  secret: string;
  digits: () => string;
}

async function nameOperator(right: Right, name = `With ${right}`): Promise<Named> {
  const { secret, factor } = await addOperator({ name, rights: [right], by }, harness.ctx);
  const totp = new TOTP({ secret: factor });
  return { name, secret, digits: () => totp.generate({ timestamp: harness.ctx.now().getTime() }) };
}

/** The answer to the form of the login. */
async function login(given: { name: string; secret: string; code: string }, from = HERE) {
  const page = await open('/desk/login', { from });
  const form = { ...given, token: tokenIn(page.body) };
  return await open('/desk/login', { form, cookie: cookieIn(page), from });
}

/** The cookie of an operator who has signed in. */
async function signIn({ name, secret, digits }: Named): Promise<string> {
  const answer = await login({ name, secret, code: digits() });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/desk']);
  return cookieIn(answer);
}

const signInWith = async (right: Right, name?: string) =>
  await signIn(await nameOperator(right, name));
/** The token of the forms of a session. */
const tokenOf = async (cookie: string) => tokenIn((await open('/desk', { cookie })).body);

/** Says yes to a change. */
async function change(place: string, cookie: string, typed: Record<string, string>) {
  const form = { reason: 'x', ...typed, token: await tokenOf(cookie) };
  return await open(place, { cookie, form });
}

/** Somebody who may be blocked, and the form that does it. */
async function blockingOf(cookie: string) {
  const { id, name } = await harness.account('client');
  const form = { id: String(id), reason: 'x', token: await tokenOf(cookie) };
  return { id, name, form };
}

const PLACES = COMMANDS.map(({ words }) => `/desk/${words.replace(' ', '/')}`);
const isLogin = ({ statusCode, headers }: Awaited<ReturnType<typeof open>>) =>
  statusCode === 303 && /^\/desk\/login(?:\?[\w=&%+.-]*)?$/.test(String(headers.location));

describe('without a session', () => {
  beforeEach(() => nameOperator('all'));

  test('there is no page, no form and no picture but the login', async () => {
    const account = await harness.account('client');
    const { authorization } = await harness.signIn(account);
    const places = [
      '/desk',
      '/desk/',
      '/desk/statement',
      '/desk/statement/book',
      '/desk/logout',
      ...PLACES,
    ];
    const others = [{ authorization }, { cookie: `fundi_desk=${'a'.repeat(43)}` }];
    const asked = [
      ...places.map((place) => [place, {}] as const),
      ...others.map((headers) => ['/desk/people/block', headers] as const),
    ];
    for (const [place, headers] of asked) {
      const [shown, sent] = [
        await open(place, { headers }),
        await open(place, { headers, form: { reason: 'x' } }),
      ];
      // Nothing is sent to the address of today.
      const isNone = isLogin(sent) || sent.statusCode === 404;
      expect([place, isLogin(shown), isNone]).toEqual([place, true, true]);
    }
  });

  test.each([
    '/desk/%2e%2e/log',
    '/desk//log',
    '/desk/login/../log',
    '/desk/LOG',
    '/desk/login%2f..%2flog',
    '/desk/log?x=/desk/login',
    '/desk/desk.css/../log',
  ])('the address %s leads to nothing', async (url) => {
    const answer = await open(url);
    expect(answer.body).not.toContain('When (Nairobi)');
    expect(isLogin(answer) || answer.statusCode === 404).toBe(true);
  });

  test('nothing is stored on the way, framed, or run', async () => {
    const { headers, cookies } = await open('/desk/login');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringMatching(
        /default-src 'none'.*frame-ancestors 'none'/,
      ),
      'x-frame-options': 'DENY',
    });
    expect(headers['content-security-policy']).not.toMatch(/script-src|unsafe/);
    expect(cookies).toMatchObject([
      { name: 'fundi_desk', path: '/desk', httpOnly: true, sameSite: 'Strict' },
    ]);
  });
});

describe('the login', () => {
  it('asks for name, secret and digits together, and does not say which was wrong', async () => {
    const { name, secret, digits } = await nameOperator('all');
    const right = { name, secret, code: digits() };
    const wrong = [
      { ...right, name: 'Otieno' },
      { ...right, secret: 'x'.repeat(32) },
      { ...right, code: '000000' },
      { ...right, code: '' },
    ];
    for (const given of wrong) {
      const answer = await login(given, `10.0.0.${wrong.indexOf(given)}`);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toContain('The name, the secret or the six digits are wrong');
      // The secret is typed again, the name is not.
      expect(answer.body).toContain(`value="${given.name}"`);
      expect(answer.body).not.toContain(secret);
    }
    expect((await login(right)).statusCode).toBe(303);
  });

  it('takes the same six digits once, also of two at a time', async () => {
    const { name, secret, digits } = await nameOperator('all');
    const given = { name, secret, code: digits() };
    const answers = await Promise.all([login(given), login(given)]);
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([303, 401]));
    expect((await login(given)).statusCode).toBe(401);
    harness.advance(MINUTE_MS);
    expect((await login({ ...given, code: digits() })).statusCode).toBe(303);
  });

  it('makes somebody wait who guesses, by name and by network, and tells it', async () => {
    const { name, secret, digits } = await nameOperator('all');
    const wrong = { name, secret: 'x'.repeat(32), code: '123456' };
    for (let tries = 0; tries < 5; tries += 1) await login(wrong, `10.0.${tries}.1`);
    const waits = await login({ name, secret, code: digits() }, '10.9.9.9');
    expect([waits.statusCode, waits.body]).toEqual([
      429,
      expect.stringContaining('Too many attempts'),
    ]);
    for (let tries = 0; tries < 5; tries += 1)
      await login({ ...wrong, name: `Guess ${tries}` }, '10.7.7.7');
    expect((await login({ ...wrong, name: 'Another' }, '10.7.7.7')).statusCode).toBe(429);
    const { db, now } = harness.ctx;
    const town = await readTown(db, now());
    expect(findingsOfTown(town, now()).find(({ cause }) => cause === 'desk')?.holds).toBe(true);
    harness.advance(15 * MINUTE_MS);
    expect((await login({ name, secret, code: digits() })).statusCode).toBe(303);
  });

  it('takes what is right time after time, with spaces around it and the name in any letters', async () => {
    const { name, secret, digits } = await nameOperator('all', 'Otieno');
    for (let tries = 0; tries < 8; tries += 1) {
      harness.advance(MINUTE_MS);
      const asked = { name: ` ${name.toUpperCase()} `, secret: ` ${secret}\n`, code: digits() };
      expect((await login(asked)).statusCode).toBe(303);
    }
  });

  it('needs its own form, and gives a new cookie, so that nobody can plant one', async () => {
    const { name, secret, digits } = await nameOperator('all');
    const page = await open('/desk/login');
    const form = { name, secret, code: digits(), token: tokenIn(page.body) };
    const planted = cookieIn(page);
    const origin = { origin: 'https://evil.example' };
    for (const asked of [{}, { cookie: 'b'.repeat(43) }, { cookie: planted, headers: origin }])
      expect((await open('/desk/login', { form, ...asked })).statusCode).toBe(403);
    const answer = await open('/desk/login', { form, cookie: planted });
    expect(answer.statusCode).toBe(303);
    expect(cookieIn(answer)).not.toBe(planted);
    expect(isLogin(await open('/desk', { cookie: planted }))).toBe(true);
  });
});

describe('a session', () => {
  beforeEach(() => nameOperator('all', 'Njeri'));

  it('ends after half an hour without a page, and after twelve hours in any case', async () => {
    const cookie = await signInWith('look');
    const after = async (minutes: number) => {
      harness.advance(minutes * MINUTE_MS);
      return await open('/desk/log', { cookie });
    };
    // Each page begins the half hour again.
    for (const minutes of [25, 25]) expect((await after(minutes)).statusCode).toBe(200);
    const seenAt = new Date(harness.ctx.now().getTime() + 660 * MINUTE_MS);
    await harness.db.update(deskSessions).set({ seenAt });
    expect((await after(660)).statusCode).toBe(200);
    expect(isLogin(await after(11))).toBe(true);
  });

  it.each([
    [30 * MINUTE_MS - 1000, false],
    [30 * MINUTE_MS + 1000, true],
  ])('of which nobody makes use for %d ms is over: %s', async (ms, isOver) => {
    const cookie = await signInWith('look');
    harness.advance(ms);
    expect(isLogin(await open('/desk', { cookie }))).toBe(isOver);
  });

  it('that is over goes when somebody signs in, and no other one does', async () => {
    const { ctx, db } = harness;
    const left = async () =>
      (await db.select().from(deskSessions)).map(({ tokenHash }) => tokenHash).toSorted();
    const at = (minutes: number) => new Date(ctx.now().getTime() - minutes * MINUTE_MS);
    const row = { operator: 'Njeri', factorAt: ctx.now() };
    await db.insert(deskSessions).values([
      { ...row, tokenHash: 'in use', createdAt: at(719), seenAt: at(29) },
      { ...row, tokenHash: 'of yesterday', createdAt: at(721), seenAt: at(1) },
      { ...row, tokenHash: 'left alone', createdAt: at(60), seenAt: at(31) },
    ]);
    const cookie = await signInWith('look');
    expect(await left()).toEqual([hashToken(cookie), 'in use'].toSorted());
  });

  it('ends at the logout, on the server: a stolen cookie opens nothing', async () => {
    const cookie = await signInWith('look');
    const form = { token: await tokenOf(cookie) };
    expect(isLogin(await open('/desk/logout', { cookie, form }))).toBe(true);
    expect(isLogin(await open('/desk', { cookie }))).toBe(true);
  });

  it('that has ended leads back to where one was, and nowhere else', async () => {
    const operator = await nameOperator('all', 'Otieno');
    const back = async (to: string) => {
      const { headers } = await open(to);
      const login = await open(headers.location ?? to);
      const { name, secret, digits } = operator;
      harness.advance(MINUTE_MS);
      const form = {
        name,
        secret,
        code: digits(),
        token: tokenIn(login.body),
        to: valueIn(login.body, 'to'),
      };
      return (await open('/desk/login', { form, cookie: cookieIn(login) })).headers.location;
    };
    expect(await back('/desk/people/show?id=7')).toBe('/desk/people/show?id=7');
    expect(await back('/desk/login?to=/evil.example')).toBe('/desk');
    expect(await back('/desk/login?to=../api/docs')).toBe('/desk');
  });

  it('that has ended sends nothing of a form, and says so', async () => {
    const cookie = await signInWith('all', 'Otieno');
    const { id, form } = await blockingOf(cookie);
    harness.advance(31 * MINUTE_MS);
    const answer = await open('/desk/people/block', { cookie, form });
    expect(isLogin(answer)).toBe(true);
    expect((await open(String(answer.headers.location))).body).toContain('Nothing was changed');
    expect(await blocked(id)).toBe(false);
    // The login leads back to the question, with all that was typed.
    const referer = `http://localhost:8000/desk/people/block?id=${id}&reason=Asked+for*`;
    const sent = await open('/desk/people/block', { cookie, form, headers: { referer } });
    const { body } = await open(String(sent.headers.location));
    expect(valueIn(body, 'to')).toBe(`people/block?id=${id}&amp;reason=Asked+for*`);
  });

  it('ends with the operator, and has the rights of now', async () => {
    const cookie = await signInWith('money', 'Otieno');
    expect((await open('/desk/payments/close', { cookie })).statusCode).toBe(200);
    await harness.db
      .update(operators)
      .set({ rights: ['look'] })
      .where(eq(operators.name, 'Otieno'));
    expect((await open('/desk/payments/close', { cookie })).statusCode).toBe(403);
    await removeOperator({ name: 'Otieno', by }, harness.ctx);
    expect(isLogin(await open('/desk', { cookie }))).toBe(true);
    // For good: an operator who is named again signs in again.
    await nameOperator('all', 'Otieno');
    expect(isLogin(await open('/desk', { cookie }))).toBe(true);
  });

  it('is that of every server on the database, and is ended at each', async () => {
    const other = await otherServer();
    const cookie = await signInWith('look');
    const page = await open('/desk', { cookie, app: other });
    expect(page.statusCode).toBe(200);
    const form = { token: tokenIn(page.body) };
    expect(isLogin(await open('/desk/logout', { cookie, form, app: other }))).toBe(true);
    expect(isLogin(await open('/desk', { cookie }))).toBe(true);
    await other.close();
  });
});

const blocked = async (id: number) =>
  (await harness.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.blockedAt !== null;

describe('a change', () => {
  it.each([
    ['no token', () => ''],
    ['a forged one', () => 'x'.repeat(43)],
    ['that of another session', (other: string) => other],
  ])('with %s is refused', async (_, given) => {
    const other = await signInWith('all', 'Njeri');
    const cookie = await signInWith('all', 'Otieno');
    const { id, form } = await blockingOf(other);
    form.token = given(form.token);
    expect((await open('/desk/people/block', { cookie, form })).statusCode).toBe(403);
    expect(await blocked(id)).toBe(false);
  });

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:8000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('from another site is refused: %j', async (headers) => {
    const cookie = await signInWith('all');
    const { id, form } = await blockingOf(cookie);
    expect((await open('/desk/people/block', { cookie, form, headers })).statusCode).toBe(403);
    expect(await blocked(id)).toBe(false);
    const own = { origin: 'http://localhost:8000', 'sec-fetch-site': 'same-origin' };
    expect((await open('/desk/people/block', { cookie, form, headers: own })).statusCode).toBe(200);
    expect(await blocked(id)).toBe(true);
    const log = await harness.db.select().from(operatorLog);
    expect(log.at(-1)).toMatchObject({
      who: 'With all',
      action: 'blocked',
      subject: `client ${id}`,
      reason: 'x',
    });
  });

  it('is not done by an address, which only asks: so Back shows form and question again', async () => {
    const cookie = await signInWith('all');
    const { id, name } = await blockingOf(cookie);
    const form = await open(`/desk/people/block?id=${id}`, { cookie });
    expect(form.body).toMatch(/<form[^>]* action="\/desk\/people\/block" method="get"/);
    const asked = await open(`/desk/people/block?id=${id}&reason=x&code=1&sure=yes`, { cookie });
    expect(asked.statusCode).toBe(200);
    expect(asked.body).toContain(`Block the client ${id}?`);
    expect(asked.body).toContain(name);
    expect(await blocked(id)).toBe(false);
    const [, no = ''] = /href="([^"]*)">No, back/.exec(asked.body) ?? [];
    const typedAgain = (await open(no.replaceAll('&amp;', '&'), { cookie })).body;
    expect(typedAgain).toMatch(/<input\s+id="reason"\s+name="reason"\s+value="x"/);
    const yes = Object.fromEntries(
      ['id', 'reason', 'token', 'asked'].map((field) => [field, valueIn(asked.body, field)]),
    );
    expect((await open('/desk/people/block', { cookie, form: yes })).statusCode).toBe(200);
    expect(await blocked(id)).toBe(true);
    const again = await open(`/desk/people/block?id=${id}&reason=x`, { cookie });
    expect([again.statusCode, again.body]).toEqual([
      400,
      expect.stringContaining('is blocked already'),
    ]);
  });

  it('is done once, however often its answer is sent', async () => {
    const cookie = await signInWith('all');
    const { id, form } = await blockingOf(cookie);
    const { body } = await open(`/desk/people/code?id=${id}&reason=x`, { cookie });
    const yes = { ...form, asked: valueIn(body, 'asked') };
    const codes = () => harness.db.$count(operatorLog, eq(operatorLog.subject, `client ${id}`));
    expect((await open('/desk/people/code', { cookie, form: yes })).body).toMatch(/class="done"/);
    const again = await open('/desk/people/code', { cookie, form: yes });
    expect([again.statusCode, again.body]).toEqual([
      400,
      expect.stringContaining('is not done twice'),
    ]);
    expect(await codes()).toBe(1);
  });

  it('of money asks for the six digits again after five minutes, and loses nothing that was typed', async () => {
    const operator = await nameOperator('all');
    const cookie = await signIn(operator);
    const { id } = await harness.account('fundi');
    harness.advance(6 * MINUTE_MS);
    const typed = { id: String(id), phone: '0733555999', reason: 'Lost the phone' };
    const asked = await change('/desk/people/phone', cookie, typed);
    expect(asked.statusCode).toBe(401);
    expect(asked.body).toContain('Six digits of your authenticator app');
    for (const value of Object.values(typed)) expect(asked.body).toContain(`value="${value}"`);
    const phoneOf = async () =>
      (await harness.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.phoneNumber;
    expect(await phoneOf()).not.toBe('0733555999');
    // Blocking is no matter of money or of a person's data.
    expect((await change('/desk/people/block', cookie, { id: String(id) })).statusCode).toBe(200);
    const done = await change('/desk/people/phone', cookie, { ...typed, code: operator.digits() });
    expect(done.statusCode).toBe(200);
    expect(await phoneOf()).toBe('0733555999');
    // Now they are known for five minutes.
    expect((await change('/desk/people/code', cookie, { id: String(id) })).statusCode).toBe(200);
  });
});

const HAVE: Right[] = ['look', 'moderate', 'money', 'all'];
const allows = (has: Right, needs: Right | null) =>
  needs !== null && (needs === 'look' || has === 'all' || has === needs);

it.each(HAVE)(
  'the right %s opens its own pages, and no other one is shown or possible',
  async (has) => {
    if (has !== 'all') await nameOperator('all', 'Njeri');
    const cookie = await signInWith(has);
    const { id } = await harness.account('client');
    const { body } = await open(`/desk/people/show?id=${id}`, { cookie });
    const token = tokenIn(body);
    for (const row of COMMANDS) {
      const place = `/desk/${row.words.replace(' ', '/')}`;
      const isAllowed = allows(has, row.right);
      const shown = await open(place, { cookie });
      expect([place, shown.statusCode]).toEqual([place, isAllowed ? 200 : 403]);
      if (!isChange(row)) continue;
      const sent = await open(place, { cookie, form: { token } });
      // Whoever may reads which fields are empty.
      expect([place, sent.statusCode === 403]).toEqual([place, !isAllowed]);
      if (!isAllowed) expect([place, body.includes(`href="${place}`)]).toEqual([place, false]);
    }
    const book = await open('/desk/statement/book', {
      cookie,
      form: { token, rows: '{}', reason: 'x' },
    });
    expect(book.statusCode).toBe(400);
    expect(book.body.includes('it needs the right')).toBe(!allows(has, 'money'));
  },
);

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)>'&`;

test('what strangers wrote is text on every page', async () => {
  const cookie = await signInWith('all');
  const client = await harness.account('client', { name: EVIL, location: EVIL });
  const { db } = harness;
  const listing = { clientId: client.id, title: EVIL, description: EVIL };
  const [job] = await db
    .insert(jobs)
    .values({ ...listing, location: EVIL })
    .returning();
  const [ad] = await db
    .insert(ads)
    .values({ ...listing, link: `https://x.example/${EVIL}` })
    .returning();
  const review = { state: 'needs_review', review: 'amount', reason: EVIL } as const;
  const row = { accountId: client.id, checkoutRequestId: EVIL, ...review };
  const [payment] = await db
    .insert(payments)
    .values(paymentRow(job?.id ?? 0, row))
    .returning();
  await db.insert(sums).values({
    receipt: 'SKL1EVIL01',
    typed: EVIL,
    payer: EVIL,
    amount: 100,
    receivedAt: harness.ctx.now(),
    state: 'unmatched',
    cause: 'account',
  });
  await db.insert(operatorLog).values({
    at: harness.ctx.now(),
    who: EVIL,
    action: EVIL,
    subject: `client ${client.id}`,
    reason: EVIL,
  });
  const found = encodeURIComponent(EVIL);
  const places = [
    '/desk',
    `/desk/find?text=${found}`,
    `/desk/people/find?text=${found}`,
    `/desk/people/show?id=${client.id}`,
    `/desk/people/show?id=${found}`,
    `/desk/people/block?id=${client.id}&reason=${found}`,
    `/desk/jobs?text=${found}`,
    `/desk/jobs/show?id=${job?.id}`,
    `/desk/ads/show?id=${ad?.id}`,
    `/desk/payments`,
    `/desk/payments/show?paymentId=${payment?.id}`,
    `/desk/payments/unmatched`,
    `/desk/log?subject=${found}`,
    '/desk/log',
    `/desk/${found}`,
    `/desk/payments/${found}`,
  ];
  for (const place of places) {
    const { body } = await open(place, { cookie });
    expect([place, /<script|<img|onerror=alert\(2\)>/.test(body)]).toEqual([place, false]);
  }
  expect((await open('/desk', { cookie })).body).toContain('&lt;script&gt;alert(1)');
  const asked = await change('/desk/people/block', cookie, { id: String(client.id), reason: EVIL });
  expect(asked.body).not.toMatch(/<script|<img/);
  const statement = [
    'Receipt No,Completion Time,Details,Paid In,Withdrawn',
    `SKL1AAAAA1,2026-11-22 08:40:12,"${EVIL.replaceAll('"', '""')}",100.00,`,
    `SKL1AAAAA2,soon,"${EVIL.replaceAll('"', '""')}",100.00,`,
  ].join('\n');
  const form = new FormData();
  form.set('token', await tokenOf(cookie));
  form.set('file', new Blob([statement]), '<img src=x>.csv');
  const { payload, headers } = await multipart(form);
  const answer = await harness.app.inject({
    url: '/desk/statement',
    method: 'POST',
    headers: { cookie: `fundi_desk=${cookie}`, ...headers },
    payload,
  });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toContain('SKL1AAAAA2');
  expect(answer.body).not.toMatch(/<script|<img/);
});

/** What another server on the database, with these settings, answers at its login. */
const served = async (
  env: Record<string, string>,
  named: 'nobody' | 'somebody' | 'somebody without a second factor',
  host = 'localhost:8000',
) => {
  await harness.reset();
  if (named !== 'nobody') await addOperator({ name: 'Njeri', rights: ['all'], by }, harness.ctx);
  if (named !== 'somebody') await harness.db.update(operators).set({ factor: null });
  const app = await otherServer(env);
  const { statusCode, body, cookies } = await open('/desk/login', { app, headers: { host } });
  await app.close();
  return { statusCode, hasDemo: body.includes('karibu2026'), cookies };
};

test('shows what is wrong with what was asked for', async () => {
  const cookie = await signInWith('all');
  for (const [place, said] of [
    ['people/show?id=abc', 'An id is a whole number.'],
    ['people/show?id=999', 'There is no account 999.'],
    ['jobs/show?id=0', 'An id is a whole number.'],
    ['payments/show?paymentId=7', 'There is no payment 7.'],
    ['nonsense', 'There is no such page.'],
  ] as const) {
    const { statusCode, body } = await open(`/desk/${place}`, { cookie });
    const isRefused = statusCode >= 400 && statusCode < 500;
    expect([place, isRefused, body.includes(said)]).toEqual([place, true, true]);
  }
  // A year of counts is the most that is asked for.
  const counts = async (days: number) => (await open(`/desk/counts?days=${days}`, { cookie })).body;
  expect(await counts(366)).toContain('<table');
  expect(await counts(367)).toContain('from 1 to 366');
});

test('a form says what it is about, and leads back there', async () => {
  const cookie = await signInWith('all');
  const { id } = await harness.account('client', { name: 'Wanjiku Kamau' });
  const { body } = await open(`/desk/people/block?id=${id}`, { cookie });
  expect(body).toContain(`The client ${id}, &quot;Wanjiku Kamau&quot;, phone that ends in`);
  expect(body).toContain(`<a class="button" href="/desk/people/show?id=${id}">Back</a>`);
  expect(body).toContain(`<input type="hidden" name="id" value="${id}"`);
  // What is not known is typed again.
  const unknown = await open('/desk/people/block?id=999', { cookie });
  expect(unknown.body).toMatch(/<input\s+id="id"\s+name="id"\s+value="999"/);
});

test('the page of a person and of a job says what happened, the oldest first, with who did it', async () => {
  const cookie = await signInWith('all', 'Otieno');
  const client = await harness.account('client');
  const { authorization } = await harness.signIn(client);
  const payload = { title: 'Paint <b>two</b> rooms', description: 'x', location: 'Juja' };
  harness.advance(MINUTE_MS);
  const posted = await harness.app.inject({
    method: 'POST',
    url: '/api/jobs/',
    payload,
    headers: { authorization },
  });
  const { id: job } = posted.json<{ id: number }>();
  harness.advance(MINUTE_MS);
  await change('/desk/jobs/take-down', cookie, { id: String(job), reason: 'Told twice.' });
  await change('/desk/people/block', cookie, { id: String(client.id), reason: 'Asked for.' });
  const stepsOf = async (place: string) => {
    const { body } = await open(place, { cookie });
    const [, steps = ''] = body.split('What happened');
    return steps.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  };
  expect(await stepsOf(`/desk/people/show?id=${client.id}`)).toMatch(
    /Registered .*Posted the job \d+, &quot;Paint &lt;b&gt;two&lt;\/b&gt; rooms&quot; .*blocked Otieno Asked for\./,
  );
  expect(await stepsOf(`/desk/jobs/show?id=${job}`)).toMatch(
    /Posted .*taken down Otieno Told twice\./,
  );
});

test('a search stays in its box, and says where it was cut', async () => {
  const cookie = await signInWith('all');
  for (let number = 0; number < 21; number += 1) await harness.account('client', { name: 'Njeri' });
  const { body } = await open('/desk/find?text=njeri', { cookie });
  expect(body).toMatch(/type="search"[^>]*value="njeri"/);
  expect(body).toContain('the newest 20 at most');
});

test('of a statement what is marked is booked with the right digits, and no refusal loses rows or marks', async () => {
  const operator = await nameOperator('all');
  const cookie = await signIn(operator);
  const token = await tokenOf(cookie);
  const rowOf = (receipt: string) => ({
    receipt,
    kind: 'in',
    amount: 100,
    at: harness.ctx.now().toISOString(),
    account: 'FREDS SHOP',
    linked: null,
    isTakenBack: false,
    details: '',
    party: '',
  });
  const rows = JSON.stringify([rowOf('SKL1AAAAA1'), rowOf('SKL1AAAAA2')]);
  const book = (more: Record<string, string>) =>
    open('/desk/statement/book', { cookie, form: { token, reason: 'of May', ...more } });
  expect((await book({ rows: 'null', marked: 'SKL1AAAAA1' })).statusCode).toBe(400);
  const nothing = await book({ rows });
  expect([nothing.statusCode, nothing.body]).toEqual([
    400,
    expect.stringContaining('Nothing was marked'),
  ]);
  harness.advance(6 * MINUTE_MS);
  const asked = await book({ rows, marked: 'SKL1AAAAA2' });
  expect(asked.statusCode).toBe(401);
  expect(asked.body).toContain('Six digits of your authenticator app');
  expect(asked.body).toContain('value="of May"');
  expect(asked.body).toContain('SKL1AAAAA1, Ksh 100: waits');
  expect(asked.body.match(/value="SKL1AAAAA\d" checked/g)).toEqual(['value="SKL1AAAAA2" checked']);
  const code = operator.digits();
  const done = await book({ rows, marked: 'SKL1AAAAA2', code });
  expect(done.body).toContain('Booked: 1');
  expect((await harness.db.select().from(sums)).map(({ receipt }) => receipt)).toEqual([
    'SKL1AAAAA2',
  ]);
});

test('an operator is named on the page, with the rights that are ticked, and scans the code there', async () => {
  const cookie = await signInWith('all');
  const token = await tokenOf(cookie);
  const form = `token=${token}&name=Otieno&rights=moderate&rights=money&reason=x`;
  const answer = await open('/desk/operators/add', { cookie, form });
  expect(answer.body).toMatch(/The secret of Otieno, which is shown this once: [\w-]{32}/);
  expect(answer.body).toContain('<svg');
  const [row] = await harness.db.select().from(operators).where(eq(operators.name, 'Otieno'));
  expect(row?.rights).toEqual(['moderate', 'money']);
});

describe('who is served', () => {
  const PUBLIC = { PUBLIC_URL: 'https://town.example', DESK: 'true' };

  it('needs a named operator with a second factor wherever others reach the server', async () => {
    expect(await served(PUBLIC, 'nobody')).toMatchObject({ statusCode: 404 });
    const without = await served(PUBLIC, 'somebody without a second factor');
    expect(without).toMatchObject({ statusCode: 404 });
    expect(await served(PUBLIC, 'somebody')).toMatchObject({ statusCode: 200, hasDemo: false });
    expect((await served(PUBLIC, 'somebody')).cookies).toMatchObject([{ secure: true }]);
  });

  it('has a demo operator on this machine alone, until somebody is named', async () => {
    expect(await served({}, 'nobody')).toMatchObject({ statusCode: 200, hasDemo: true });
    const demo = { name: 'demo', secret: 'karibu2026', code: '' };
    for (const wrong of [{ name: 'njeri' }, { secret: 'karibu2027' }]) {
      expect((await login({ ...demo, ...wrong })).statusCode).toBe(401);
    }
    const cookie = cookieIn(await login(demo));
    expect((await open('/desk', { cookie })).statusCode).toBe(200);
    expect((await open('/desk/operators/add', { cookie })).statusCode).toBe(200);
    await nameOperator('all');
    expect(isLogin(await open('/desk', { cookie }))).toBe(true);
    expect((await login(demo)).statusCode).toBe(401);
  });

  it('is found at its own host alone, where it has one', async () => {
    const env = { ...PUBLIC, DESK_HOST: 'desk.town.example' };
    expect(await served(env, 'somebody', 'town.example')).toMatchObject({ statusCode: 404 });
    expect(await served(env, 'somebody', 'desk.town.example')).toMatchObject({ statusCode: 200 });
  });
});

const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');
const colours = (css: string) =>
  [...css.matchAll(/^ +(--[a-z-]+: #[0-9a-f]{6});$/gm)].map(([, line]) => line);

test('the colours are those of the app, in both themes', () => {
  const app = read('src', 'index.css');
  const [light = '', dark = ''] = app.split("[data-theme='dark']");
  const [ownLight = '', ownDark = ''] = read('server', 'desk', 'web', 'desk.css').split(
    '@media (prefers-color-scheme: dark)',
  );
  expect(colours(ownLight).length).toBeGreaterThan(10);
  expect(colours(light)).toEqual(expect.arrayContaining(colours(ownLight)));
  expect(colours(dark)).toEqual(expect.arrayContaining(colours(ownDark)));
});
