import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { adsQuery, ownKey } from '../lib/api/queries.ts';
import { onReturn } from '../lib/onReturn.ts';
import { toastError } from '../lib/toast.ts';
import { WAKE_MS } from '../lib/waits.ts';
import { askStatus, checkStatus } from './ask.ts';
import type { Payable } from './attempt.ts';
import { sendPrompt, type Refusal } from './sendPrompt.ts';
import { changeAttempt, findAttempt } from './store.ts';
import { useKnownPayment, useShown } from './useKnown.ts';
import { mayPay, menuOffer, view, type Step, type View } from './view.ts';
import { purposes, unmatchedTexts } from './words.ts';

/** The last press on this page, of which attempt; `isSure`: the person said that no money had gone. */
type Press =
  { step: 'sending' } | { step: 'refused'; refusal: Refusal; attempt: number; isSure: boolean };

/** What the page shows: the payment, or the last press on this page. */
export type Shown = View | Press;

export type PaymentPage = ReturnType<typeof usePayment>;

/**
 * Checks the status when a check is due (spec §9), when the page is opened, and on return. Returns `hurry`, which
 * checks at once. Only those that are due while a payment is waited for are counted.
 */
function usePolling(payable: Payable, step: Step, dueAt: number | null) {
  const client = useQueryClient();
  /** The attempt for which the person has come back, or says that the PIN is entered. */
  const [hurried, setHurried] = useState<number | null>(null);
  const { everyMs } = purposes[payable.purpose].polling;
  const counted = step === 'waiting' || step === 'menu' ? 1 : 0;
  const isEnded = step === 'sending' || step === 'paid';

  const check = useCallback(
    async (counted: 0 | 1) => {
      const { pressedAt: attempt, checks } = findAttempt(payable);
      const at = Date.now();
      await checkStatus(payable, client);
      changeAttempt(payable, { type: 'checked', attempt, checks: checks + counted, at });
    },
    [client, payable],
  );
  const hurry = useCallback(() => {
    const { pressedAt, sentAt, checkedAt } = findAttempt(payable);
    setHurried(pressedAt);
    const since = Date.now() - Math.max(sentAt, checkedAt);
    if (since < 0 || since >= WAKE_MS) void check(0);
  }, [check, payable]);

  // The subscription's own screen has just read the account.
  const isRead = payable.purpose === 'subscription';
  useEffect(() => {
    if (!isRead) void check(0);
  }, [check, isRead]);
  useEffect(() => (isEnded ? undefined : onReturn(hurry)), [hurry, isEnded]);
  useEffect(() => {
    if (dueAt === null) return undefined;
    // A clock that was set back must not stop the checks.
    const delayMs = Math.min(everyMs, Math.max(0, dueAt - Date.now()));
    const timer = setTimeout(() => void check(counted), delayMs);
    return () => clearTimeout(timer);
  }, [check, counted, dueAt, everyMs]);

  return { hurry, hurried };
}

/**
 * The payment of one job, ad or subscription, from the press to its end (spec §4, §9, readings); it goes on after a
 * reload. `payable` must be the same at each render.
 */
export function usePayment(payable: Payable) {
  const client = useQueryClient();
  const [openedAt] = useState(() => Date.now());
  const [press, setPress] = useState<Press | null>(null);
  const [lastCheck, setLastCheck] = useState<'asking' | { isAnswered: boolean; at: number } | null>(
    null,
  );
  const { payment, now } = useKnownPayment(payable);
  const { attempt } = payment;

  let shown: Shown = view(payment, now, openedAt);
  if (press?.step === 'sending') shown = press;
  else if (press?.attempt === attempt.pressedAt && mayPay(payment, press.isSure, now))
    shown = press;
  const { step } = shown;
  const dueAt = 'dueAt' in shown ? shown.dueAt : null;
  const { hurry, hurried } = usePolling(payable, step, dueAt);
  useShown(step === 'failed' || (shown.step === 'paid' && shown.isNew) ? [payment] : []);

  const isPaid = step === 'paid';
  useEffect(() => {
    if (!isPaid) return;
    // The screens that follow read it again.
    for (const queryKey of [ownKey, adsQuery().queryKey]) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
    }
  }, [client, isPaid]);

  const pay = async (phone: string) => {
    // In these steps the form is shown only after a second step.
    const isSecondStep = step === 'waiting' || step === 'review';
    const isSure = isSecondStep || (shown.step === 'refused' && shown.isSure);
    const here = window.location.pathname;
    setPress({ step: 'sending' });
    const refusal = await sendPrompt({ payable, phone, isSure }, client);
    const { pressedAt } = findAttempt(payable);
    setPress(refusal && { step: 'refused', refusal, attempt: pressedAt, isSure });
    if (!refusal) return;
    if (!refusal.isOffline) void askStatus(payable, client);
    const isLeft = window.location.pathname !== here;
    if (isLeft && !refusal.isSignedOut) toastError(refusal.text);
  };

  const checkNow = async () => {
    setLastCheck('asking');
    const isAnswered = await askStatus(payable, client);
    setLastCheck({ isAnswered, at: Date.now() });
  };
  const sayMenu = (isPaid: boolean) => {
    setLastCheck(null);
    const sums = isPaid ? payment.unmatched.map(({ id }) => id) : null;
    changeAttempt(payable, { type: 'menu', sums });
    if (isPaid) void checkNow();
  };

  const menu = menuOffer(payment, step, now);
  const isDue = menu !== null && !menu.isBesidePrompt;
  return {
    payment,
    shown,
    /** The person came back, or says that the PIN is entered. */
    isConfirming: hurried === attempt.pressedAt,
    /** Sends a prompt to a ten-digit phone: one, however often it is called. */
    pay,
    /** Asks for the status of the payment; sends no prompt. */
    check: step === 'waiting' ? hurry : () => void checkNow(),
    /** Whether the last such question is under way, or was answered, and when, in ms; null before the first. */
    lastCheck,
    unmatched: unmatchedTexts(payable.purpose, payment.unmatched, isDue),
    menu,
    /** The person says that they have paid from the menu, which asks at once; or have not. */
    sayMenu,
  };
}
