import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  readAd,
  readClientAccount,
  readFundiAccount,
  readGonePayment,
  readJob,
  readLogin,
  readPaymentStatus,
  readPrompt,
} from '../../src/lib/api/readers.ts';

// The API's origin, for pictures, follows from the page's.
beforeAll(() => void vi.stubGlobal('location', new URL('http://localhost:5173/')));
afterAll(() => void vi.unstubAllGlobals());

describe('a payment status', () => {
  it('is read with the phone, the time and the review of the reference API', () => {
    const pending = { status: 'pending', phone: '0712345678', sent_seconds_ago: 20 };
    expect(readPaymentStatus({ ...pending, confirmed: 'no' })).toEqual(pending);
    const unsure = { ...pending, confirmed: false };
    expect(readPaymentStatus(unsure)).toEqual(unsure);
    expect(readPaymentStatus({ ...pending, sent_seconds_ago: 0 }).sent_seconds_ago).toBe(0);
    const held = { status: 'completed', review: 'held', reason: 'We are looking into it.' };
    expect(readPaymentStatus(held)).toEqual(held);
    const unclear = { status: 'failed', review: 'unclear', reason: 'Nobody knows.' };
    expect(readAd({ payment: unclear }).payment).toEqual(unclear);
  });

  it.each(['odd', '', null, true, 7, {}, ['held']])(
    'has no review when the API answers %j',
    (review) => {
      expect(readPaymentStatus({ status: 'failed', review })).toEqual({ status: 'failed' });
    },
  );

  it.each([-1, 'soon', NaN, '2026-11-21T06:00:00Z'])(
    'has no age when the API answers %j',
    (ago) => {
      expect(readPaymentStatus({ status: 'pending', sent_seconds_ago: ago })).toEqual({
        status: 'pending',
      });
    },
  );

  const bill = { business_number: '600984', account: 'K7M2XQ', amount: 100 };
  it.each<[string, unknown, object | undefined]>([
    ['as the reference API gives it', bill, bill],
    [
      'numbers as texts, and texts as numbers',
      { ...bill, business_number: 600984, amount: '100.00' },
      bill,
    ],
    ['spaces', { ...bill, business_number: ' 600 984', account: ' K7M2XQ ' }, bill],
    ['more fields', { ...bill, name: 'Fundi' }, bill],
    ['no account', { ...bill, account: ' ' }, undefined],
    ['no business number', { ...bill, business_number: null }, undefined],
    ['a name for a number', { ...bill, business_number: 'FUNDI' }, undefined],
    ['too many digits', { ...bill, business_number: '60098400' }, undefined],
    ['no amount', { ...bill, amount: undefined }, undefined],
    ['nothing to pay', { ...bill, amount: 0 }, undefined],
    ['cents', { ...bill, amount: 100.5 }, undefined],
    ['a text', '600984', undefined],
    ['null', null, undefined],
  ])('reads a Pay Bill with %s', (_, given, read) => {
    expect(readPaymentStatus({ status: 'unpaid', pay_bill: given }).pay_bill).toEqual(read);
    expect(readPrompt({ checkout_id: 'x', pay_bill: given })?.pay_bill).toEqual(read);
  });

  it.each([
    ['prompt', 'prompt'],
    ['pay_bill', 'pay_bill'],
    ['cash', undefined],
    [null, undefined],
  ])('was paid through %j: %j', (given, read) => {
    const answer = { status: 'completed', paid_through: given };
    expect(readPaymentStatus(answer).paid_through).toBe(read);
  });

  it.each([
    ['TKR4XY7Z2Q', 'TKR4XY7Z2Q'],
    [4711, '4711'],
    ['', undefined],
    [null, undefined],
  ])('the receipt %j is %j', (receipt, read) => {
    expect(readPaymentStatus({ status: 'completed', receipt }).receipt).toBe(read);
  });

  it.each([
    [true, true],
    [false, undefined],
    ['', undefined],
    [null, undefined],
  ])('M-Pesa is down: %j is %j', (given, read) => {
    expect(readPaymentStatus({ status: 'unpaid', mpesa_down: given }).mpesa_down).toBe(read);
  });

  const sum = { id: '7', amount: 50, cause: 'amount' };
  it.each<[string, unknown, object[] | undefined]>([
    ['as the reference API gives them', [sum], [sum]],
    ['an id that is a number', [{ ...sum, id: 7 }], [sum]],
    ['no amount', [{ ...sum, amount: null }], [{ ...sum, amount: null }]],
    ['more fields', [{ ...sum, payer: 'NJERI' }], [sum]],
    ['a number for one', [7], [{ id: '', amount: null, cause: '' }]],
    ['none', [], []],
    ['an object', sum, undefined],
  ])('reads unmatched sums: %s', (_, unmatched, read) => {
    expect(readPaymentStatus({ status: 'unpaid', unmatched }).unmatched).toEqual(read);
  });

  it('has no phone when the answer has none', () => {
    for (const phone of [undefined, null, '', {}]) {
      const untold = { status: 'pending', phone, sent_seconds_ago: phone };
      expect(readPaymentStatus(untold)).toEqual({ status: 'pending' });
      expect(readPrompt({ checkout_id: 'x', message: 'Look', phone })).toEqual({
        checkout_id: 'x',
        message: 'Look',
        reference: null,
      });
    }
  });
});

