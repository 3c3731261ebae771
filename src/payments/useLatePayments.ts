import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatDate } from '../contract/rules.ts';
import { bookAnswer } from './bookAnswer.ts';
import { clearPaymentDraft } from './paymentDraft.ts';
import { isAwaited, isPaidAgain, mayComeTwice, type PendingPayment } from './paymentRecord.ts';
import { subscribePayments } from './paymentStore.ts';
import { askPayment, type PaymentAnswer } from './paymentStatus.ts';
import {
  claimPayments,
  findPayment,
  hasUnclaimed,
  myPayments,
  removePayment,
  updatePayment,
} from './pendingPayment.ts';
import { adsQuery, myClientQuery, myFundiQuery, ownKey } from '../lib/api/queries.ts';
import { isRead, markRead } from './readConcerns.ts';
import { useSession } from '../lib/session/session.ts';
import { isSameThing, type PointedPayment } from './toldPayments.ts';
import { onWake } from './wake.ts';
import { useToldPayments } from './useToldPayments.ts';

/** Takes over what an ended session of the same person left on this device. */
function useClaim() {
  const { userType } = useSession();
  const [isNeeded] = useState(hasUnclaimed);
  const client = useQuery({ ...myClientQuery(), enabled: isNeeded && userType === 'client' });
  const fundi = useQuery({ ...myFundiQuery(), enabled: isNeeded && userType === 'fundi' });
  const id = userType === 'client' ? client.data?.id : fundi.data?.id;
  useEffect(() => {
    if (isNeeded && id !== undefined) claimPayments(`${userType}:${id}`);
  }, [isNeeded, userType, id]);
}

/** A payment of which something new was heard. */
export interface PaymentNews {
  payment: PointedPayment;
  /** More than one prompt went out so lately that another one may be paid too. */
  mayComeTwice: boolean;
  /** The device has kept and asked for it: what the lists say may be from before. */
  isAsked: boolean;
  /** What came of it, in the API's words; null: the money has come. */
  text: string | null;
  /** The end of the subscription that the money bought, as people write it; else null. */
  until: string | null;
  /** The money for it had come before. */
  isSecond: boolean;
}

/** What an answer has to tell of a payment on another screen than its own, once. */
function newsOf(payment: PendingPayment, answer: PaymentAnswer): PaymentNews | null {
  const { outcome } = payment;
  const news = { payment, mayComeTwice: mayComeTwice(payment), isAsked: true };
  if (answer.status === 'paid') {
    const isSecond = isPaidAgain(payment, answer.until ?? null);
    if (outcome === 'paid' && !isSecond) return null;
    return { ...news, text: null, until: formatDate(answer.until), isSecond };
  }
  // A person has closed what was looked into. That a prompt failed is told on its own page.
  const isOver = answer.status === 'failed' || answer.status === 'gone';
  const isClosed = isOver && (outcome === 'held' || outcome === 'unclear');
  if (!isClosed || !answer.reason) return null;
  return { ...news, text: answer.reason, until: null, isSecond: false };
}

interface LatePayments {
  /** What has been heard since the payments were last looked at. */
  news: PaymentNews[];
  /** Payments of which nothing final is known yet. */
  waiting: PointedPayment[];
  /** Payments that a person should know of until they have read it: see their `outcome`. */
  concerns: PointedPayment[];
  /** Takes news away that were read. */
  dismiss: (news: PaymentNews) => void;
  /** Keeps that a concern was read; its own page still tells of it. */
  forget: (payment: PointedPayment) => void;
}

/** Whether a person should know of it until they have read it. */
function isConcern({ outcome, reason }: PointedPayment): boolean {
  if (outcome === 'paid') return reason !== null;
  return ['gone', 'held', 'unclear', 'closed'].includes(outcome);
}

/**
 * What the screens point at: what the device keeps, `mine`, and what only the API tells of,
 * `told`; of what is `known` here, the lists may be from before.
 */
function pointedAt(mine: PendingPayment[], told: PointedPayment[], known: PointedPayment[]) {
  // That other money for it was looked into, the device does not keep.
  const others = told.filter(
    (payment) => payment.outcome === 'closed' || !known.some((one) => isSameThing(one, payment)),
  );
  return {
    waiting: [...mine.filter(isAwaited), ...others.filter(({ outcome }) => outcome === 'open')],
    concerns: [...mine, ...others].filter((payment) => isConcern(payment) && !isRead(payment)),
  };
}

/**
 * Asks once on each visit, and on each return to the page, what became of the payments that wait
 * on this device (readings, spec §4). Makes no call when none does. Of what the device keeps no
 * record of, `told` speaks: what the screen has read anyway.
 */
export function useLatePayments(told: PointedPayment[]): LatePayments {
  const queryClient = useQueryClient();
  const [news, setNews] = useState<PaymentNews[]>([]);
  const [mine, setMine] = useState(myPayments);
  useClaim();

  useEffect(() => {
    let stop = new AbortController();
    const askAll = () => {
      stop.abort();
      stop = new AbortController();
      for (const payment of myPayments()) void askOne(payment, stop.signal);
    };
    const askOne = async (payment: PendingPayment, signal: AbortSignal) => {
      try {
        const answer = await askPayment(payment, queryClient, signal);
        if (signal.aborted) return;
        const heard = newsOf(payment, answer);
        if (heard) setNews((others) => [...others, heard]);
        if (heard && answer.status === 'paid') {
          updatePayment(payment, { until: answer.until ?? null });
          clearPaymentDraft();
          void queryClient.invalidateQueries({ queryKey: ownKey });
          void queryClient.invalidateQueries({ queryKey: adsQuery().queryKey });
        }
        if (answer.status === 'paid' && answer.held === null && payment.reason !== null) {
          // What was looked into beside it is no more: the lists say what came of it.
          void queryClient.invalidateQueries({ queryKey: ownKey });
        }
        if (findPayment(payment)) bookAnswer(payment, answer);
      } catch {
        // Not a result: the next visit asks again.
      }
    };

    let known = new Set(myPayments().map(({ pressedAt }) => pressedAt));
    const stopListening = subscribePayments(() => {
      const mine = myPayments();
      setMine(mine);
      const hasNew = mine.some(({ pressedAt }) => !known.has(pressedAt));
      known = new Set(mine.map(({ pressedAt }) => pressedAt));
      if (hasNew) askAll();
    });
    const stopWaking = onWake(askAll);
    askAll();
    return () => {
      stop.abort();
      stopListening();
      stopWaking();
    };
  }, [queryClient]);

  const known = [...mine, ...news.filter(({ isAsked }) => isAsked).map(({ payment }) => payment)];
  useToldPayments(told, known, (payment, isSecond) => {
    clearPaymentDraft();
    void queryClient.invalidateQueries({ queryKey: adsQuery().queryKey });
    const until = formatDate(payment.until);
    const said = { text: null, until, isSecond, mayComeTwice: false, isAsked: false };
    setNews((others) => [...others, { payment, ...said }]);
  });

  return {
    news,
    ...pointedAt(mine, told, known),
    dismiss: (read) => setNews((others) => others.filter((item) => item !== read)),
    forget: (payment) => {
      markRead(payment);
      // Of one that is paid a second prompt may yet be.
      if (payment.outcome !== 'closed') removePayment(payment);
      setMine(myPayments());
    },
  };
}
