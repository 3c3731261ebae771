/** Sums that match nothing: what a person is shown, and what becomes of them. */
import { afterAll, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../src/contract/time.ts';
import { FEES } from '../../src/contract/constants.ts';
import { payableKey } from '../../src/contract/payables.ts';
import type { PaymentPurpose } from '../../src/contract/schemas.ts';
import { payableText } from '../../server/desk/words.ts';
import { describeSum, readTarget } from '../../server/desk/sums/giveOrReturnSum.ts';
import { sheetOf } from '../../server/desk/operation.ts';
import { operations } from '../../server/desk/operations.ts';
import { questionAs } from '../../server/desk/perform.ts';
import { readLog } from '../../server/desk/operatorLog.ts';
import { readWaitingSums, sumBlocks, sumTable } from '../../server/desk/rows/waitingSums.ts';
import { likely, payerText } from '../../server/desk/sums/readUnmatchedSums.ts';
import type { Candidate } from '../../server/desk/sums/readUnmatchedSums.ts';
import { accountCode } from '../../server/payments/accountCodes.ts';
import { storeSum } from '../../server/payments/sums.ts';
import type { Sum } from '../../server/payments/sums.ts';
import { localTime } from '../../server/process/nairobi.ts';
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';
import { body, newReceipt } from './mpesaBodies.ts';
import { failed, PAID, refusalOf } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';
import { referenceOf, startSumWorld } from './scriptedSums.ts';

const by = { who: 'wanjiku', reason: 'He called.' };

const world = await startSumWorld();
afterAll(() => world.close());

const give = (receipt: string, to: string) =>
  operations.giveSum.run({ receipt, to, by }, world.ctx);
const sendBack = (receipt: string, returnReceipt = newReceipt()) =>
  operations.returnSum.run({ receipt, returnReceipt, by }, world.ctx);
/** A sum with an account that is nobody's. */
const odd = (thing: Thing, TransAmount = '100') =>
  world.confirm(thing, { BillRefNumber: 'FREDS SHOP', TransAmount });
const logOf = (receipt: string) => readLog({ most: 5, subjects: [`sum ${receipt}`] }, world.ctx);
const nairobi = (ms: number) => darajaTimestamp(world.at(ms).getTime());

const candidate = (purpose: PaymentPurpose, id: number, rest: Partial<Candidate> = {}) => ({
  key: payableKey(purpose, id),
  purpose,
  id,
  accountId: id,
  triedMs: null,
  ...rest,
});

describe('what a sum may be meant for', () => {
  const sent = new Date('2026-11-22T08:00:00Z');
  const usual = { amount: FEES.post_job, typed: '', sentAt: sent, receivedAt: sent, payable: null };
  const sum = (values: Partial<Sum>) => ({ ...usual, cause: 'account', ...values }) as Sum;
  const [seven, eight] = [candidate('post_job', 7), candidate('post_job', 8, { accountId: 7 })];
  const month = candidate('subscription', 7);
  const code = accountCode(seven);
  const before = (ms: number) => ({ ...seven, triedMs: sent.getTime() - ms });
  const tried = before(MINUTE_MS);
  const named = { payable: seven.key };
  const ofMonth = { payable: month.key, amount: FEES.subscription };
  const stranger = { ...candidate('subscription', 9), triedMs: tried.triedMs };

  test.each<[string, Partial<Sum>, number | null, Candidate[], string[]]>([
    ['a code with a sign too few', { typed: code.slice(1) }, null, [eight, seven], [seven.key]],
    ['two signs too few', { typed: code.slice(2).toLowerCase() }, null, [seven], [seven.key]],
    ['three signs too few', { typed: code.slice(3) }, null, [seven], []],
    ['another price', { typed: code.slice(1), amount: 200 }, null, [seven, month], []],
    ['one that was just tried', {}, null, [before(59 * MINUTE_MS), eight], [seven.key]],
    ['one by a clock ahead', {}, null, [before(-MINUTE_MS)], [seven.key]],
    ['one that was tried long ago', {}, null, [before(61 * MINUTE_MS)], []],
    ['one that is named', { ...named, cause: 'amount', amount: 9 }, 7, [seven], [seven.key]],
    ['one paid twice', { ...named, cause: 'paid_twice' }, 7, [seven, eight, month], [eight.key]],
    [
      'one paid twice, not what a stranger tried',
      { ...named, cause: 'paid_twice' },
      7,
      [{ ...tried, id: 9 }],
      [],
    ],
    [
      'a month paid twice, as another month',
      { ...ofMonth, cause: 'paid_twice' },
      7,
      [month, stranger],
      [month.key],
    ],
    [
      'a phone of a client, not what a stranger tried',
      {},
      8,
      [{ ...tried, accountId: 9 }, eight],
      [],
    ],
    ['one that is deleted', { ...named, cause: 'deleted' }, null, [eight], []],
  ])('%s', (_, values, owner, candidates, keys) => {
    expect(likely(sum(values), owner, candidates).maybe).toEqual(keys);
  });

  test.each<[string, Partial<Sum>, number | null, Candidate[], boolean]>([
    ['what is mistyped', { typed: code.slice(1) }, null, [seven], true],
    ['what its owner has to pay', {}, 7, [seven], true],
    ['what somebody tried to pay', {}, null, [tried], false],
    ['another month', { ...ofMonth, cause: 'paid_twice' }, 7, [month], false],
  ])('%s is sure: %#', (_, values, owner, candidates, isSure) => {
    expect(likely(sum(values), owner, candidates).isSure).toBe(isSure);
  });

  test.each([
    [null, ''],
    ['NJERI 2547*****126', 'NJERI 2547*****126'],
    [`NJERI ${'a1'.repeat(32)}`, 'NJERI'],
    ['254712345678 - NJERI', '2547***678 - NJERI'],
  ])('%j is shown as %j', (payer, text) => expect(payerText(payer)).toBe(text));
});

test.each(['reported late', 'given by a person'])(
  'a sum of days ago, %s while a prompt is out, pays once, and the prompt stays out',
  async (how) => {
    const { thing } = await world.prompted();
    const typed = how === 'reported late' ? {} : { BillRefNumber: 'FREDS SHOP' };
    const receipt = await world.confirm(thing, { TransTime: nairobi(-3 * DAY_MS), ...typed });
    if (how !== 'reported late') await give(receipt, thing.key);
    const books = ['prompted null', `paid ${receipt}`, 'matched'];
    expect(await world.books(thing, receipt)).toEqual(books);
  },
);

test('a sum that was sent back before it was reported buys nothing', async () => {
  const { thing, id } = await world.prompted();
  await world.change(thing, { state: 'needs_review', review: 'unanswered' });
  await operations.closeReview.run({ paymentId: id, decision: 'returned', by }, world.ctx);
  const receipt = await world.confirm(thing, { TransTime: nairobi(-2000) });
  expect(await world.books(thing, receipt)).toEqual([`failed ${receipt}`, 'matched']);
  // Money that is sent later is other money.
  world.wait(MINUTE_MS);
  const later = await world.confirm(thing);
  const books = [`failed ${receipt}`, `paid ${later}`, 'matched'];
  expect(await world.books(thing, later)).toEqual(books);
});

test('a sum of another amount may be the money of a payment that only a query called paid', async () => {
  const { thing, id, row } = await world.prompted();
  world.gateway.query.mockResolvedValueOnce(PAID);
  await world.change(thing, { nextQueryAt: world.at(0) });
  await world.payments.reconcile();
  const receipt = await world.confirm(thing, { TransAmount: '1.00' });
  const { rows } = await readWaitingSums(world.ctx.db);
  const found = { cause: 'amount', unnamed: id };
  expect(rows.find((one) => one.receipt === receipt)).toMatchObject(found);
  await operations.setReceipt.run({ paymentId: id, receipt, by }, world.ctx);
  expect(await row()).toMatchObject({ review: 'amount', amountReceived: 1 });
  expect(await world.books(thing, receipt)).toEqual([`paid ${receipt}`, 'matched']);
});

test('the list has what was typed, who paid, why it waits, and what it may be for', async () => {
  const job = await world.thing();
  const receipt = await world.confirm(job, { BillRefNumber: `x${referenceOf(job)}` });
  const { total, rows } = await readWaitingSums(world.ctx.db);
  expect(total).toBe(rows.length);
  const found = rows.filter((row) => row.receipt === receipt);
  expect(found).toMatchObject([{ maybe: [job.key], unnamed: null }]);
  expect(sumTable(found).rows).toEqual([
    [
      receipt,
      localTime((await world.sumOf(receipt))?.sentAt ?? 0),
      100,
      `x${referenceOf(job)}`,
      null,
      null,
      'NJERI 2547*****126',
      'no such account',
      payableText(job.key),
    ],
  ]);
});

const UNSAID = { MSISDN: '', FirstName: '' };
test.each([
  [
    "an account that is nobody's",
    { BillRefNumber: 'FREDS SHOP' },
    'Ksh 100, sent TIME, to the account "FREDS SHOP", by "NJERI 2547*****126", waits: no such account',
  ],
  [
    'an amount and a payer that cannot be read',
    { BillRefNumber: 'FREDS SHOP', TransAmount: 'x', ...UNSAID },
    'Ksh unknown, sent TIME, to the account "FREDS SHOP", waits: no such account',
  ],
  [
    'another amount',
    { TransAmount: '60', ...UNSAID },
    'Ksh 60, sent TIME, to the account "CODE", which means JOB, waits: not the price',
  ],
])('a sum with %s in a line', async (_, parts, text) => {
  const job = await world.thing();
  const receipt = await world.confirm(job, parts);
  const named = text.replace('CODE', referenceOf(job)).replace('JOB', payableText(job.key));
  const line = named.replace('TIME', localTime((await world.sumOf(receipt))?.sentAt ?? 0));
  expect(await describeSum(world.db, receipt)).toBe(`the sum ${receipt}: ${line}`);
});

test.each([
  ['post_job', ', "Paint a gate" of "client", PHONE: Ksh 100'],
  ['post_ad', ', "Paint a gate" of "client", PHONE: Ksh 500'],
  ['subscription', ', "fundi", PHONE: Ksh 200'],
] as const)(
  'what can be paid for by %s is named with its owner and its price',
  async (purpose, text) => {
    const first = await world.thing(purpose);
    const thing = purpose === 'subscription' ? first : await world.thing(purpose, first.account);
    const named = payableText(thing.key) + text.replace('PHONE', thing.account.phoneNumber);
    expect(await readTarget(world.db, thing.key)).toEqual({
      key: thing.key,
      price: FEES[purpose],
      text: named,
    });
  },
);

/** What is asked before it. */
const ask = (receipt: string, to: string) =>
  questionAs(null, 'giveSum', { receipt, to, by }, world.ctx);

const found = async (text: string) =>
  JSON.stringify(await operations.find.run({ text }, world.ctx));

describe('where a sum is seen', () => {
  test('on the page of the job that its account means, on that of its owner, and by the name of its payer', async () => {
    const job = await world.thing();
    await world.confirm(job);
    const receipt = await world.confirm(job);
    const state = 'waits: paid for already';
    const [, id] = job.key.split(':').map(Number);
    const pages = [
      await operations.showJob.run({ id: id ?? 0 }, world.ctx),
      await operations.showPerson.run({ id: job.account.id }, world.ctx),
      await operations.find.run({ text: 'njeri' }, world.ctx),
    ].map((blocks) => JSON.stringify(blocks));
    for (const page of pages) expect(page).toContain(receipt);
    expect(pages[0]).toContain(state);
    expect(pages[1]).toContain(state);
  });

  test('with a phone of a client, beside whom it is of', async () => {
    const job = await world.thing();
    const receipt = await world.confirm(job, { BillRefNumber: job.account.phoneNumber });
    const { rows } = await readWaitingSums(world.ctx.db, receipt);
    expect(rows).toMatchObject([{ owner: job.account.id, maybe: [job.key], isSure: true }]);
    expect(JSON.stringify(sumBlocks({ total: 1, rows, targets: {} }))).toContain(
      `client ${job.account.id}`,
    );
  });
});

describe('before a sum is given', () => {
  test('the operator is asked, and warned of another price or another job', async () => {
    const [meant, other] = [await world.thing(), await world.thing()];
    const typed = `x${referenceOf(meant)}`;
    const receipt = await world.confirm(meant, { BillRefNumber: typed, TransAmount: '100' });
    const targets = await Promise.all([meant, other].map(({ key }) => readTarget(world.db, key)));
    const [ofMeant, ofOther] = targets.map((target) => target?.text);
    expect(await ask(receipt, meant.key)).toMatchObject({ about: [`To ${ofMeant}`], careful: [] });
    expect(await ask(receipt, other.key)).toMatchObject({
      about: [`To ${ofOther}`],
      careful: [`It looks as if it was sent for ${ofMeant}.`],
    });
    // Nothing is left of the try.
    expect(await world.books(meant, receipt)).toEqual(['unmatched account']);
    const ad = await world.thing('post_ad');
    const large = await odd(ad, '750.00');
    expect((await ask(large, ad.key))?.careful).toEqual(['It is Ksh 250 more than the price.']);
  });

  test('a title, a name or a phone finds what is unpaid, and gives nothing by itself', async () => {
    const job = await world.thing();
    const paid = await world.thing();
    await world.confirm(paid);
    await world.changeJob(job, { title: 'Paint the 100% gate' });
    await world.changeJob(paid, { title: 'Paint the 100% wall' });
    const receipt = await odd(job);
    for (const to of ['the 100% gate', 'PAINT THE 100%', job.account.phoneNumber]) {
      const refusal = await ask(receipt, to).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        choices: {
          field: 'to',
          options: [{ value: payableText(job.key), text: expect.any(String) }],
        },
      });
      expect(await refusalOf(give(receipt, to))).toContain('is nothing that can be paid for');
    }
    expect(await refusalOf(ask(receipt, 'no such thing'))).toContain(
      'nothing that can be paid for',
    );
    expect(await refusalOf(ask(receipt, '100% wall'))).toBe(
      'All that "100% wall" finds is paid for already.',
    );
    expect(await world.books(job)).toEqual([]);
  });

  test('only what it is enough for is offered; what is too little goes back', async () => {
    const job = await world.thing();
    const enough = await world.confirm(job, { BillRefNumber: `x${referenceOf(job)}` });
    const short = await world.confirm(job, { TransAmount: '60' });
    const { total, rows, targets } = await readWaitingSums(world.ctx.db);
    const buttonsOf = (receipt: string) =>
      sumBlocks({ total, rows: rows.filter((row) => row.receipt === receipt), targets })
        .flatMap((block) => (typeof block === 'object' && 'actions' in block ? block.actions : []))
        .flatMap(({ text, isButton }) => (isButton ? [text] : []));
    expect(buttonsOf(enough)).toEqual([`Give to ${payableText(job.key)}`]);
    expect(buttonsOf(short)).toEqual(['I sent it back']);
    // Of very many sums not all are described.
    const bare = sumBlocks({
      total,
      rows: rows.filter((row) => row.receipt === enough),
      targets: {},
    });
    expect(JSON.stringify(bare)).toContain(`Give to ${payableText(job.key)}`);
  });
});

