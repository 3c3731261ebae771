import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useState } from 'react';
import { adsQuery, ownKey } from '../lib/api/queries.ts';
import { onReturn } from '../lib/onReturn.ts';
import { toastError } from '../lib/toast.ts';
import { WAKE_MS } from '../lib/waits.ts';
import { askStatus, checkStatus } from './ask.ts';
import { isPressedHere, type Payable } from './attempt.ts';
import { sendPrompt, type Refusal } from './sendPrompt.ts';
import { changeAttempt, findAttempt } from './store.ts';
import { useKnownPayment, useShown } from './useKnown.ts';
import { isDownAt, mayPay, menuOffer, view, type MenuOffer, type Step, type View } from './view.ts';
import { purposes, unmatchedTexts } from './words.ts';

interface PaymentOptions {
  /** The same at each render. */
  payable: Payable;
  /** Title of the job or ad, once it is known. */
  title: string | null;
  /** The screen itself has just read what the API knows; else the API is asked on arrival. */
  isKnown?: boolean;
}

/** What only this page knows: its last press, of which attempt, and its last question. */
interface Page {
  press:
    | { step: 'sending' }
    | { step: 'refused'; refusal: Refusal; attempt: number; isSure: boolean }
    | null;
  /** `asking`, or whether the last "Check again" was answered, and when, in ms. */
  check: 'asking' | { isAnswered: boolean; at: number } | null;
}

const changed = (page: Page, change: Partial<Page>): Page => ({ ...page, ...change });

/** What the page shows: the payment, or the last press on this page. */
export type Shown = View | NonNullable<Page['press']>;

/** A payment as its page shows it, and what can be done there. */
export interface PaymentPage {
  shown: Shown;
  /** The person came back, or says that the PIN is entered. */
  isConfirming: boolean;
  /** Sends a prompt to a ten-digit phone: one, however often it is called. */
  pay: (phone: string) => Promise<void>;
  /** Asks for the status of the payment; sends no prompt. */
  check: () => void;
  /** Whether such a question is under way, or else its result; null before the first. */
  lastCheck: Page['check'];
  /** What is said of money that came from the M-Pesa menu and pays for nothing. */
  unmatched: string[];
  isDown: boolean;
  menu: MenuOffer | null;
  /** The person has paid from the menu, and it is asked for at once; or has not. */
  sayMenu: (isPaid: boolean) => void;
  isUnanswered: boolean;
  lastPhone: string | null;
}

interface PollingOptions {
  payable: Payable;
  step: Step;
  dueAt: number | null;
  isKnown: boolean;
}

/**
 * Checks the status of a payment when a check is due (spec §9), when the page is opened, and when the
 * person or the network comes back. Returns `hurry`, which checks at once; only those that are due while
 * a payment is waited for are counted.
 */
function usePolling({ payable, step, dueAt, isKnown }: PollingOptions) {
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

  useEffect(() => {
    if (!isKnown) void check(0);
  }, [check, isKnown]);
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
 * The payment of one job, ad or subscription, from the press to its end (spec §4, readings). It shows
 * what this device stores and the API says, asks as spec §9 has it, and goes on after a reload.
 */
export function usePayment({ payable, title, isKnown = false }: PaymentOptions): PaymentPage {
  const client = useQueryClient();
  const [openedAt] = useState(() => Date.now());
  const [{ press, check: lastCheck }, change] = useReducer(changed, { press: null, check: null });
  const { payment, now } = useKnownPayment(payable);
  const { attempt } = payment;

  let shown: Shown = view(payment, now, openedAt);
  if (press?.step === 'sending') shown = press;
  else if (press?.attempt === attempt.pressedAt && mayPay(payment, press.isSure, now))
    shown = press;
  const { step } = shown;
  const dueAt = 'dueAt' in shown ? shown.dueAt : null;
  const { hurry, hurried } = usePolling({ payable, step, dueAt, isKnown });
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
    change({ press: { step: 'sending' } });
    const refusal = await sendPrompt({ payable, title, phone, isSure }, client);
    const { pressedAt } = findAttempt(payable);
    change({ press: refusal && { step: 'refused', refusal, attempt: pressedAt, isSure } });
    if (!refusal) return;
    if (!refusal.isOffline) void askStatus(payable, client);
    const isLeft = window.location.pathname !== here;
    if (isLeft && !refusal.isSignedOut) toastError(refusal.text);
  };

  const checkNow = async () => {
    change({ check: 'asking' });
    const isAnswered = await askStatus(payable, client);
    change({ check: { isAnswered, at: Date.now() } });
  };
  const sayMenu = (isPaid: boolean) => {
    change({ check: null });
    const sums = isPaid ? payment.unmatched.map(({ id }) => id) : null;
    changeAttempt(payable, { type: 'menu', sums });
    if (isPaid) void checkNow();
  };

  const menu = menuOffer(payment, step, now);
  const isDue = menu !== null && !menu.isBesidePrompt;
  return {
    shown,
    isConfirming: hurried === attempt.pressedAt,
    pay,
    check: step === 'waiting' ? hurry : () => void checkNow(),
    lastCheck,
    unmatched: unmatchedTexts(payable.purpose, payment.unmatched, isDue),
    isDown: isDownAt(payment, step),
    menu,
    sayMenu,
    isUnanswered: payment.heard.isUnreached,
    lastPhone: isPressedHere(attempt) ? attempt.phone || null : null,
  };
}
