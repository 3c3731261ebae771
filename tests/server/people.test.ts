/** What an operator does for people: find, block, help, erase. */
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Account } from '../../server/db/schema/people.ts';
import type { Desk } from '../../server/desk/desk.ts';
import { erasePerson, withoutPhones } from '../../server/desk/erasePerson.ts';
import { exportPerson } from '../../server/desk/exportPerson.ts';
import * as people from '../../server/desk/managePeople.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { hashOfIdNumber } from '../../server/people/trials.ts';
import { newPictureName, storePicture } from '../../server/listings/pictures/storePicture.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
import { BY_HAND, referenceOf, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable } from './paymentWorld.ts';
import { refusalOf } from './scriptedWorld.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { payments, sums } from '../../server/db/schema/payments.ts';
import { accounts, resetCodes, trials } from '../../server/db/schema/people.ts';
import { TABLES } from '../../server/db/schema/tables.ts';

const by = { who: 'wairimu', reason: 'She called.' };
const NEW_PASSWORD = 'kiboko-mpya';

const world = await startPaymentWorld();
const { harness } = world;
const { config, db, now } = harness.ctx;
const desk: Desk = { config, db, now };
afterAll(() => world.close());

const get = (url: string, headers = {}) => harness.app.inject({ url, headers });
const statusAt = async (url: string, headers = {}) => (await get(url, headers)).statusCode;
const me = (headers: object) => statusAt('/api/accounts/fundis/me/', headers);
async function answerTo(...call: Parameters<typeof harness.send>) {
  const { status, body } = await harness.send(...call);
  return [status, (body as { error?: string }).error];
}
function login({ role, phoneNumber }: Account, password = PASSWORD) {
  const body = { phone_number: phoneNumber, password };
  return answerTo(role === 'client' ? 'loginClient' : 'loginFundi', { body });
}
const LOGGED_IN = [200, undefined];
async function reset(phone: string, id: string) {
  const body = { phone_number: phone, id_number: id, new_password: NEW_PASSWORD };
  return (await harness.send('resetPassword', { body })).status;
}
const lists = async (url: string, wanted: number, headers = {}) =>
  (await get(url, headers)).json<{ id: number }[]>().some(({ id }) => id === wanted);
const logOf = ({ role, id }: Account) => readLog({ most: 10, subjects: [`${role} ${id}`] }, desk);

const block = (id: number, isBlocked = true) => people.setBlocked({ id, isBlocked, by }, desk);
const setPhone = ({ id }: Account, phone: string) => people.setPhone({ id, phone, by }, desk);
const newCode = async ({ id }: Account) => (await people.giveCode({ id, by }, desk)).code;
const erase = ({ id }: Account) => erasePerson({ id, by }, desk);

/** A person who is signed in. */
async function owner(...person: Parameters<typeof harness.account>) {
  const account = await harness.account(...person);
  return { account, headers: await harness.signIn(account) };
}
const settled = (thing: Payable) =>
  until(async () => (await world.rows(thing))[0]?.state === 'paid', 'the payment');
/** Pays from this phone, which approves at once. */
async function payFrom(thing: Payable, phone: string) {
  await world.pay(thing, phone);
  await settled(thing);
}
/** Gives an ad a picture, and what else is to be changed; the name of the picture. */
async function picture({ body }: Payable, more: Partial<typeof ads.$inferInsert> = {}) {
  const image = newPictureName();
  const values = { ...more, image };
  await db
    .update(ads)
    .set(values)
    .where(eq(ads.id, body.ad_id ?? 0));
  await storePicture(db, image, { large: Buffer.from('picture') });
  return image;
}

/** All rows of all tables, as text. */
async function everything(): Promise<string> {
  const names = TABLES.map((table) => sql.identifier(getTableName(table)));
  const rows = names.map((name) => db.execute(sql`select t::text from ${name} as t`));
  return JSON.stringify(await Promise.all(rows));
}

const kamau = await harness.account('fundi', {
  name: 'Kamau 100% Nyong’o Mũthoni',
  phoneNumber: '0733000001',
  idNumber: 'A1234567',
});

const find = async (text: string) => (await people.findPeople({ text }, desk)).map(({ id }) => id);