describe('a sum that is given', () => {
  test.each(['post_job', 'post_ad', 'subscription'] as const)(
    'pays for %s once, by its code or its id',
    async (purpose) => {
      const thing = await world.thing(purpose);
      const receipt = await odd(thing, `${FEES[purpose]}.00`);
      const [, number] = thing.key.split(':');
      const to = {
        post_job: referenceOf(thing).toLowerCase(),
        post_ad: `AD${number}`,
        subscription: `fundi ${number}`,
      }[purpose];
      const [row] = await give(receipt, to);
      const { id: paymentId } = await world.rowOf(thing);
      const payment = `payment ${paymentId}`;
      const page = JSON.stringify(await operations.showPayment.run({ paymentId }, world.ctx));
      expect(page).toContain(`"Money of Pay Bill was given to it","","${by.reason}"`);
      expect(row).toBe(
        `${receipt} is the money of ${payment} for ${payableText(thing.key)}: paid.`,
      );
      const paid = [`paid ${receipt}`, 'matched'];
      expect(await world.books(thing, receipt)).toEqual(paid);
      const known = { phone: null, amountReceived: FEES[purpose], review: null };
      expect(await world.rowOf(thing)).toMatchObject(known);
      const sum = { payable: thing.key, payer: null, typed: 'FREDS SHOP' };
      expect(await world.sumOf(receipt)).toMatchObject(sum);
      const what = payableText(thing.key);
      for (const subject of [`sum ${receipt}`, receipt.toLowerCase()]) {
        const { rows } = sheetOf(await operations.log.run({ most: 5, subject }, world.ctx));
        const about = expect.objectContaining({ text: `sum ${receipt}` });
        const time = expect.any(String);
        expect(rows).toEqual([[time, by.who, `given to ${what}`, about, by.reason]]);
      }
      const already = `${receipt} is the money of ${payment} already.`;
      expect(await refusalOf(give(receipt, to))).toBe(already);
      expect(await world.books(thing, receipt)).toEqual(paid);
    },
  );

  test('and is more than the price pays, too, with all of it in the books', async () => {
    const job = await world.thing();
    const receipt = await world.confirm(job, { TransAmount: '150' });
    await give(receipt, job.key);
    const row = { state: 'paid', amount: 100, amountReceived: 150, review: null };
    expect(await world.rowsOf(job)).toMatchObject([row]);
  });

  test('while a prompt is out ends its wait, and the money of the prompt is a second sum', async () => {
    const { thing, call } = await world.prompted();
    const receipt = await odd(thing);
    await give(receipt, thing.key);
    await call();
    await world.payments.reconcile();
    expect(await world.books(thing)).toEqual([`paid ${receipt}`]);
  });

  test('to one thing by two operators at once pays once', async () => {
    const job = await world.thing();
    const receipts = [await odd(job), await odd(job)];
    const both = await Promise.all(receipts.map((receipt) => refusalOf(give(receipt, job.key))));
    expect(both.toSorted()).toEqual(
      ['it was done', `${payableText(job.key)} is paid for already.`].toSorted(),
    );
    expect(await world.books(job)).toHaveLength(1);
  });

  test('to a fundi who paid today is another month', async () => {
    const fundi = await world.thing('subscription');
    const first = await world.confirm(fundi);
    const second = await world.confirm(fundi);
    expect(await world.sumOf(second)).toMatchObject({ cause: 'paid_twice' });
    await give(second, fundi.account.phoneNumber);
    expect(await world.books(fundi)).toEqual([`paid ${first}`, `paid ${second}`]);
  });

  test.each<[string, string, (job: Thing) => unknown, string]>([
    [
      'less than the price',
      '99',
      () => {},
      'RECEIPT is Ksh 99, and WHAT costs Ksh 100: send it back.',
    ],
    [
      'of an amount that cannot be read',
      'x',
      () => {},
      'RECEIPT is Ksh unknown, and WHAT costs Ksh 100: send it back.',
    ],
    ['for a paid job', '100', (job) => world.confirm(job), 'WHAT is paid for already.'],
    [
      'for a job that is taken down',
      '100',
      (job) => world.changeJob(job, { takenDown: 'x' }),
      'WHAT is taken down: put it back first, or send the money back.',
    ],
    [
      'for a deleted job',
      '100',
      world.deleteJob,
      '"KEY" is nothing that can be paid for: write job 7, ad 3, fundi 5, an account code, a title or a phone.',
    ],
  ])('%s is refused, already before the question', async (_, amount, prepare, text) => {
    const job = await world.thing();
    await prepare(job);
    const receipt = await odd(job, amount);
    const before = await world.books(job, receipt);
    const named = text.replace('KEY', job.key).replace('WHAT', payableText(job.key));
    const expected = named.replace('RECEIPT', receipt);
    for (const work of [ask, give]) {
      expect(await refusalOf(work(receipt, job.key))).toBe(expected);
    }
    expect(await world.books(job, receipt)).toEqual(before);
    expect(await logOf(receipt)).toEqual([]);
  });

  test.each(['YF317F8', 'client 1', '', 'fundi 0', 'my job 1', 'job 1 Mary', 'fundi CLIENT'])(
    'to %j is refused',
    async (to) => {
      const job = await world.thing();
      const receipt = await odd(job);
      const named = to.replace('CLIENT', String(job.account.id));
      expect(await refusalOf(give(receipt, named))).toMatch(
        /is nothing that can be paid for: write job 7/,
      );
    },
  );

  test('is refused where another payment has its receipt, and nothing is stored', async () => {
    const [job, { thing: other }] = [await world.thing(), await world.prompted()];
    const receipt = await odd(job);
    await world.change(other, { receipt });
    expect(await refusalOf(give(receipt, job.key))).toMatch(
      new RegExp(`^Payment \\d+ for ${payableText(job.key)} cannot take ${receipt}\\.$`),
    );
    expect(await world.books(job, receipt)).toEqual(['unmatched account']);
  });
});

