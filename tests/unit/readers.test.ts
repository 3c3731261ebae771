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
