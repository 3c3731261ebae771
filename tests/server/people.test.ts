/** What an operator does for people: find, block, help, erase. */
import { eq, getTableName, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Account } from '../../server/db/schema/people.ts';
import type { Desk } from '../../server/desk/desk.ts';
import { OperatorError } from '../../server/desk/operatorError.ts';
import { erasePerson, withoutPhones } from '../../server/desk/erasePerson.ts';
import { exportPerson } from '../../server/desk/exportPerson.ts';
import {
  findPeople,
  giveCode,
  listedBy,
  setBlocked,
  setPhone,
  showPerson,
} from '../../server/desk/managePeople.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { hashOfIdNumber } from '../../server/people/trials.ts';
import { newPictureName, storePicture } from '../../server/listings/pictures/storePicture.ts';
import { PASSWORD } from '../../testkit/serverHarness.ts';
import { BY_HAND, referenceOf, startPaymentWorld, until } from './paymentWorld.ts';
import type { Payable } from './paymentWorld.ts';
import { operatorLog } from '../../server/db/schema/desk.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { payments, sums } from '../../server/db/schema/payments.ts';
import { accounts, resetCodes, sessions, trials } from '../../server/db/schema/people.ts';
import { TABLES } from '../../server/db/schema/tables.ts';

const by = { who: 'wairimu', reason: 'She called.' };
const NEW_PASSWORD = 'kiboko-mpya';

const world = await startPaymentWorld();
const { config, db, now } = world.harness.ctx;
const desk: Desk = { config, db, now };
afterAll(() => world.close());

const get = (url: string, headers = {}) => world.harness.app.inject({ url, headers });
const post = (url: string, payload: object) =>
  world.harness.app.inject({ method: 'POST', url, payload });
async function login({ role, phoneNumber }: Account, password = PASSWORD) {
  const answer = await post(`/api/accounts/${role === 'client' ? 'clients/' : ''}login/`, {
    phone_number: phoneNumber,
    password,
  });
  return [answer.statusCode, answer.json<{ error?: string }>().error];
}
async function reset(phone: string, id: string) {
  const answer = await post('/api/accounts/reset-password/', {
    phone_number: phone,
    id_number: id,
    new_password: NEW_PASSWORD,
  });
  return answer.statusCode;
}
const idsOf = async (url: string, headers = {}) => {
  const answer = await get(url, headers);
  return answer.json<{ id: number }[]>().map(({ id }) => id);
};
const logOf = ({ role, id }: Account) => readLog({ most: 10, subjects: [`${role} ${id}`] }, desk);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'it was done',
    (error: unknown) => (error instanceof OperatorError ? error.message : String(error)),
  );

const find = async (text: string) => {
  const found = await findPeople({ text }, desk);
  return found.map(({ id }) => id);
};
const block = (id: number, isBlocked = true) => setBlocked({ id, isBlocked, by }, desk);
const newCode = async ({ id }: Account) => (await giveCode({ id, by }, desk)).code;
const erase = ({ id }: Account) => erasePerson({ id, by }, desk);

/** A person who is signed in. */
async function owner(...person: Parameters<typeof world.harness.account>) {
  const account = await world.harness.account(...person);
  return { account, headers: await world.harness.signIn(account) };
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
  const id = body.ad_id ?? 0;
  await desk.db
    .update(ads)
    .set({ ...more, image })
    .where(eq(ads.id, id));
  await storePicture(desk.db, image, { large: Buffer.from('picture') });
  return image;
}
const changePayment = (id: number, values: Partial<typeof payments.$inferInsert>) =>
  desk.db.update(payments).set(values).where(eq(payments.id, id));

/** All rows of all tables, as text. */
async function everything(): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      desk.db.execute(sql`select t::text from ${sql.identifier(getTableName(table))} as t`),
    ),
  );
  return JSON.stringify(rows);
}

