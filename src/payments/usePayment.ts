import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Id, PaymentPurpose } from '../contract/schemas.ts';
import { clearPaymentDraft } from './paymentDraft.ts';
import { latePhase, phaseOf, readyPhase, reconcile, type PaymentPhase } from './paymentPhase.ts';
import { paymentRules } from './paymentRules.ts';
import type { PaymentAnswer } from './paymentStatus.ts';
import { subscribePayments } from './paymentStore.ts';
import { findPayment } from './pendingPayment.ts';
import { sendPrompt } from './sendPrompt.ts';
import { toastError } from '../lib/toast.ts';
import { usePaymentCheck, useSettle, type CheckResult } from './usePaymentCheck.ts';
import { usePaymentFacts } from './usePaymentFacts.ts';
import { usePaymentPolling } from './usePaymentPolling.ts';
import { onReturn } from './wake.ts';

interface PaymentOptions {
  purpose: PaymentPurpose;
  /** Null for a subscription. */
  id: Id | null;
  /** Title of the job or ad, for telling of the payment elsewhere. */
  title: string | null;
  /** The signed-in account once it is known, for instance `client:7`. */
  account: string | null;
  /** What the screen knows by itself; without it the API is asked on arrival. */
  arrival?: PaymentAnswer;
}

export interface Payment {
  phase: PaymentPhase;
  /** Sends a prompt to a ten-digit phone: one, however often it is called. */
  pay: (phone: string) => Promise<void>;
  /** Asks what the payment has come to; sends nothing. */
  check: () => void;
  isChecking: boolean;
  /** The phone that was asked last, where one was. */
  lastPhone: string | null;
  /** What the last `check` came to, at a time in ms. */
  lastCheck: { result: CheckResult; at: number } | null;
}

/**
 * A payment from the press to its end (spec §4, readings): sends one prompt, polls as spec §9 has
 * it, keeps what waits on the device and takes it up again after a reload or a lost line.
 * Failures are told in place, where they stay while one looks at the phone.
 */
export function usePayment({ purpose, id, title, account, arrival }: PaymentOptions): Payment {
  const rules = paymentRules[purpose];
  const thing = useMemo(() => ({ purpose, id }), [purpose, id]);
  const isKnown = arrival !== undefined;
  const isSending = useRef(false);
  /** The person has said beyond a second step that no prompt is out and no money has gone. */
  const isSure = useRef(false);
  /** The attempt that was sent or found here a moment ago. */
  const newest = useRef<number | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [lastCheck, setLastCheck] = useState<Payment['lastCheck']>(null);
  const [phase, setPhase] = useState<PaymentPhase>(() => {
    const start = phaseOf(findPayment(thing), rules, Date.now());
    return arrival && 'isUnchecked' in start ? { ...start, isUnchecked: false } : start;
  });
  const [lastPhone, setLastPhone] = useState(() => findPayment(thing)?.phone || null);

  const attempt = phase.step === 'waiting' ? phase.payment.pressedAt : null;
  const noteNewest = useCallback(() => {
    newest.current = findPayment(thing)?.pressedAt ?? null;
  }, [thing]);
  const settle = useSettle(thing, setPhase, noteNewest);
  const { checkOnce, checkUnderWay, isShown } = usePaymentCheck(thing, settle, setPhase);
  const askNow = usePaymentPolling({
    thing,
    rules,
    attempt,
    isResumed: useCallback((attempt: number) => newest.current !== attempt && !isKnown, [isKnown]),
    settle,
    setPhase,
  });

  // Both before the first answer: whose the payment is that the device keeps, and its changes.
  usePaymentFacts(thing, title, account);

  useEffect(
    () =>
      subscribePayments(() => {
        const payment = findPayment(thing);
        setPhase((current) => reconcile(current, payment, rules, Date.now()));
      }),
    [rules, thing],
  );

  const isLost = 'isLost' in phase && phase.isLost;
  const isAsking = useRef(false);
  useEffect(() => {
    isAsking.current = isLost;
  }, [isLost]);

  // What the screen knows may settle what waits on the device. That it is paid is no news; while
  // nobody but the API can say what came of it, what was read before is outdated.
  useEffect(() => {
    if (!arrival || isSending.current || isAsking.current) return;
    const isNews = ['held', 'unclear', 'pending', 'failed'].includes(arrival.status);
    if (isNews || findPayment(thing)) settle(arrival);
  }, [arrival, settle, thing]);

  const isUnchecked = 'isUnchecked' in phase && phase.isUnchecked;
  useEffect(() => {
    if (isUnchecked || isLost) void checkOnce();
  }, [isUnchecked, isLost, checkOnce]);

  const isResting = !['sending', 'waiting', 'paid'].includes(phase.step);
  useEffect(
    () => (isResting ? onReturn(() => void checkOnce()) : undefined),
    [isResting, checkOnce],
  );

  const refuse = (text: string, isOffline: boolean) =>
    setPhase({ ...readyPhase(!isOffline), problem: { text, isOffline } });

  const send = async (phone: string) => {
    isSure.current ||= phase.step === 'waiting' || phase.step === 'review';
    setPhase({ step: 'sending' });
    const earlier = findPayment(thing);
    const result = await (earlier ? checkOnce() : checkUnderWay());
    if (result === 'paid' || result === 'held' || result === 'gone') return;
    if (result === 'unclear' && !isSure.current) return;
    // What was sent before may have been paid: without an answer a second prompt is a risk.
    const isSettled = !earlier || earlier.outcome === 'failed';
    if (!isSettled && result === 'unreachable') return refuse(rules.prompt, true);

    setPhase({ step: 'sending' });
    const request = { ...thing, phone, title, account, fallback: rules.prompt };
    const sent = await sendPrompt({ ...request, isSure: isSure.current });
    if (sent.kind === 'refused') {
      refuse(sent.text, sent.status === null);
      if (!isShown() && sent.status !== 401) void toastError(sent.text);
      return;
    }
    clearPaymentDraft();
    setLastPhone(phone);
    const payment = findPayment(thing);
    noteNewest();
    if (payment && sent.kind === 'no session') return setPhase(latePhase(payment, rules.noSession));
    const next = phaseOf(payment, rules, Date.now());
    if (next.step === 'late') setPhase({ ...next, isRepeated: sent.kind === 'repeated' });
    else if (next.step !== 'waiting') setPhase(next);
    else setPhase({ ...next, problem: sent.kind === 'unsure' ? sent.text : null });
  };

  const pay = async (phone: string) => {
    // At the press, not at the next render: a second press may come before that.
    if (isSending.current) return;
    isSending.current = true;
    try {
      await send(phone);
    } finally {
      isSending.current = false;
    }
  };

  const check = () => {
    if (phase.step === 'waiting') {
      askNow();
      return;
    }
    setIsChecking(true);
    void checkOnce().then((result) => {
      setIsChecking(false);
      setLastCheck({ result, at: Date.now() });
    });
  };

  return { phase, pay, check, isChecking, lastPhone, lastCheck };
}