describe('the search for people', () => {
  it.each([
    '0733000001',
    '+254 733 000 001',
    'a1234567',
    'kamau',
    '100% n',
    '  Kamau  ',
    'muthoni kamau',
    "nyong'o",
    'NYONGO',
  ])('finds the person by %j', async (text) => expect(await find(text)).toEqual([kamau.id]));

  it.each(['0733000002', '12345', 'k_mau', '1%i'])('does not find the person by %j', async (text) =>
    expect(await find(text)).toEqual([]),
  );

  it('finds a person by a former phone number', async () => {
    await setPhone(kamau, '0733 000 009');
    expect(await find('0733000001')).toEqual([kamau.id]);
    expect(await find('0733000009')).toEqual([kamau.id]);
  });
});

it('an operator sees what belongs to a person, and the other accounts of the same person', async () => {
  const shared = { phoneNumber: '0733000005', idNumber: '555' };
  const both = await harness.account('fundi', shared);
  const client = await harness.account('client', shared);
  await world.payable('post_job', { account: client, headers: { authorization: '' } });
  expect(await people.showPerson({ id: client.id }, desk)).toMatchObject({
    account: { id: client.id },
    has: { jobs: 1, ads: 0, payments: 0, sessions: 0 },
    alsoIs: [{ id: both.id, role: 'fundi' }],
  });
  const none = people.showPerson({ id: 999_999 }, desk);
  expect(await refusalOf(none)).toBe('There is no account 999999.');
});

const SOON = new Date(now().getTime() + 2 * DAY_MS);
const LATER = new Date(now().getTime() + 30 * DAY_MS);
it.each([
  ['a client', null, null, null],
  ['on trial', SOON, null, { by: 'trial', until: SOON }],
  ['who paid during the free days', SOON, LATER, { by: 'subscription', until: LATER }],
])('a person %s is listed by what lasts longer', (_, trialEnds, subscriptionEnd, listed) =>
  expect(people.listedBy({ ...kamau, trialEnds, subscriptionEnd }, now())).toEqual(listed),
);

describe('a blocked account', () => {
  it('of a fundi is signed out and not listed, and its login is refused with the number to call', async () => {
    const { account: fundi, headers } = await owner('fundi');
    const shown = () => statusAt(`/api/accounts/fundis/${fundi.id}/`);
    expect(await me(headers)).toBe(200);

    await block(fundi.id);
    expect([await me(headers), await shown()]).toEqual([401, 404]);
    expect(await login(fundi)).toEqual([403, 'This account is blocked. Please call 0700000000.']);
    expect(await login(fundi, 'wrong')).toEqual([401, 'Wrong phone number or password.']);
    expect(await refusalOf(block(fundi.id))).toBe(`The fundi ${fundi.id} is blocked already.`);

    await block(fundi.id, false);
    expect(await shown()).toBe(200);
    expect(await login(fundi)).toEqual(LOGGED_IN);
    expect(await logOf(fundi)).toMatchObject([
      { action: 'unblocked', ...by },
      { action: 'blocked', ...by },
    ]);
  });

  it('of a client has no listed jobs and ads', async () => {
    const { account, headers, body } = await world.payable('post_job');
    const ad = await world.payable('post_ad', { account, headers });
    const [jobId = 0, adId = 0] = [body.job_id, ad.body.ad_id];
    await db.update(jobs).set({ isActive: true, paidAt: now() }).where(eq(jobs.id, jobId));
    const image = await picture(ad, { expiresAt: SOON });
    const { headers: reader } = await owner('fundi');
    const listed = async () => [
      await lists('/api/jobs/', jobId, reader),
      await statusAt(`/api/jobs/${jobId}/`, reader),
      await lists('/api/ads/', adId),
      await statusAt(`/media/ads/${image}`),
    ];
    expect(await listed()).toEqual([true, 200, true, 200]);
    await block(account.id);
    expect(await listed()).toEqual([false, 404, false, 404]);
    await block(account.id, false);
    expect(await listed()).toEqual([true, 200, true, 200]);
  });

  it('cannot be replaced by another one with the same ID number and another phone', async () => {
    const fundi = await harness.account('fundi', { idNumber: 'A123477' });
    let phones = 0;
    const register = (role: Account['role'], id_number: string) => {
      const phone_number = `073355500${(phones += 1)}`;
      const person = { name: 'Otieno', phone_number, id_number, password: NEW_PASSWORD, role };
      return answerTo(role === 'client' ? 'registerClient' : 'registerFundi', { body: person });
    };
    await block(fundi.id);
    const refused = 'An account with this ID number is blocked. Please call 0700000000.';
    expect(await register('fundi', 'a1234/77')).toEqual([403, refused]);
    expect(await register('client', 'A\u20111234 77')).toEqual([403, refused]);
    expect(await register('fundi', 'A1234778')).toEqual([201, undefined]);
    await block(fundi.id, false);
    expect(await register('client', 'A123477')).toEqual([201, undefined]);
  });

  it('is shown to the operator with who has blocked it last, and why', async () => {
    const { id } = await harness.account('client');
    const shown = async () => (await people.showPerson({ id }, desk)).block;
    await block(id);
    await block(id, false);
    expect(await shown()).toBeNull();
    const again = { who: 'otieno', reason: 'Asked for money in advance.' };
    await people.setBlocked({ id, isBlocked: true, by: again }, desk);
    expect(await shown()).toMatchObject(again);
  });

  it('still has its open payment settled', async () => {
    const job = await world.payable('post_job');
    expect(await world.pay(job, BY_HAND)).toMatchObject({ status: 200 });
    await block(job.account.id);
    await world.answer(job, 'approve');
    await settled(job);
    expect(await world.timesGiven(job)).toBe(1);
  });
});

