import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import * as STATE from '../../contract/messages/state.ts';
import { formatDate, parseDate } from '../../contract/dates.ts';
import type { Ad, Job } from '../../contract/schemas.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import { unbroken } from '../../lib/unbroken.tsx';
import { accountReports, SUBSCRIPTION } from '../events.ts';
import { payPath } from '../purposes.ts';
import { aliveUntil, isMenuAwaited, type Payable } from '../record.ts';
import { outText, reviewTitles } from '../texts.ts';
import { useItemStanding, useStanding } from '../useStanding.ts';

const LATER = 'It may take M-Pesa a few minutes. Please do not pay again yet.';

/** How the last payment ended, in the API's words; nothing where it does not say. */
function LastPayment({ reason = null }: { reason?: string | null }) {
  return (
    reason !== null && (
      <p className="text-sm wrap-anywhere">{unbroken(`Your last payment: ${reason}`)}</p>
    )
  );
}

interface DueProps {
  payable: Payable;
  /** What is paid for, for screen readers. */
  name: string;
  state: ReturnType<typeof useStanding>;
  /** What is shown when paying is right. */
  children: ReactNode;
}

/** The one state of something not paid for: what is under way, or else how to pay. */
function Due({ payable, name, state, children }: DueProps) {
  const { record, now, standing } = state;
  if (standing === 'payable') return children;
  if (standing === 'paid') return <Notice tone="success">Your payment has come.</Notice>;
  const isWaiting = standing === 'waiting';
  const isOnPhone = aliveUntil(record) > now && !isMenuAwaited(record, now);
  return (
    <Notice tone={isWaiting ? 'info' : 'warning'} {...(isWaiting && { icon: 'clock' })}>
      <p className="font-semibold">
        {isWaiting ? unbroken('We are waiting to hear from M-Pesa.') : reviewTitles[standing]}
      </p>
      {isWaiting ? (
        <p>{unbroken(isOnPhone ? outText(record) : LATER)}</p>
      ) : (
        <LastPayment reason={record.reason} />
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
  const { id, payment, deletes_at } = item;
  const isDeleted = (parseDate(deletes_at) ?? 0) > openedAt;
  return (
    <Due payable={{ purpose, id }} name={title} state={useItemStanding(purpose, item)}>
      <Notice tone="warning">
        <p className="font-semibold">{STATE.inactive}</p>
        {isDeleted && (
          <p className="text-sm">{`It will be deleted on ${formatDate(deletes_at)} if it is not paid.`}</p>
        )}
        {payment?.status === 'failed' && <LastPayment reason={payment.reason ?? null} />}
        <ButtonLink look="accent" icon="cash" to={payPath({ purpose, id })}>
          Pay Now <span className="sr-only">{`for ${title}`}</span>
        </ButtonLink>
      </Notice>
    </Due>
  );
}

/** The same for the subscription of a fundi: `children`, and what became of the last payment. */
export function NotSubscribed({
  account,
  children,
}: {
  account: OwnFundi;
  children: (last: ReactNode) => ReactNode;
}) {
  const listedAt = useQueryClient().getQueryState(myFundiQuery().queryKey)?.dataUpdatedAt ?? 0;
  const { payment } = account;
  const state = useStanding(SUBSCRIPTION, accountReports(account, listedAt), listedAt);
  return (
    <Due payable={SUBSCRIPTION} name="your subscription" state={state}>
      {children(payment?.status === 'failed' && <LastPayment reason={payment.reason ?? null} />)}
    </Due>
  );
}
