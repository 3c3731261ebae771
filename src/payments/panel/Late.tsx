import type { ReactNode } from 'react';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { ALLOW_ADS } from '../../lib/refusedCalls.ts';
import type { PaymentPage } from '../usePayment.ts';
import type { View } from '../view.ts';
import { clockText, priceOf } from '../words.ts';
import { CheckAgain } from './Review.tsx';

interface LateProps {
  shown: Extract<View, { step: 'late' }>;
  payment: PaymentPage;
  /** The form, shown once the first prompt can no longer be paid. */
  children: ReactNode;
}

const unreachedText = (purpose: PaymentPurpose) =>
  purpose === 'post_ad' && navigator.onLine
    ? `We could not check. ${ALLOW_ADS}`
    : 'We could not check: the internet or our service failed.';

/** When a new prompt may be asked for, while it may not. */
function NotYet({ aliveMs, isUnreached }: { aliveMs: number; isUnreached: boolean }) {
  if (aliveMs > 0) {
    return (
      <p className="text-sm text-muted">
        You can ask for a new M-Pesa message in{' '}
        <b className="text-ink tabular-nums">{clockText(aliveMs)}</b>: until then the first one
        could still be paid.
      </p>
    );
  }
  return (
    <p className="text-sm text-muted">
      You can ask for a new M-Pesa message when we have checked the first one.{' '}
      <span>
        {isUnreached
          ? 'We have no answer yet. Check again when you have internet.'
          : 'We are checking the first one…'}
      </span>
    </p>
  );
}

/**
 * After the polling limit: the spec's text and "Check again" first, then what is known and what the person can
 * do (readings, spec §4). A second prompt is offered only when the first can no longer be paid.
 */
export function Late({ shown, payment, children }: LateProps) {
  const { aliveMs, isOffered, text } = shown;
  const { purpose, push } = shown.payment.attempt;
  const { isUnreached } = shown.payment.heard;
  const isRepeated = push === 'repeated';
  const isAlive = aliveMs > 0 || isRepeated;
  const nothingTaken = `Then no money was taken: ${priceOf(purpose)} leaves only with your PIN.`;
  return (
    <>
      <div role="alert" className="space-y-1">
        <h2 className="text-lg font-bold">{text}</h2>
        <p>
          <span>{isUnreached ? unreachedText(purpose) : 'M-Pesa has not answered us yet.'}</span> It
          does not mean that your money is lost.
        </p>
      </div>
      <CheckAgain payment={payment} noNews="M-Pesa has not told us yet." />
      <ul className="list-disc space-y-1.5 pl-5">
        <li>
          <b>Entered your PIN?</b> Do not pay again: M-Pesa may take a few minutes to tell us.
        </li>
        <li>
          <b>M-Pesa message still on your phone?</b>{' '}
          <span>{isAlive ? 'You can still enter your PIN.' : 'It is too late now; close it.'}</span>
        </li>
        {!isOffered && (
          <li>
            <b>Did not enter your PIN?</b> <span>{nothingTaken}</span>
          </li>
        )}
      </ul>
      {!isOffered && <NotYet aliveMs={aliveMs} isUnreached={isUnreached} />}
      {isOffered && (
        <div className="space-y-4 border-t border-line pt-4">
          {isRepeated && (
            <div role="alert">
              <p className="font-bold">No new M-Pesa message was sent.</p>
              <p>
                M-Pesa has not told us yet what happened to the first one, and it could still be
                paid. Try again in a few minutes.
              </p>
            </div>
          )}
          <div>
            <h2 className="text-lg font-bold">Did not enter your PIN?</h2>
            <p className="mt-1">{nothingTaken}</p>
          </div>
          {children}
        </div>
      )}
    </>
  );
}