describe('a reset code of the operator', () => {
  it('resets the password once, together with the phone number, and ends all sessions', async () => {
    const { account: fundi, headers } = await owner('fundi');
    const code = await newCode(fundi);
    expect(code).toMatch(/^\d{4}-\d{4}-\d{4}$/);
    expect(await reset('0733111111', code)).toBe(400);
    expect(await reset(fundi.phoneNumber, code.replaceAll('-', ' '))).toBe(200);
    expect(await me(headers)).toBe(401);
    expect(await login(fundi, NEW_PASSWORD)).toEqual(LOGGED_IN);
    expect(await reset(fundi.phoneNumber, code)).toBe(400);
    expect(await logOf(fundi)).toMatchObject([{ action: 'given a reset code' }]);
  });

  it('is accepted for one of two resets at once', async () => {
    const fundi = await harness.account('fundi');
    const code = await newCode(fundi);
    const both = await Promise.all([1, 2].map(() => reset(fundi.phoneNumber, code)));
    expect(both).toEqual(expect.arrayContaining([200, 400]));
  });

  it('is stored as a hash, makes the one before invalid, and ends after a day; a wrong one is refused', async () => {
    const fundi = await harness.account('fundi');
    const resetBy = (code: string) => reset(fundi.phoneNumber, code);
    const [former, code] = [await newCode(fundi), await newCode(fundi)];
    const rows = JSON.stringify(await db.select().from(resetCodes));
    for (const given of [former, code]) expect(rows).not.toContain(given.replaceAll('-', ''));
    expect([await resetBy(former), await resetBy('123456789012')]).toEqual([400, 400]);
    harness.advance(DAY_MS + 1000);
    expect(await resetBy(code)).toBe(400);
    expect(await login(fundi)).toEqual(LOGGED_IN);
    expect(await resetBy(await newCode(fundi))).toBe(200);
  });

  it('resets the account that it was made for, not the other account of the same phone', async () => {
    const phoneNumber = '0733222222';
    const fundi = await harness.account('fundi', { phoneNumber });
    const client = await harness.account('client', { phoneNumber });
    expect(await reset(phoneNumber, await newCode(client))).toBe(200);
    expect(await login(client, NEW_PASSWORD)).toEqual(LOGGED_IN);
    expect(await login(fundi)).toEqual(LOGGED_IN);
  });

  it('works with a phone that the operator changed today; the former phone does not', async () => {
    const { account: fundi, headers } = await owner('fundi');
    const phoneNumber = '0733333333';
    await setPhone(fundi, phoneNumber);
    expect(await me(headers)).toBe(401);
    expect(await reset(fundi.phoneNumber, fundi.idNumber)).toBe(400);
    expect(await reset(phoneNumber, fundi.idNumber)).toBe(400);
    expect(await reset(phoneNumber, await newCode(fundi))).toBe(200);
    expect(await login({ ...fundi, phoneNumber }, NEW_PASSWORD)).toEqual(LOGGED_IN);
  });
});

