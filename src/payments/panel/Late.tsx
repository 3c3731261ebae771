import type { ReactNode } from 'react';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { ALLOW_ADS } from '../../lib/refusedCalls.ts';
import { priceOf } from '../words.ts';
import { clockText } from '../words.ts';
import type { PaymentPage } from '../usePayment.ts';
import type { View } from '../view.ts';
import { CheckAgain } from './Review.tsx';
import { PromptHelp } from './Waiting.tsx';
import { mPesa, unbroken } from '../../lib/unbroken.tsx';

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

/**
 * After the polling limit: the spec's text, what is known and what the person can do
 * (readings, spec §4). A second prompt is offered only when the first can no longer be paid.
 */
export function Late({ shown, payment, children }: LateProps) {
  const { aliveMs, isOffered, text } = shown;
  const { purpose, push } = shown.payment.attempt;
  const { isUnreached } = shown.payment.heard;
  const isRepeated = push === 'repeated';
  const nothingTaken = unbroken(
    `Then no money was taken: ${priceOf(purpose)} leaves only with your PIN.`,
  );
  return (
    <div className="space-y-4">
      <Card className="space-y-4">
        <Notice tone="warning" role="alert">
          <h2 className="text-lg font-bold">{unbroken(text)}</h2>
          <p>
            <span>
              {isUnreached ? unreachedText(purpose) : unbroken('M-Pesa has not answered us yet.')}
            </span>{' '}
            It does not mean that your money is lost.
          </p>
        </Notice>
        <ul className="list-disc space-y-1.5 pl-5">
          <li>
            <b>Entered your PIN?</b> Do not pay again. {mPesa} may take a few minutes to tell us,
            and we check again whenever you come back here.
          </li>
          <li>
            <b>{mPesa} message still on your phone?</b>{' '}
            <span>
              {aliveMs > 0 || isRepeated
                ? 'You can still enter your PIN.'
                : 'It is too late now; close it.'}
            </span>
          </li>
          {!isOffered && (
            <li>
              <b>Did not enter your PIN?</b> <span>{nothingTaken}</span>
            </li>
          )}
        </ul>
        <CheckAgain payment={payment} noNews="M-Pesa has not told us yet." />
        <PromptHelp />
      </Card>
      {aliveMs > 0 && (
        <Card>
          <p className="font-semibold">
            You can ask for a new {mPesa} message in{' '}
            <span className="tabular-nums">{clockText(aliveMs)}</span>
          </p>
          <p className="mt-1 text-sm text-muted">
            Not before: until then the first one could still be paid, and you would pay twice.
          </p>
        </Card>
      )}
      {aliveMs === 0 && !isOffered && (
        <Card>
          <p className="font-semibold">
            You can ask for a new {mPesa} message when we have checked the first one.
          </p>
          <p className="mt-1 text-sm text-muted">
            {isUnreached
              ? 'We have no answer yet. Check again when you have internet.'
              : 'We are checking the first one…'}
          </p>
        </Card>
      )}
      {isOffered && (
        <>
          {isRepeated && (
            <Notice tone="warning" role="alert">
              <p className="font-bold">No new {mPesa} message was sent.</p>
              <p>
                {mPesa} has not told us yet what happened to the first one, and it could still be
                paid. Try again in a few minutes.
              </p>
            </Notice>
          )}
          <Card className="space-y-4">
            <div>
              <h2 className="text-lg font-bold">Did not enter your PIN?</h2>
              <p className="mt-1">{nothingTaken}</p>
            </div>
            <div>{children}</div>
          </Card>
        </>
      )}
    </div>
  );
}
