import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Id, PaymentPurpose } from '../contract/schemas.ts';
import { paymentRules, phaseOf, readyPhase, reconcile } from './paymentPhase.ts';
import type { PaymentPhase } from './paymentPhase.ts';
import type { PaymentAnswer } from './paymentStatus.ts';
import { claimPayments, findPayment, subscribePayments, updatePayment } from './pendingPayment.ts';
import { sendPrompt } from './sendPrompt.ts';
import { toastError } from './toast.ts';
import { usePaymentCheck, useSettle, type CheckResult } from './usePaymentCheck.ts';
import { usePaymentPolling } from './usePaymentPolling.ts';
import { onWake } from './wake.ts';

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
  /** On arrival the API said that there is no such thing, or that it is someone else's. */
  isDenied: boolean;
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
  const sentHere = useRef<number | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [isDenied, setIsDenied] = useState(false);
  const [lastCheck, setLastCheck] = useState<Payment['lastCheck']>(null);
  const [phase, setPhase] = useState<PaymentPhase>(() => {
    const start = phaseOf(findPayment(thing), rules, Date.now());
    return arrival && start.step === 'ready' ? readyPhase(false) : start;
  });

  const attempt = phase.step === 'waiting' ? phase.payment.pressedAt : null;
  const settle = useSettle(thing, setPhase);
  const { checkOnce, checkUnderWay, isShown } = usePaymentCheck(thing, settle);
  const askNow = usePaymentPolling({
    thing,
    rules,
    attempt,
    isResumed: useCallback(
      (attempt: number) => sentHere.current !== attempt && !isKnown,
      [isKnown],
    ),
    settle,
    setPhase,
  });

  // What the screen knows may settle what waits on the device.
  useEffect(() => {
    if (arrival && findPayment(thing)) settle(arrival);
  }, [arrival, settle, thing]);

  useEffect(() => {
    if (account !== null) claimPayments(account);
  }, [account]);

  // It may be known only after the press.
  useEffect(() => {
    const payment = attempt === null ? null : findPayment(thing);
    if (payment && title !== null && payment.title === null) updatePayment(payment, { title });
  }, [attempt, thing, title]);

  useEffect(
    () =>
      subscribePayments(() => {
        const payment = findPayment(thing);
        setPhase((current) => reconcile(current, payment, rules, Date.now()));
      }),
    [rules, thing],
  );

  const isUnchecked = (phase.step === 'ready' || phase.step === 'late') && phase.isUnchecked;
  useEffect(() => {
    if (!isUnchecked) return;
    void checkOnce().then((result) => setIsDenied(result === 'denied'));
  }, [isUnchecked, checkOnce]);

  const isResting = phase.step === 'ready' || phase.step === 'late' || phase.step === 'failed';
  useEffect(() => (isResting ? onWake(() => void checkOnce()) : undefined), [isResting, checkOnce]);

  const refuse = (text: string, isOffline: boolean) =>
    setPhase({ step: 'ready', problem: { text, isOffline }, isUnchecked: !isOffline });

  const send = async (phone: string) => {
    setPhase({ step: 'sending' });
    const earlier = findPayment(thing);
    const result = await (earlier ? checkOnce() : checkUnderWay());
    if (result === 'paid') return;
    // What was sent before may have been paid: without an answer a second prompt is a risk.
    if (earlier?.outcome === 'open' && result === 'unreachable') return refuse(rules.prompt, true);

    setPhase({ step: 'sending' });
    const sent = await sendPrompt({ ...thing, phone, title, account, fallback: rules.prompt });
    if (sent.kind === 'refused') {
      refuse(sent.text, sent.status === null);
      if (!isShown() && sent.status !== 401) void toastError(sent.text);
      return;
    }
    const payment = findPayment(thing);
    sentHere.current = payment?.pressedAt ?? null;
    if (payment && sent.kind === 'no session') {
      setPhase({ step: 'late', payment, text: rules.noSession, isUnchecked: false });
      return;
    }
    const next = phaseOf(payment, rules, Date.now());
    const problem = sent.kind === 'unsure' ? sent.text : null;
    setPhase(next.step === 'waiting' ? { ...next, problem } : next);
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

  return { phase, pay, check, isChecking, isDenied, lastCheck };
}
