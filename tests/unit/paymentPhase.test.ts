import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterNoAnswer,
  lastCheckAt,
  latePhase,
  phaseOf,
  readyPhase,
  reconcile,
  type PaymentPhase,
} from '../../src/payments/paymentPhase.ts';
import { paymentRules } from '../../src/payments/paymentRules.ts';
import type { PendingPayment } from '../../src/payments/paymentRecord.ts';

const NOW = Date.parse('2026-11-21T06:00:00Z');
const rules = paymentRules.post_job;

function pending(overrides: Partial<PendingPayment> = {}): PendingPayment {
  return {
    purpose: 'post_job',
    id: 7,
    title: 'Fix a roof',
    phone: '0712345678',
    wasOut: false,
    message: null,
    checkout: 'ws_CO_1',
    pressedAt: NOW,
    sentAt: NOW,
    checks: 0,
    outcome: 'open',
    reason: null,
    until: null,
    isConfirmed: null,
    isRetry: false,
    isSeen: false,
    owner: 'me',
    account: 'client:1',
    ...overrides,
  };
}

const stepAt = (payment: PendingPayment | null, now: number) => phaseOf(payment, rules, now).step;

describe('what the device keeps', () => {
  it('is waited for while checks and the two minutes last', () => {
    expect(stepAt(null, NOW)).toBe('ready');
    expect(stepAt(pending(), NOW)).toBe('waiting');
    expect(stepAt(pending({ checks: 11 }), NOW + 119_999)).toBe('waiting');
    expect(stepAt(pending({ checks: 12 }), NOW + 48_000)).toBe('late');
    expect(stepAt(pending({ checks: 3 }), NOW + 120_000)).toBe('late');
    expect(stepAt(pending({ outcome: 'failed' }), NOW)).toBe('ready');
    expect(stepAt(pending({ outcome: 'paid' }), NOW)).toBe('ready');
  });

  it('is neither waited for nor paid again while a person looks into it', () => {
    for (const review of ['held', 'unclear'] as const) {
      const payment = pending({ outcome: review, reason: 'We look into it.' });
      expect(phaseOf(payment, rules, NOW)).toEqual({
        step: 'review',
        review,
        reason: 'We look into it.',
        isUnchecked: true,
      });
    }
    expect(stepAt(pending({ outcome: 'gone' }), NOW)).toBe('gone');
  });

  it('leaves 4 s for each check that is left', () => {
    expect(lastCheckAt(0, rules, NOW)).toBe(NOW + 48_000);
    expect(lastCheckAt(10, rules, NOW)).toBe(NOW + 8000);
    expect(lastCheckAt(13, rules, NOW)).toBe(NOW);
    expect(lastCheckAt(0, paymentRules.subscription, NOW)).toBe(NOW + 60_000);
  });
});

describe('a change from elsewhere', () => {
  const waiting = phaseOf(pending(), rules, NOW);
  const change = (current: PaymentPhase, payment: PendingPayment | null) =>
    reconcile(current, payment, rules, NOW);

  it('never undoes a success or a press under way', () => {
    const paid: PaymentPhase = { step: 'paid', isNew: true, mayComeTwice: false, held: null };
    expect(change(paid, null)).toBe(paid);
    expect(change(paid, pending())).toBe(paid);
    expect(change({ step: 'sending' }, pending())).toEqual({ step: 'sending' });
  });

  it.each([
    ['takes the payment away', null],
    ['says that it is paid', pending({ outcome: 'paid' })],
  ])('that %s leaves it followed, and is asked about', (_, payment) => {
    const lost = { ...waiting, isConfirming: true, isLost: true };
    expect(change(waiting, payment)).toEqual(lost);
    const late = latePhase(pending({ checks: 12 }), rules.timeout);
    expect(change(late, payment)).toEqual({ ...late, isLost: true });
    expect(change(lost as PaymentPhase, payment)).toEqual(lost);
  });

  it('leaves a form alone that nothing has happened to', () => {
    const ready = readyPhase(false);
    expect(change(ready, null)).toBe(ready);
    expect(change(ready, pending({ outcome: 'failed' }))).toBe(ready);
  });

  it('brings the failure that another tab was told', () => {
    const failed = pending({ outcome: 'failed', reason: 'The M-Pesa PIN was wrong.' });
    expect(change(waiting, failed)).toEqual({
      step: 'failed',
      reason: 'The M-Pesa PIN was wrong.',
    });
  });

  it('follows what another tab has sent', () => {
    expect(change(readyPhase(false), pending()).step).toBe('waiting');
    const other = pending({ pressedAt: NOW + 5, checks: 4 });
    expect(change(waiting, other)).toEqual(phaseOf(other, rules, NOW));
  });

  it('keeps the phase of the same attempt and takes what is new of it', () => {
    const confirming = { ...waiting, isConfirming: true } as PaymentPhase;
    const payment = pending({ checks: 2 });
    expect(change(confirming, payment)).toEqual({ ...confirming, payment });
  });
});

