import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
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

type ShownNotice = PaymentNotice & {
  key: string;
  payment: Payment;
  dismiss: () => void;
};

/**
 * What the dashboards and the manage screens say about payments, in the order in which they say it
 * (readings, spec §4). Makes no call while nothing is waited for.
 */
function useNotices(): ShownNotice[] {
  const [openedAt] = useState(() => Date.now());
  const { payments, now } = useKnown(knownPayables);
  useQuestions(payments.some((payment) => isAwaited(payment, now)));
  useFreshLists(payments, openedAt);

  const said = payments.flatMap((payment) =>
    noticesOf(payment, now, openedAt).map((notice) => {
      const { what, title } = notice;
      const dismiss = () => {
        if (what) changeAttempt(payment.attempt, { type: 'read', what });
      };
      return { ...notice, payment, dismiss, key: `${nameOf(payment.attempt)} ${title}` };
    }),
  );
  useShown(said.filter(({ what }) => what === 'news').map(({ payment }) => payment));
  const order = ['news', 'review', null];
  return said.sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
}

interface BodyProps {
  payment: Payment;
  notice: PaymentNotice;
  children: ReactNode;
}

/**
 * A line that opens, where there is much to say and little to do. Whatever the length of its name, the
 * sum and the day beside it stay in sight.
 */
function Folding({ notice, children }: BodyProps) {
  return (
    <details className="-my-2.5">
      <summary className="-mx-2 rounded-xl px-2 py-2.5">
        <span className="text-sm">{notice.title}</span>{' '}
        <span className="flex gap-2 font-semibold">
          <span
            dir="auto"
            className="truncate first-letter:uppercase [[open]>summary>span>&]:whitespace-normal"
          >
            {notice.name}
          </span>{' '}
          <span className="shrink-0">{notice.facts}</span>
        </span>
      </summary>
      <div className="space-y-3 pt-1 pb-2.5">{children}</div>
    </details>
  );
}

function Whole({ payment, notice, children }: BodyProps) {
  const { title, name } = notice;
  return (
    <>
      <p className="font-semibold" dir="auto">
        {`${title}: ${priceOf(payment.attempt.purpose)} for ${name}.`}
      </p>
      {children}
    </>
  );
}

/**
 * Shows the results of payments on the dashboards and the manage screens after the pay page was left,
 * and links to a payment that is open or in review. Shows nothing when there is none, nor what the card
 * of something that is not paid for says: `isTold` is true of what has such a card on the screen.
 */
export function PaymentNotices({ isTold }: { isTold: (payable: Payable) => boolean }) {
  const shown = useNotices().filter(
    ({ isOnCard, payment }) => !isOnCard || !isTold(payment.attempt),
  );
  return (
    <div className="space-y-3 empty:hidden">
      {shown.map((notice) => {
        const { key, payment, tone, texts } = notice;
        const Body = notice.what === 'review' ? Folding : Whole;
        return (
          <Notice key={key} tone={tone} role="status">
            <Body payment={payment} notice={notice}>
              {texts.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {notice.hasSupport && <SupportLinks />}
              <div className="flex flex-wrap gap-3 empty:hidden">
                {notice.hasPage && (
                  <ButtonLink look="quiet" icon="next" to={payPath(payment.attempt)}>
                    See the payment
                  </ButtonLink>
                )}
                {notice.what && (
                  <Button look="quiet" onClick={notice.dismiss}>
                    Got it
                  </Button>
                )}
              </div>
            </Body>
          </Notice>
        );
      })}
    </div>
  );
}
