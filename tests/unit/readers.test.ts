import { describe, expect, it } from 'vitest';
import { readAd, readPaymentStatus, readPrompt } from '../../src/lib/api/readers.ts';

describe('a payment status', () => {
  it('is read with the phone, the time and the review of the reference API', () => {
    const pending = { status: 'pending', phone: '0712345678', sent_seconds_ago: 20 };
    expect(readPaymentStatus({ ...pending, confirmed: 'no' })).toEqual(pending);
    const unsure = { ...pending, confirmed: false };
    expect(readPaymentStatus(unsure)).toEqual(unsure);
    expect(readPaymentStatus(pending)).toEqual(pending);
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
