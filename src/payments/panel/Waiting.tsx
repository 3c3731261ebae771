import type { ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { useOnline } from '../../lib/store.ts';
import { ALLOW_ADS } from '../../lib/api/failure.ts';
import { isAccepted, messageOf } from '../payment.ts';
import type { PaymentPage } from '../usePayment.ts';
import type { View } from '../view.ts';
import { clockText, outText, priceOf, purposes } from '../words.ts';
import { CheckAgain } from './Review.tsx';

function TimeLeft({ leftMs, wholeMs }: { leftMs: number; wholeMs: number }) {
  return (
    <div>
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-muted">Time left for your PIN</span>
        <span className="text-3xl font-bold tabular-nums">{clockText(leftMs)}</span>
      </div>
      <div aria-hidden="true" className="mt-1.5 h-2 overflow-hidden rounded-full bg-sunken">
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-1000 ease-linear"
          style={{ transform: `scaleX(${Math.min(1, leftMs / wholeMs)})` }}
        />
      </div>
    </div>
  );
}

interface WaitingProps {
  page: PaymentPage;
  shown: Extract<View, { step: 'waiting' }>;
}

function stepOf({ page, shown: { problem } }: WaitingProps, isOnline: boolean) {
  const { payment, isConfirming } = page;
  const { phone, push } = payment.attempt;
  const on = phone === '' ? 'the phone that was asked' : spacedPhone(phone);
  if (problem !== null) {
    const text =
      'We lost the connection, so the M-Pesa message may still come. If it does, you can pay with it. We keep checking.';
    return { label: problem, text };
  }
  if (!isOnline) {
    const text = 'We check again as soon as you have internet.';
    return { label: 'Your payment is not lost.', text };
  }
  if (isConfirming) {
    const text = 'M-Pesa tells us when the money has come, mostly within seconds.';
    return { label: 'Checking the payment', text };
  }
  if (push === 'found') {
    return { label: outText(payment), text: 'No second one was sent.' };
  }
  if (!isAccepted(payment)) {
    const text = `M-Pesa has not told us yet if it was sent to ${on}. If it comes, enter your PIN there.`;
    return { label: 'M-Pesa message may be on its way', text };
  }
  const text = (
    <>
      Unlock <span>{on}</span> and enter your <span className="whitespace-nowrap">M-Pesa PIN</span>{' '}
      there, never here.
    </>
  );
  return { label: 'Waiting for your PIN', text };
}

/** The progress of an open payment: what is happening, the time left, what to do (spec §4). */
export function Waiting(props: WaitingProps) {
  const { payment, check } = props.page;
  const { leftMs, problem } = props.shown;
  const { purpose, reference } = payment.attempt;
  const { everyMs, maxChecks } = purposes[purpose].polling;
  const { label, text } = stepOf(props, useOnline());
  const message = messageOf(payment);
  return (
    <>
      <h2 className="text-xl font-bold">Now look at your phone</h2>
      <div role={problem === null ? undefined : 'alert'}>
        <p className="font-semibold">{label}</p>
        <p>{text}</p>
      </div>
      <TimeLeft leftMs={leftMs} wholeMs={everyMs * maxChecks} />
      <Button className="w-full text-lg" onClick={check}>
        I have entered my PIN
      </Button>
      {/* It may come late: so it stands below what somebody reads or presses. */}
      <p className="text-sm text-muted">
        {message && <span className="wrap-anywhere">{`${message} `}</span>}
        {reference !== null && (
          <span>
            It names the account <span translate="no">{reference}</span>.{' '}
          </span>
        )}
        <span>You may leave this page: we remember this payment here.</span>
      </p>
    </>
  );
}

interface LateProps {
  page: PaymentPage;
  shown: Extract<View, { step: 'late' }>;
  /** The form, shown once the first prompt can no longer be paid. */
  children: ReactNode;
}

const unreachedText = (purpose: PaymentPurpose) =>
  purpose === 'post_ad' && navigator.onLine
    ? `We could not check. ${ALLOW_ADS}`
    : 'We could not check: the internet or our service failed.';

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
export function Late({ page, shown, children }: LateProps) {
  const { aliveMs, isOffered, text } = shown;
  const { purpose, push } = page.payment.attempt;
  const { isUnreached } = page.payment.heard;
  const isRepeated = push === 'repeated';
  const isAlive = aliveMs > 0 || isRepeated;
  const nothingTaken = `Then no money was taken: ${priceOf(purpose)} leaves only with your PIN.`;
  return (
    <>
      <div role="alert" className="space-y-1">
        <h2 className="flex items-center gap-3 text-lg font-bold">
          <span className="grid size-12 shrink-0 place-items-center rounded-full bg-warning-soft text-warning">
            <Icon name="clock" className="size-6" />
          </span>
          <span>{text}</span>
        </h2>
        <p>
          <span>{isUnreached ? unreachedText(purpose) : 'M-Pesa has not answered us yet.'}</span> It
          does not mean that your money is lost.
        </p>
      </div>
      <CheckAgain page={page} noNews="M-Pesa has not told us yet." />
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
