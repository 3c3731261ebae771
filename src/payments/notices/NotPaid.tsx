import { useState, type ReactNode } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { Icon } from '../../components/Icon.tsx';
import { Notice } from '../../components/Notice.tsx';
import * as STATE from '../../contract/messages/state.ts';
import { FEES } from '../../contract/constants.ts';
import { formatDate, parseDate } from '../../contract/dates.ts';
import type { Ad, Job, PaymentStatus } from '../../contract/schemas.ts';
import type { Payable } from '../attempt.ts';
import { aliveUntil, isMenuAwaited, standingOf } from '../payment.ts';
import { useKnownPayment } from '../useKnown.ts';
import { outText, payPath, reviewTitles } from '../words.ts';

const LATER = 'It may take M-Pesa a few minutes. Please do not pay again yet.';

const LastPayment = ({ reason }: { reason?: string | null | undefined }) =>
  typeof reason === 'string' && (
    <p className="col-span-full text-sm wrap-anywhere">{`Your last payment: ${reason}`}</p>
  );

interface DueProps {
  payable: Payable;
  name: string;
  last: PaymentStatus | undefined;
  /** What is shown when paying is right; it says what became of the last payment. */
  children: (last: ReactNode) => ReactNode;
}

/** The one state of something not paid for: what is under way, or else how to pay. */
export function Due({ payable, name, last, children }: DueProps) {
  const { payment, now } = useKnownPayment(payable);
  const standing = standingOf(payment, now);
  if (standing === 'payable') {
    return children(last?.status === 'failed' && <LastPayment reason={last.reason} />);
  }
  if (standing === 'paid') return <Notice tone="success">Your payment has come.</Notice>;
  const isWaiting = standing === 'waiting';
  const isOnPhone = aliveUntil(payment) > now && !isMenuAwaited(payment, now);
  return (
    <Notice tone={isWaiting ? 'info' : 'warning'} {...(isWaiting && { icon: 'clock' })}>
      <p className="font-semibold">
        {isWaiting ? 'We are waiting to hear from M-Pesa.' : reviewTitles[standing]}
      </p>
      {isWaiting ? (
        <p>{isOnPhone ? outText(payment) : LATER}</p>
      ) : (
        <LastPayment reason={payment.status.reason} />
      )}
      <ButtonLink look="quiet" icon="next" to={payPath(payable)}>
        See the payment <span className="sr-only">{`for ${name}`}</span>
      </ButtonLink>
    </Notice>
  );
}

interface NotPaidProps {
  purpose: 'post_job' | 'post_ad';
  item: Job | Ad;
  title: string;
}

/**
 * Why a job or an ad of the client is not shown to others, and what may be done: the payment under
 * way or in review, else "Pay Now" (spec §2), with the day on which it is deleted unpaid.
 */
export function NotPaid({ purpose, item, title }: NotPaidProps) {
  const [openedAt] = useState(Date.now);
  const { id, deletes_at } = item;
  const isDeleted = (parseDate(deletes_at) ?? 0) > openedAt;
  const payable = { purpose, id };
  return (
    <Due payable={payable} name={title} last={item.payment}>
      {(last) => (
        // Two rows, as several of them stand in a list.
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-2xl border border-warning/40 bg-warning-soft px-3 py-2.5 narrow:grid-cols-[minmax(0,1fr)]">
          <p className="col-span-2 flex gap-2 font-semibold text-warning sm:col-span-1 narrow:col-span-1">
            <Icon name="warning" className="mt-0.5 size-5" />
            <span>{STATE.inactive}</span>
          </p>
          <p className="col-start-1 text-sm">
            <span>{`Ksh ${FEES[purpose]}. `}</span>
            {isDeleted && <span>{`Deleted on ${formatDate(deletes_at)} if not paid.`}</span>}
          </p>
          <ButtonLink
            look="accent"
            to={payPath(payable)}
            className="sm:col-start-2 sm:row-span-2 sm:row-start-1"
          >
            Pay Now <span className="sr-only">{`for ${title}`}</span>
          </ButtonLink>
          {last}
        </div>
      )}
    </Due>
  );
}