it('a phone is not given to an account when another one has it, or when it is no mobile phone', async () => {
  const [fundi, other] = [await harness.account('fundi'), await harness.account('fundi')];
  expect(await refusalOf(setPhone(fundi, other.phoneNumber))).toBe(
    'Another account of this role has this number.',
  );
  expect(await refusalOf(setPhone(fundi, '0203444444'))).toBe(
    '0203444444 is no phone number that starts with 07 or 01.',
  );
  expect(await logOf(fundi)).toEqual([]);
});

/** Tables without anything that is known to be about one person. */
const OF_NOBODY = {
  desk_sessions: 'of operators, who are no people of the town',
  rate_limits: 'counts, with hashed keys that end within a day',
  server_secrets: 'what the servers sign with',
  marks: 'when a backup, for instance, worked last',
  notices: 'what was told of which cause',
  operators: 'who uses the desk; their names are in no copy of another person',
};

it('the copy of all that is stored about a person has rows of every table but those of nobody, and no hash or token', async () => {
  const phoneNumber = '0733666001';
  const fundi = await owner('fundi', { phoneNumber, trialEnds: null });
  await world.pay(await world.payable('subscription', fundi), phoneNumber);
  const ofClient = await owner('client', { phoneNumber });
  const client = ofClient.account;
  const { id } = client;
  await payFrom(await world.payable('post_job', ofClient), phoneNumber);
  const ad = await world.payable('post_ad', ofClient);
  const image = await picture(ad);
  const sum = { receipt: 'SUM0000001', typed: referenceOf(ad), state: 'unmatched' as const };
  await db.insert(sums).values({ ...sum, payer: 'NJERI', payable: ad.key });
  const idNumberHash = hashOfIdNumber(client.idNumber);
  await db.insert(trials).values({ idNumberHash, startedAt: now() });
  await setPhone(client, '0733555999');
  await setPhone(client, phoneNumber);
  await newCode(client);
  await harness.signIn(client);

  const copy = await exportPerson({ id, by }, desk);
  const names = TABLES.map((table) => getTableName(table));
  const empty = names.filter((name) => !copy.tables[name]?.length && !(name in OF_NOBODY));
  expect(empty).toEqual([]);
  const ofSum = { id: expect.any(Number), amount: null, receivedAt: expect.any(Date) };
  const coded = expect.objectContaining({ action: 'given a reset code', reason: by.reason });
  expect(copy).toMatchObject({
    subject: `client ${id}`,
    tables: {
      accounts: [{ id, phoneNumber }],
      payments: [{ accountId: id, purpose: 'post_job', state: 'paid' }],
      ads: [{ image_url: expect.stringContaining(`/media/ads/${image}?`) }],
      prompts_of_others: [{ purpose: 'subscription', amount: 200 }],
      operator_log: expect.arrayContaining([coded]),
    },
  });
  // Nobody who paid.
  expect(copy.tables.sums).toEqual([{ ...sum, ...ofSum }]);
  const text = JSON.stringify(copy);
  const { rows } = (await db.execute(
    sql`select password_hash, token_hash, code_hash, callback_hash
      from accounts join sessions on sessions.account_id = accounts.id
      join reset_codes on reset_codes.account_id = accounts.id
      join payments on payments.account_id = accounts.id where accounts.id = ${id}`,
  )) as { rows: Record<string, string>[] };
  const hashes = rows.flatMap((row) => Object.values(row));
  expect(hashes).toHaveLength(4);
  for (const hash of hashes) expect(text).not.toContain(hash.slice(0, 12));
  expect(text).not.toContain(fundi.account.name);
  expect(await logOf(client)).toMatchObject([{ action: 'exported', who: by.who }, {}, {}, {}]);
});