/** What each reader makes of nothing, and a record that it leaves as it is. */
const said = { created_at: '2026-11-21', deletes_at: '2026-12-21', taken_down: 'Not a job.' };
const who = { id: 7, name: 'Otieno', phone_number: '0712345678', id_number: '12345678' };
const payment = { status: 'failed', reason: 'Cancelled.', review_id: 'a' };
const fundi = { location: 'Juja', skills: 'Tiling', rate_note: 'Ksh 500' };
const noFundi = { location: null, skills: null, rate_note: null };
const none = { id: '', name: '', phone_number: '', id_number: '' };

it.each<[string, (answer: unknown) => object | null | undefined, unknown, object]>([
  [
    'a fundi',
    (answer) => readFundiAccount(answer, 0),
    {
      ...none,
      ...noFundi,
      is_available: false,
      role: 'fundi',
      show_contact: false,
      on_trial: false,
      trial_ends: null,
      is_subscribed: false,
      subscription_end: null,
      clockAhead: 0,
      saysSubscribed: null,
    },
    {
      ...who,
      ...fundi,
      is_available: true,
      role: 'fundi',
      show_contact: true,
      on_trial: true,
      trial_ends: '2026-11-28',
      is_subscribed: true,
      subscription_end: '2026-12-28',
      clockAhead: 0,
      saysSubscribed: true,
      payment,
    },
  ],
  [
    'a client',
    readClientAccount,
    { ...none, role: 'client', client_profile: { role_note: null } },
    { ...who, role: 'client', client_profile: { role_note: 'I build.' } },
  ],
  [
    'a job',
    readJob,
    {
      id: '',
      title: '',
      description: '',
      location: null,
      is_active: false,
      created_at: '',
      client: { name: null, phone_number: null },
      deletes_at: null,
    },
    {
      id: 7,
      title: 'Roof',
      description: 'Two rooms',
      location: 'Juja',
      is_active: true,
      is_paid: false,
      client: { name: 'Otieno', phone_number: '0712345678' },
      payment,
      ...said,
    },
  ],
  [
    'an ad',
    readAd,
    {
      id: '',
      title: '',
      description: '',
      link: null,
      image_url: null,
      image_small: null,
      is_active: false,
      expires_at: null,
      deletes_at: null,
    },
    {
      id: 7,
      title: 'Paint',
      description: 'All colours',
      link: 'https://example.com',
      image_url: 'https://example.com/a.jpg',
      image_small: 'https://example.com/b.jpg',
      is_active: true,
      expires_at: '2026-12-21',
      deletes_at: '2026-12-28',
      taken_down: 'Not an ad.',
      payment,
    },
  ],
])('%s is read, and has all its fields when the answer has none', (_, read, empty, full) => {
  expect(read({})).toEqual(empty);
  expect(read(full)).toEqual(full);
  expect(read({ payment: null })).toEqual(empty);
});

it.each([
  [{ is_paid: true }, true],
  [{ is_paid: null }, undefined],
  [{}, undefined],
])('whether a job is paid in %j: %s', (answer, isPaid) => {
  expect(readJob(answer).is_paid).toBe(isPaid);
});

it.each([
  [{}, null],
  [{ token: 't' }, { token: 't', offersLogout: false }],
  [
    { token: 't', logout: true },
    { token: 't', offersLogout: true },
  ],
  [
    { token: 't', logout: 'yes' },
    { token: 't', offersLogout: false },
  ],
])('the login in %j is %j', (answer, login) => {
  expect(readLogin(answer)).toEqual(login);
});

it('a prompt is nothing without a checkout, and may have no message', () => {
  expect(readPrompt({ message: 'Look' })).toBeNull();
  expect(readPrompt({ checkout_id: 'x', reference: 'FundiJob7', confirmed: true })).toEqual({
    checkout_id: 'x',
    message: '',
    reference: 'FundiJob7',
    confirmed: true,
  });
});

it('the body of a deleted ad may have its payment', () => {
  expect(readGonePayment({ payment })).toEqual(payment);
  expect(readGonePayment('Not found')).toBeUndefined();
});
