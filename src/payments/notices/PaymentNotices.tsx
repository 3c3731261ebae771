import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { adsQuery, ownKey } from '../../lib/api/queries.ts';
import { onReturn } from '../../lib/onReturn.ts';
import { STATUS_MS } from '../../lib/waits.ts';
import { askStatus, findPayment, knownPayables } from '../ask.ts';
import { nameOf, type Payable } from '../attempt.ts';
import { noticesOf, type PaymentNotice } from '../notices.ts';
import { isAskedAbout, isAwaited, isListOld, type Payment } from '../payment.ts';
import { changeAttempt } from '../store.ts';
import { useKnown, useShown } from '../useKnown.ts';
import { payPath, priceOf } from '../words.ts';

function askAll(client: QueryClient, isDue: typeof isAskedAbout) {
  const now = Date.now();
  for (const payable of knownPayables(client)) {
    if (isDue(findPayment(payable, client, now), now)) void askStatus(payable, client);
  }
}

/** Asks on each visit and return, and every 10 s while a payment is awaited. */
function useQuestions(isAnyAwaited: boolean) {
  const client = useQueryClient();
  useEffect(() => {
    askAll(client, isAskedAbout);
    return onReturn(() => askAll(client, isAskedAbout));
  }, [client]);
  useEffect(() => {
    if (!isAnyAwaited) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAll(client, isAwaited);
    }, STATUS_MS);
    return () => clearInterval(timer);
  }, [client, isAnyAwaited]);
}

function useFreshLists(payments: readonly Payment[], openedAt: number) {
  const client = useQueryClient();
  const ended = payments.filter((payment) => isListOld(payment, openedAt));
  const names = ended.map(({ attempt }) => nameOf(attempt)).join(' ');
  useEffect(() => {
    if (names === '') return;
    for (const queryKey of [ownKey, adsQuery().queryKey]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, names]);
}

interface OneNoticeProps {
  payment: Payment;
  notice: PaymentNotice;
}

/** A review is folded: there is much to say and little to do. All else is said at once. */
function OneNotice({ payment, notice }: OneNoticeProps) {
  const { attempt } = payment;
  const { what, tone, title, name, facts, texts, hasSupport, hasPage } = notice;
  const content = (
    <>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {hasSupport && <SupportLinks />}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {hasPage && (
          <ButtonLink look="quiet" icon="next" to={payPath(attempt)}>
            See the payment
          </ButtonLink>
        )}
        {what && (
          <Button look="quiet" onClick={() => changeAttempt(attempt, { type: 'read', what })}>
            Got it
          </Button>
        )}
      </div>
    </>
  );
  if (what !== 'review') {
    return (
      <Notice tone={tone} role="status">
        <p className="font-semibold" dir="auto">
          {`${title}: ${priceOf(attempt.purpose)} for ${name}.`}
        </p>
        {content}
      </Notice>
    );
  }
  return (
    <Notice tone={tone} role="status">
      <details className="-my-2.5">
        <summary className="-mx-2 rounded-xl px-2 py-2.5">
          <span className="text-sm">{title}</span>{' '}
          {/* Whatever the length of the name, the sum and the day beside it stay in sight. */}
          <span className="flex gap-2 font-semibold">
            <span
              dir="auto"
              className="truncate first-letter:uppercase [[open]>summary>span>&]:whitespace-normal"
            >
              {name}
            </span>{' '}
            <span className="shrink-0">{facts}</span>
          </span>
        </summary>
        <div className="space-y-3 pt-1 pb-2.5">{content}</div>
      </details>
    </Notice>
  );
}

/** The order in which the kinds of notices are said (readings, spec §4). */
const ORDER = ['news', 'review', null];

/**
 * The results of payments after their page was left, and links to those that are open or in review. Leaves out
 * what `isTold`: the card of something unpaid says it already. Makes no call while nothing is waited for.
 */
export function PaymentNotices({ isTold }: { isTold: (payable: Payable) => boolean }) {
  const [openedAt] = useState(Date.now);
  const { payments, now } = useKnown(knownPayables);
  useQuestions(payments.some((payment) => isAwaited(payment, now)));
  useFreshLists(payments, openedAt);

  const said = payments
    .flatMap((payment) => noticesOf(payment, now, openedAt).map((notice) => ({ payment, notice })))
    .sort((a, b) => ORDER.indexOf(a.notice.what) - ORDER.indexOf(b.notice.what));
  useShown(said.filter(({ notice }) => notice.what === 'news').map(({ payment }) => payment));
  const shown = said.filter(({ payment, notice }) => !notice.hasPage || !isTold(payment.attempt));
  return (
    <div className="space-y-3 empty:hidden">
      {shown.map(({ payment, notice }) => (
        <OneNotice
          key={`${nameOf(payment.attempt)} ${notice.title}`}
          payment={payment}
          notice={notice}
        />
      ))}
    </div>
  );
}