describe('an erased person', () => {
  it('is nowhere in the database, while the payments stay in the books', async () => {
    const person = { name: 'Njeri wa Ndung’u', phoneNumber: '0799123456', idNumber: '87654321' };
    const client = await owner('client', person);
    const { account } = client;
    const job = await world.payable('post_job', client);
    await payFrom(job, person.phoneNumber);
    // Somebody else has paid with the phone, and with the one before.
    const guest = await world.payable('post_job');
    await payFrom(guest, person.phoneNumber);
    await setPhone(account, '0799123450');
    const image = await picture(await world.payable('post_ad', client), { title: 'Njeri’s duka' });
    await newCode(account);
    const [paid] = await world.rows(job);
    const common = { payer: 'Njeri 2547*****456', receivedAt: now() };
    const theirs = [
      { receipt: 'SUM0000012', typed: 'Njeri', payable: job.key, state: 'returned' },
      { receipt: 'SUM0000013', typed: 'njeri', paymentId: paid?.id, state: 'matched' },
    ] as const;
    const other = { receipt: 'SUM0000014', typed: '0799123457', payer: 'WANJIRU' };
    await db.insert(sums).values([...theirs, other].map((it) => ({ ...common, ...it })));
    const phones = [person.phoneNumber, '0799123450', '254799123456'];
    const traces = ['Njeri', 'njeri', ...phones, person.idNumber, image];
    const before = await everything();
    for (const trace of traces) expect(before).toContain(trace);

    expect(await erase(account)).toEqual([
      `The client ${account.id} is erased. The payments stay in the books without name and phone.`,
    ]);
    const after = await everything();
    for (const trace of traces) expect(after).not.toContain(trace);
    expect(paid?.receipt).toMatch(/\w{10}/);
    expect(await world.rows(job)).toEqual([{ ...paid, accountId: null, phone: 'erased' }]);
    expect(await world.rows(guest)).toMatchObject([
      { accountId: guest.account.id, phone: 'erased', state: 'paid' },
    ]);
    const { receipt, typed, payer } = sums;
    const erased = theirs.map((sum) => ({ receipt: sum.receipt, typed: 'erased', payer: null }));
    expect(await db.select({ receipt, typed, payer }).from(sums)).toEqual(
      expect.arrayContaining([...erased, other]),
    );
    expect(await logOf(account)).toMatchObject([{ action: 'erased', ...by }, {}, {}]);
  });

  it('leaves its phone to the account of the other role, which has it, too', async () => {
    const person = { name: 'Otieno', phoneNumber: '0799123460', idNumber: '87654399' };
    const fundi = await harness.account('fundi', person);
    const job = await world.payable('post_job', await owner('client', person));
    await payFrom(job, person.phoneNumber);
    await erase(fundi);
    expect(await world.rows(job)).toMatchObject([{ phone: person.phoneNumber }]);
  });

  it('is refused while a payment is open or in review, and while a sum waits', async () => {
    const job = await world.payable('post_job');
    const { account } = job;
    await world.pay(job, BY_HAND);
    const id = (await world.rows(job))[0]?.id ?? 0;
    const change = (values: Partial<typeof payments.$inferInsert>) =>
      db.update(payments).set(values).where(eq(payments.id, id));
    const refuses = async (why: string) =>
      expect(await refusalOf(erase(account))).toBe(
        `The client ${account.id} cannot be erased yet. ${why}`,
      );
    await refuses(`Payment ${id} is open: wait for its end.`);
    await change({ state: 'needs_review', review: 'unanswered' });
    await refuses(`Payment ${id} is in review: close it first.`);
    // Somebody else's, with the person's phone.
    const { phoneNumber: phone } = account;
    await change({ state: 'prompted', review: null, accountId: null, phone });
    await refuses(`Payment ${id} is open: wait for its end.`);
    await change({ state: 'failed' });
    const oddPhone = `+254 ${phone.slice(1, 4)}-${phone.slice(4).replace('1', 'I')}`;
    const own = { payable: job.key, typed: referenceOf(job) };
    for (const named of [own, { payable: null, typed: oddPhone }]) {
      const receipt = 'SUM0000020';
      await db.insert(sums).values({ receipt, ...named, state: 'unmatched' });
      await refuses(`The sum ${receipt} is unmatched: see to it first.`);
      await db.delete(sums).where(eq(sums.receipt, receipt));
    }
    expect(await logOf(account)).toEqual([]);
    expect(await db.select().from(accounts).where(eq(accounts.id, account.id))).toEqual([account]);
  });

  it('has no phone in the stored callbacks of M-Pesa, which are otherwise unchanged', () => {
    const raw = { a: [{ Name: 'PhoneNumber', Value: 254712345678 }], t: 20261122101500, n: null };
    expect(withoutPhones({ ...raw, note: 'to 0712345678 and +254112345678' })).toEqual({
      ...raw,
      a: [{ Name: 'PhoneNumber', Value: 'erased' }],
      note: 'to erased and erased',
    });
  });
});