describe('the search for people', () => {
  let fundi: Account;
  beforeAll(async () => {
    const values = {
      name: 'Kamau 100% Nyong’o Mũthoni',
      phoneNumber: '0733000001',
      idNumber: 'A1234567',
    };
    fundi = await world.harness.account('fundi', values);
  });

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
  ])('finds the person by %j', async (text) => expect(await find(text)).toEqual([fundi.id]));

  it.each(['0733000002', '12345', 'k_mau', '1%i'])('does not find the person by %j', async (text) =>
    expect(await find(text)).toEqual([]),
  );

  it('finds a person by a former phone number', async () => {
    await setPhone({ id: fundi.id, phone: '0733 000 009', by }, desk);
    expect(await find('0733000001')).toEqual([fundi.id]);
    expect(await find('0733000009')).toEqual([fundi.id]);
  });

  it('shows what belongs to a person, and the other accounts of the same person', async () => {
    const shared = { phoneNumber: '0733000005', idNumber: '555' };
    const both = await world.harness.account('fundi', shared);
    const client = await world.harness.account('client', shared);
    await world.payable('post_job', { account: client, headers: { authorization: '' } });
    expect(await showPerson({ id: client.id }, desk)).toMatchObject({
      account: { id: client.id },
      has: { jobs: 1, ads: 0, payments: 0, sessions: 0 },
      alsoIs: [{ id: both.id, role: 'fundi' }],
    });
    expect(listedBy(client, desk.now())).toBeNull();
    expect(listedBy(both, desk.now())).toMatchObject({ by: 'trial' });
    expect(await refusal(showPerson({ id: 999_999 }, desk))).toBe('There is no account 999999.');
    // A month that was paid during the free days.
    const inDays = (days: number) => new Date(desk.now().getTime() + days * DAY_MS);
    const subscriptionEnd = inDays(30);
    const paid = await world.harness.account('fundi', { trialEnds: inDays(2), subscriptionEnd });
    expect(listedBy(paid, desk.now())).toEqual({ by: 'subscription', until: subscriptionEnd });
  });
});

