import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SAID, UNSAID } from '../../src/contract/sample.ts';
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

  it.each<[string, unknown, unknown?]>([
    ...['odd', '', null, true, 7, {}, ['held']].map((odd): [string, unknown] => ['review', odd]),
    ['phone', ''],
    ['phone', {}],
    ['sent_seconds_ago', {}],
    ['sent_seconds_ago', -1],
    ['sent_seconds_ago', 'soon'],
    ['sent_seconds_ago', NaN],
    ['sent_seconds_ago', '2026-11-21T06:00:00Z'],
    ['paid_through', 'prompt', 'prompt'],
    ['paid_through', 'pay_bill', 'pay_bill'],
    ['paid_through', 'cash'],
    ['paid_through', null],
    ['receipt', 'TKR4XY7Z2Q', 'TKR4XY7Z2Q'],
    ['receipt', 4711, '4711'],
    ['receipt', ''],
    ['receipt', null],
    ['mpesa_down', true, true],
    ['mpesa_down', false],
    ['mpesa_down', ''],
    ['mpesa_down', null],
  ])('reads %s %j as %j, or has none', (name, given, read) => {
    const status = 'unpaid';
    const known = read === undefined ? { status } : { status, [name]: read };
    expect(readPaymentStatus({ status, [name]: given })).toEqual(known);
  });

  const bill = { business_number: '600984', account: 'K7M2XQ', amount: 100 };
  it.each<[string, unknown, object | undefined]>([
    ['as the reference API gives it', bill, bill],
    ['a number as a text', { ...bill, amount: '100.00' }, bill],
    ['a text as a number', { ...bill, business_number: 600984 }, bill],
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
});

const who = { id: 7, name: 'Otieno', phone_number: '0712345678', id_number: '12345678' };
const nobody = { id: '', name: '', phone_number: '', id_number: '' };
const flags = (on: boolean) => ({
  is_available: on,
  show_contact: on,
  on_trial: on,
  is_subscribed: on,
});
const ends = { trial_ends: '2026-11-28', subscription_end: '2026-12-28' };
const noEnds = { trial_ends: null, subscription_end: null };
const fundi = { role: 'fundi', clockAhead: 0 };

const listing = { id: 7, title: 'Roof', description: 'Two rooms', deletes_at: '2026-12-21' };
const blank = { id: '', title: '', description: '', deletes_at: null };
const client = { name: 'Otieno', phone_number: '0712345678' };
const payment = { status: 'failed', reason: 'Cancelled.', review_id: 'a' };
const more = { taken_down: 'Not a job.', payment };
const pictures = {
  link: 'https://example.com',
  image_url: 'https://example.com/a.jpg',
  image_small: 'https://example.com/b.jpg',
};
const noPictures = { link: null, image_url: null, image_small: null };

/** What each reader makes of nothing, and a record that it leaves as it is. */
it.each<[string, (answer: unknown) => object | null | undefined, unknown, object]>([
  [
    'a fundi',
    (answer) => readFundiAccount(answer, 0),
    { ...nobody, ...UNSAID, ...flags(false), ...noEnds, ...fundi, saysSubscribed: null },
    { ...who, ...SAID, ...flags(true), ...ends, ...fundi, saysSubscribed: true, payment },
  ],
  [
    'a client',
    readClientAccount,
    { ...nobody, role: 'client', client_profile: { role_note: null } },
    { ...who, role: 'client', client_profile: { role_note: 'I build.' } },
  ],
  [
    'a job',
    readJob,
    {
      ...blank,
      location: null,
      is_active: false,
      created_at: '',
      client: { name: null, phone_number: null },
    },
    {
      ...listing,
      ...more,
      location: 'Juja',
      is_active: true,
      is_paid: false,
      created_at: '2026-11-21',
      client,
    },
  ],
  [
    'an ad',
    readAd,
    { ...blank, ...noPictures, is_active: false, expires_at: null },
    { ...listing, ...more, ...pictures, is_active: true, expires_at: '2026-12-21' },
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

it('there is no login without a token', () => {
  expect(readLogin({})).toBeNull();
});

it.each([
  [{ token: 't' }, false],
  [{ token: 't', logout: true }, true],
  [{ token: 't', logout: 'yes' }, false],
])('the login in %j offers a logout: %j', (answer, offersLogout) => {
  expect(readLogin(answer)).toEqual({ token: 't', offersLogout });
});

it('a prompt is nothing without a checkout, and may have no message', () => {
  expect(readPrompt({ message: 'Look' })).toBeNull();
  const prompt = { checkout_id: 'x', message: 'Look', reference: 'FundiJob7', confirmed: true };
  expect(readPrompt(prompt)).toEqual(prompt);
  const least = { checkout_id: 'x', message: '', reference: null };
  expect(readPrompt({ checkout_id: 'x', phone: '' })).toEqual(least);
});

it('the body of a deleted ad may have its payment', () => {
  expect(readGonePayment({ payment })).toEqual(payment);
  expect(readGonePayment('Not found')).toBeUndefined();
});