describe('an answer', () => {
  const waiting = phaseOf(pending(), rules, NOW);
  const ready = readyPhase(false);
  const held = { status: 'held', reason: 'Wrong amount.' } as const;
  const unclear = { status: 'unclear', reason: 'No word.' } as const;
  const failed = { status: 'failed', reason: 'Cancelled.' } as const;

  it('that money is held ends everything but a success', () => {
    const review: PaymentPhase = {
      step: 'review',
      review: 'held',
      reason: 'Wrong amount.',
      isUnchecked: false,
    };
    for (const current of [waiting, ready, { step: 'sending' } as const]) {
      expect(afterAnswer(current, held, pending())).toEqual(review);
    }
    const paid: PaymentPhase = { step: 'paid', isNew: true, mayComeTwice: false, held: null };
    expect(afterAnswer(paid, held, null)).toBe(paid);
  });

  it('that nobody knows is not taken from an attempt before', () => {
    const retry = pending({ checkout: null, isRetry: true });
    expect(afterAnswer(waiting, unclear, retry)).toBe(waiting);
    expect(afterAnswer(waiting, failed, retry)).toBe(waiting);
    expect(afterAnswer(waiting, unclear, pending())).toMatchObject({ step: 'review' });
    expect(afterAnswer(ready, unclear, null)).toMatchObject({ step: 'review' });
  });

  it('of a payment before is told beside the form, not as the failure of this one', () => {
    const told = { ...ready, before: 'Cancelled.' };
    expect(afterAnswer(ready, failed, null)).toEqual(told);
    expect(afterAnswer(told, failed, null)).toBe(told);
    expect(afterAnswer(told, { status: 'open' }, null)).toEqual(ready);
    const refused = { ...readyPhase(true), problem: { text: 'Busy.', isOffline: false } };
    expect(afterAnswer(refused, failed, null)).toBe(refused);
    expect(afterAnswer(ready, { status: 'open' }, null)).toBe(ready);
  });

  it('frees what a person has looked into', () => {
    const review = afterAnswer(ready, held, null);
    expect(afterAnswer(review, failed, null)).toEqual({ step: 'failed', reason: 'Cancelled.' });
    expect(afterAnswer(review, { status: 'open' }, null)).toEqual(readyPhase(false));
  });

  it('says whether the money is new, and whether some of it is held', () => {
    const paid = { status: 'paid', held: 'Paid twice.' } as const;
    expect(afterAnswer(waiting, paid, pending())).toMatchObject({ isNew: true });
    expect(afterAnswer(ready, paid, null)).toMatchObject({ isNew: false, held: 'Paid twice.' });
    const told = pending({ outcome: 'paid' });
    expect(afterAnswer(ready, paid, told)).toMatchObject({ isNew: false });
  });

  it('speaks of what was followed when another tab has taken it away', () => {
    const paid = { status: 'paid', held: null } as const;
    const told = pending({ outcome: 'paid' });
    for (const kept of [null, told]) {
      expect(afterAnswer(waiting, paid, kept)).toMatchObject({ step: 'paid', isNew: true });
      // It was turned away there, and this is of the one before.
      expect(afterAnswer(waiting, failed, kept)).toEqual({ ...ready, before: 'Cancelled.' });
      expect(afterAnswer(waiting, { status: 'open' }, kept)).toEqual(ready);
      expect(afterAnswer(waiting, { status: 'gone' }, kept)).toMatchObject({ wasPaying: true });
      expect(afterAnswer(waiting, held, kept)).toMatchObject({ step: 'review' });
    }
  });

  it('or none is what the late phase tells by', () => {
    const late = latePhase(pending({ checks: 12 }), rules.timeout);
    const unreached = afterNoAnswer(late);
    expect(unreached).toEqual({ ...late, isUnreached: true });
    for (const status of ['open', 'pending'] as const) {
      const answer = { status, phone: null, sentAt: null, isConfirmed: null };
      expect(afterAnswer(unreached, answer, pending())).toEqual(late);
    }
    expect(afterNoAnswer(waiting)).toBe(waiting);
    expect(afterNoAnswer(ready)).toBe(ready);
  });

  it('that the thing is gone asks for care only where something was being paid', () => {
    const gone = { status: 'gone' } as const;
    expect(afterAnswer(waiting, gone, pending())).toMatchObject({ step: 'gone', wasPaying: true });
    expect(afterAnswer(ready, gone, null)).toMatchObject({ wasPaying: false });
    expect(afterAnswer(ready, gone, pending({ outcome: 'failed' }))).toMatchObject({
      wasPaying: false,
    });
  });
});