describe('a sum that was sent back', () => {
  test('has the receipt of the refund, names nobody, and is in no list any more', async () => {
    const ad = await world.thing('post_ad');
    const receipt = await world.confirm(ad, { BillRefNumber: '0700 000 001' });
    const back = newReceipt();
    const done = `${receipt}, Ksh 500, was sent back as ${back}.`;
    expect(await sendBack(receipt, back)).toEqual([done]);
    const row = { state: 'returned', returnReceipt: back, payer: null, typed: '' };
    expect(await world.sumOf(receipt)).toMatchObject(row);
    expect(await logOf(receipt)).toMatchObject([{ action: 'sent back', ...by }]);
    const already = `${receipt} was sent back already, as ${back}.`;
    expect(await refusalOf(sendBack(receipt))).toBe(already);
    expect(await refusalOf(give(receipt, ad.key))).toBe(already);
    expect(await found(receipt)).toContain(`sent back as ${back}`);
    expect(await found(back.toLowerCase())).toContain(receipt);
    // Its confirmation again.
    await world.confirm(ad, { TransID: receipt });
    expect(await world.books(ad, receipt)).toEqual(['returned account']);
  });

  test('settles no prompt whose callback names it afterwards', async () => {
    const { thing, id, receipt, call } = await world.prompted();
    await world.confirm(thing, { TransID: receipt, TransAmount: '1.00' });
    await sendBack(receipt);
    await call();
    expect(await world.books(thing, receipt)).toEqual(['prompted null', 'returned amount']);
    expect((await world.eventsOf(id)).at(-1)).toBe('callback_paid_ignored');
  });

  test('gives no second month when a query says later that its prompt was paid', async () => {
    const { thing: fundi, checkout, call, confirm } = await world.prompted('subscription');
    await call({ code: 1019 });
    world.wait(1000);
    await world.press(fundi);
    const own = { amount: 200, receipt: newReceipt() };
    await world.callBack(body({ checkout: `ws_CO_${world.pushes.length}`, ...own }));
    const receipt = await confirm();
    expect(await world.books(fundi, receipt)).toEqual([
      'expired null',
      `paid ${own.receipt}`,
      'unmatched paid_twice',
    ]);
    await sendBack(receipt);
    world.gateway.query.mockImplementation(async (id) => (id === checkout ? PAID : failed(17)));
    for (const minutes of [1, 11]) {
      world.wait(minutes * MINUTE_MS);
      await world.payments.reconcile();
    }
    expect((await world.books(fundi, receipt))[0]).toBe('expired null');
  });

  test('is refused with a receipt that the books have, as is a refund with that of a sum', async () => {
    const job = await world.thing();
    const [one, two, three] = [await odd(job), await odd(job), await odd(job)];
    const back = newReceipt();
    await sendBack(one, back);
    const paid = await world.confirm(job);
    const paymentId = (await world.rowOf(job)).id;
    const ofFirst = `${back} is the refund of the sum ${one}`;
    const { id } = await world.prompted();
    const { ctx } = world;
    const again = 'give that of this refund.';
    const cases: [() => Promise<unknown>, string][] = [
      [() => sendBack(two, back), `${ofFirst}: ${again}`],
      [
        () => sendBack(two, three),
        `${three} is the money that came for the sum ${three}: ${again}`,
      ],
      [
        () => sendBack(two, paid),
        `${paid} is the money that came for payment ${paymentId}: ${again}`,
      ],
      [
        () => operations.refundPayment.run({ paymentId, receipt: back, ends: false, by }, ctx),
        `${ofFirst}: ${again}`,
      ],
      [
        () => operations.setReceipt.run({ paymentId: id, receipt: back, by }, ctx),
        `${ofFirst} already.`,
      ],
    ];
    for (const [work, text] of cases) expect(await refusalOf(work())).toBe(text);
  });

  test('and whose amount cannot be read is written down without it', async () => {
    const receipt = await odd(await world.thing(), 'x');
    const back = newReceipt();
    const done = `${receipt}, Ksh unknown, was sent back as ${back}.`;
    expect(await sendBack(receipt, back)).toEqual([done]);
  });

  test('is refused while nobody has looked at it', async () => {
    const receipt = newReceipt();
    await storeSum(world.db, { receipt, amount: 100, typed: 'x', receivedAt: world.at(0) });
    expect(await refusalOf(sendBack(receipt))).toBe(
      `${receipt} has only just come: wait a minute.`,
    );
  });

  test('of an unknown receipt is refused', async () => {
    const text = 'There is no sum UNKNOWN001.';
    expect(await refusalOf(sendBack('UNKNOWN001'))).toBe(text);
    expect(await refusalOf(describeSum(world.db, 'UNKNOWN001'))).toBe(text);
  });
});

test('what was refunded is not named as what a sum may be for', async () => {
  const [ended, tried] = [await world.prompted(), await world.prompted()];
  await ended.call();
  const refund = { paymentId: ended.id, receipt: newReceipt(), ends: true, by };
  await operations.refundPayment.run(refund, world.ctx);
  const receipt = await world.confirm(tried.thing, { BillRefNumber: '???' });
  const { rows } = await readWaitingSums(world.ctx.db);
  const { maybe } = rows.find((row) => row.receipt === receipt) ?? {};
  expect(maybe).toContain(tried.thing.key);
  expect(maybe).not.toContain(ended.thing.key);
});