describe('a blocked account', () => {
  it('of a fundi is signed out and not listed, and its login is refused with the number to call', async () => {
    const { account: fundi, headers } = await owner('fundi');
    const me = () => get('/api/accounts/fundis/me/', headers);
    expect((await me()).statusCode).toBe(200);

    await block(fundi.id);
    expect((await me()).statusCode).toBe(401);
    expect((await get(`/api/accounts/fundis/${fundi.id}/`)).statusCode).toBe(404);
    expect(await login(fundi)).toEqual([403, 'This account is blocked. Please call 0700000000.']);
    expect(await login(fundi, 'wrong')).toEqual([401, 'Wrong phone number or password.']);
    expect(await refusal(block(fundi.id))).toBe(`The fundi ${fundi.id} is blocked already.`);

    await block(fundi.id, false);
    expect((await get(`/api/accounts/fundis/${fundi.id}/`)).statusCode).toBe(200);
    expect(await login(fundi)).toEqual([200, undefined]);
    const action = { who: 'wairimu', reason: 'She called.' };
    expect(await logOf(fundi)).toMatchObject([
      { action: 'unblocked', ...action },
      { action: 'blocked', ...action },
    ]);
  });

  it('of a client has no listed jobs and ads', async () => {
    const { account, headers, body } = await world.payable('post_job');
    const ad = await world.payable('post_ad', { account, headers });
    const [jobId = 0, adId = 0] = [body.job_id, ad.body.ad_id];
    const at = desk.now();
    await desk.db.update(jobs).set({ isActive: true, paidAt: at }).where(eq(jobs.id, jobId));
    const image = await picture(ad, { expiresAt: new Date(at.getTime() + DAY_MS) });
    const { headers: reader } = await owner('fundi');
    const listed = async () => [
      (await idsOf('/api/jobs/', reader)).includes(jobId),
      (await get(`/api/jobs/${jobId}/`, reader)).statusCode,
      (await idsOf('/api/ads/')).includes(adId),
      (await get(`/media/ads/${image}`)).statusCode,
    ];
    expect(await listed()).toEqual([true, 200, true, 200]);
    await block(account.id);
    expect(await listed()).toEqual([false, 404, false, 404]);
    await block(account.id, false);
    expect(await listed()).toEqual([true, 200, true, 200]);
  });

  it('cannot be replaced by another one with the same ID number and another phone', async () => {
    const fundi = await world.harness.account('fundi', { idNumber: 'A123477' });
    let phones = 0;
    const register = async (role: 'fundi' | 'client', id_number: string) => {
      phones += 1;
      const answer = await post(`/api/accounts/${role === 'client' ? 'clients/' : ''}register/`, {
        name: 'Otieno',
        phone_number: `073355500${phones}`,
        id_number,
        password: NEW_PASSWORD,
        role,
      });
      return [answer.statusCode, answer.json<{ error?: string }>().error];
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
    const { id } = await world.harness.account('client');
    const shown = async () => (await showPerson({ id: id }, desk)).block;
    expect(await shown()).toBeNull();
    await block(id);
    await block(id, false);
    expect(await shown()).toBeNull();
    const again = { who: 'otieno', reason: 'Asked for money in advance.' };
    await setBlocked({ id, isBlocked: true, by: again }, desk);
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
    expect((await get('/api/accounts/fundis/me/', headers)).statusCode).toBe(401);
    expect(await login(fundi, NEW_PASSWORD)).toEqual([200, undefined]);
    expect(await reset(fundi.phoneNumber, code)).toBe(400);
    expect(await logOf(fundi)).toMatchObject([{ action: 'given a reset code' }]);
  });

  it('is accepted for one of two resets at once', async () => {
    const fundi = await world.harness.account('fundi');
    const code = await newCode(fundi);
    const both = await Promise.all([1, 2].map(() => reset(fundi.phoneNumber, code)));
    expect(both.toSorted((a, b) => a - b)).toEqual([200, 400]);
  });

  it('is stored as a hash, makes the one before invalid, and ends after a day; a wrong one is refused', async () => {
    const fundi = await world.harness.account('fundi');
    const former = await newCode(fundi);
    const code = await newCode(fundi);
    const rows = JSON.stringify(await desk.db.select().from(resetCodes));
    for (const given of [former, code]) expect(rows).not.toContain(given.replaceAll('-', ''));
    expect(await reset(fundi.phoneNumber, former)).toBe(400);
    expect(await reset(fundi.phoneNumber, '123456789012')).toBe(400);
    world.harness.advance(DAY_MS + 1000);
    expect(await reset(fundi.phoneNumber, code)).toBe(400);
    expect(await login(fundi)).toEqual([200, undefined]);
    expect(await reset(fundi.phoneNumber, await newCode(fundi))).toBe(200);
  });

  it('resets the account that it was made for, not the other account of the same phone', async () => {
    const phoneNumber = '0733222222';
    const fundi = await world.harness.account('fundi', { phoneNumber });
    const client = await world.harness.account('client', { phoneNumber });
    expect(await reset(phoneNumber, await newCode(client))).toBe(200);
    expect(await login(client, NEW_PASSWORD)).toEqual([200, undefined]);
    expect(await login(fundi)).toEqual([200, undefined]);
  });

  it('works with a phone that the operator changed today; the former phone does not', async () => {
    const { account: fundi, headers } = await owner('fundi');
    const phone = '0733333333';
    await setPhone({ id: fundi.id, phone, by }, desk);
    expect((await get('/api/accounts/fundis/me/', headers)).statusCode).toBe(401);
    expect(await reset(fundi.phoneNumber, fundi.idNumber)).toBe(400);
    expect(await reset(phone, fundi.idNumber)).toBe(400);
    expect(await reset(phone, await newCode(fundi))).toBe(200);
    expect(await login({ ...fundi, phoneNumber: phone }, NEW_PASSWORD)).toEqual([200, undefined]);
  });

  it.each([
    ['0733444444', 'Another account of this role has this number.'],
    ['0203444444', '0203444444 is no phone number that starts with 07 or 01.'],
  ])('the phone %s is refused: %s', async (phone, text) => {
    await world.harness.account('fundi', { phoneNumber: '0733444444' }).catch(() => null);
    const fundi = await world.harness.account('fundi');
    expect(await refusal(setPhone({ id: fundi.id, phone, by }, desk))).toBe(text);
    expect(await logOf(fundi)).toEqual([]);
  });
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

describe('the copy of all that is stored about a person', () => {
  it('has rows of every table but those of nobody, and no hash or token', async () => {
    const phoneNumber = '0733666001';
    const fundi = await owner('fundi', { phoneNumber, trialEnds: null });
    const { account } = fundi;
    const month = await world.payable('subscription', fundi);
    expect(await world.pay(month, phoneNumber)).toMatchObject({ status: 200 });
    const ofClient = await owner('client', { phoneNumber });
    const client = ofClient.account;
    const [job, ad] = [
      await world.payable('post_job', ofClient),
      await world.payable('post_ad', ofClient),
    ];
    await payFrom(job, phoneNumber);
    const typed = referenceOf(ad);
    const sum = { receipt: 'SUM0000001', typed, payer: 'NJERI', payable: ad.key };
    const state = 'unmatched';
    await desk.db.insert(sums).values({ ...sum, state });
    const image = await picture(ad);
    const idNumberHash = hashOfIdNumber(client.idNumber);
    await desk.db.insert(trials).values({ idNumberHash, startedAt: desk.now() });
    for (const phone of ['0733555999', phoneNumber])
      await setPhone({ id: client.id, phone, by }, desk);
    await giveCode({ id: client.id, by }, desk);
    await world.harness.signIn(client);

    const copy = await exportPerson({ id: client.id, by }, desk);
    const names = TABLES.map((table) => getTableName(table));
    const forgotten = names.filter((name) => !(name in copy.tables) && !(name in OF_NOBODY));
    expect(forgotten).toEqual([]);
    const empty = Object.entries(copy.tables).filter(([, rows]) => rows.length === 0);
    expect(empty).toEqual([]);
    expect(copy).toMatchObject({
      subject: `client ${client.id}`,
      tables: {
        accounts: [{ id: client.id, phoneNumber }],
        payments: [{ accountId: client.id, purpose: 'post_job', state: 'paid' }],
        ads: [{ image_url: expect.stringContaining(`/media/ads/${image}?`) }],
        sums: [
          {
            id: expect.any(Number),
            receipt: sum.receipt,
            amount: null,
            typed,
            receivedAt: expect.any(Date),
            state,
          },
        ],
        prompts_of_others: [{ purpose: 'subscription', amount: 200 }],
        operator_log: expect.arrayContaining([
          expect.objectContaining({ action: 'given a reset code', reason: by.reason }),
        ]),
      },
    });
    const text = JSON.stringify(copy);
    const secrets = await desk.db
      .select({
        password: accounts.passwordHash,
        token: sessions.tokenHash,
        code: resetCodes.codeHash,
        callback: payments.callbackHash,
      })
      .from(accounts)
      .innerJoin(sessions, eq(sessions.accountId, accounts.id))
      .innerJoin(resetCodes, eq(resetCodes.accountId, accounts.id))
      .innerJoin(payments, eq(payments.accountId, accounts.id))
      .where(eq(accounts.id, client.id));
    const hashes = secrets.flatMap((row) => Object.values(row));
    expect(hashes).toHaveLength(4);
    for (const hash of hashes) expect(text).not.toContain(hash.slice(0, 12));
    expect(text).not.toContain(account.name);
    expect(await logOf(client)).toMatchObject([{ action: 'exported', who: by.who }, {}, {}, {}]);
  });
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
    await setPhone({ id: account.id, phone: '0799123450', by }, desk);
    const image = await picture(await world.payable('post_ad', client), { title: 'Njeri’s duka' });
    await giveCode({ id: account.id, by }, desk);
    const [paid] = await world.rows(job);
    const common = { payer: 'Njeri 2547*****456', receivedAt: desk.now() };
    const theirs = [
      { receipt: 'SUM0000012', typed: 'Njeri', payable: job.key, state: 'returned' },
      { receipt: 'SUM0000013', typed: 'njeri', paymentId: paid?.id, state: 'matched' },
    ] as const;
    const other = { receipt: 'SUM0000014', typed: '0799123457', payer: 'WANJIRU' };
    await desk.db.insert(sums).values([...theirs, other].map((it) => ({ ...common, ...it })));
    const before = await everything();
    const traces = [
      'Njeri',
      'njeri',
      person.phoneNumber,
      '0799123450',
      '254799123456',
      person.idNumber,
      image,
    ];
    for (const trace of traces) expect(before).toContain(trace);

    expect(await erase(account)).toEqual([
      `The client ${account.id} is erased. The payments stay in the books without name and phone.`,
    ]);
    const after = await everything();
    for (const trace of traces) expect(after).not.toContain(trace);
    const [row] = await desk.db
      .select()
      .from(payments)
      .where(eq(payments.id, paid?.id ?? 0));
    expect(row).toEqual({ ...paid, accountId: null, phone: 'erased' });
    expect(await world.rows(guest)).toMatchObject([
      { accountId: guest.account.id, phone: 'erased', state: 'paid' },
    ]);
    const { receipt, typed, payer } = sums;
    expect(await desk.db.select({ receipt, typed, payer }).from(sums)).toEqual(
      expect.arrayContaining([
        ...theirs.map((sum) => ({ receipt: sum.receipt, typed: 'erased', payer: null })),
        other,
      ]),
    );
    expect(row?.receipt).toMatch(/\w{10}/);
    const log = await desk.db.select().from(operatorLog);
    expect(log.at(-1)).toMatchObject({ action: 'erased', subject: `client ${account.id}`, ...by });
  });

  it('leaves its phone to the account of the other role, which has it, too', async () => {
    const person = { name: 'Otieno', phoneNumber: '0799123460', idNumber: '87654399' };
    const fundi = await world.harness.account('fundi', person);
    const job = await world.payable('post_job', await owner('client', person));
    await payFrom(job, person.phoneNumber);
    await erase(fundi);
    expect(await world.rows(job)).toMatchObject([{ phone: person.phoneNumber }]);
  });

  it('is refused while a payment is open or in review, and while a sum waits', async () => {
    const job = await world.payable('post_job');
    await world.pay(job, BY_HAND);
    const [payment] = await world.rows(job);
    const id = payment?.id ?? 0;
    const cannot = `The client ${job.account.id} cannot be erased yet.`;
    const refuses = async (why: string) =>
      expect(await refusal(erase(job.account))).toBe(`${cannot} ${why}`);
    await refuses(`Payment ${id} is open: wait for its end.`);
    await changePayment(id, { state: 'needs_review', review: 'unanswered' });
    await refuses(`Payment ${id} is in review: close it first.`);
    // Somebody else's, with the person's phone.
    const { phoneNumber } = job.account;
    const ofOther = { accountId: null, phone: phoneNumber };
    await changePayment(id, { state: 'prompted', review: null, ...ofOther });
    await refuses(`Payment ${id} is open: wait for its end.`);
    await changePayment(id, { state: 'failed' });
    const oddPhone = `+254 ${phoneNumber.slice(1, 4)}-${phoneNumber.slice(4).replace('1', 'I')}`;
    const own = { payable: job.key, typed: referenceOf(job) };
    for (const named of [own, { payable: null, typed: oddPhone }]) {
      const receipt = 'SUM0000020';
      await desk.db.insert(sums).values({ receipt, ...named, state: 'unmatched' });
      await refuses(`The sum ${receipt} is unmatched: see to it first.`);
      await desk.db.delete(sums).where(eq(sums.receipt, receipt));
    }
    expect(await logOf(job.account)).toEqual([]);
    const [still] = await desk.db.select().from(accounts).where(eq(accounts.id, job.account.id));
    expect(still).toEqual(job.account);
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
