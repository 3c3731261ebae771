import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { adsQuery, ownKey } from '../lib/api/queries.ts';
import { toastError } from '../lib/toast.ts';
import { askAbout } from './ask.ts';
import { clearPaymentDraft } from './typedPhone.ts';
import { isBlank, type Payable } from './record.ts';
import { send, type Refusal } from './send.ts';
import { dispatch, find } from './store.ts';
import { unmatchedTexts } from './unmatched.ts';
import { usePolling } from './usePolling.ts';
import { useShown, useStored } from './useStored.ts';
import { isDownAt, mayPay, menuOffer, view, type MenuOffer, type View } from './view.ts';
import { onReturn } from './wake.ts';

interface PaymentOptions {
  /** The same at each render. */
  payable: Payable;
  /** Title of the job or ad, once it is known. */
  title: string | null;
  /** The screen itself has just read what the API knows; else the API is asked on arrival. */
  isKnown?: boolean;
}

/** What the page shows: what is stored, or what only this page knows about the last press. */
export type Shown = View | { step: 'sending' } | { step: 'refused'; refusal: Refusal };

export interface Payment {
  shown: Shown;
  /** The person came back, or says that the PIN is entered. */
  isConfirming: boolean;
  /** Sends a prompt to a ten-digit phone: one, however often it is called. */
  pay: (phone: string) => Promise<void>;
  /** Asks for the status of the payment; sends no prompt. */
  check: () => void;
  /** What is said of money that came from the M-Pesa menu and pays for nothing. */
  unmatched: string[];
  /** M-Pesa sends no prompts at the moment. */
  isDown: boolean;
  /** What is shown of the M-Pesa menu beside the step, or null. */
  menu: MenuOffer | null;
  /** The person has paid from the menu, and it is asked for at once; or has not. */
  sayMenu: (isPaid: boolean) => void;
  isChecking: boolean;
  /** The last question of this page, other than those of the polling, got no answer. */
  isUnanswered: boolean;
  /** The phone that was asked last from here, or null. */
  lastPhone: string | null;
  /** Whether the last `check` was answered, and when, in ms. */
  lastCheck: { isAnswered: boolean; at: number } | null;
}

/** The last refusal, of which attempt, and whether the person was sure that no money had gone. */
type LastRefusal = Refusal & { attempt: number; isSure: boolean };

/**
 * The payment of one job, ad or subscription, from the press to its end (spec §4, readings). It shows
 * what this device stores, asks the API as spec §9 has it, and goes on after a reload.
 */
export function usePayment(options: PaymentOptions): Payment {
  const { payable, title, isKnown = false } = options;
  const client = useQueryClient();
  const [openedAt] = useState(() => Date.now());
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<LastRefusal | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const [isUnanswered, setUnanswered] = useState(false);
  const ask = useCallback(
    () =>
      askAbout(payable, client).then((isAnswered) => {
        setUnanswered(!isAnswered);
        return isAnswered;
      }),
    [client, payable],
  );
  const [lastCheck, setLastCheck] = useState<Payment['lastCheck']>(null);

  const { records, now } = useStored(useCallback(() => [find(payable)], [payable]));
  const [record = find(payable)] = records;
  let shown: Shown = view(record, now, openedAt);
  if (isSending) shown = { step: 'sending' };
  else if (refusal?.attempt === record.pressedAt && mayPay(record, refusal.isSure, now)) {
    shown = { step: 'refused', refusal };
  }
  const { step } = shown;
  const isUnknown = isBlank(record);
  // A stored record may be outdated; polling asks by itself.
  const [isOld] = useState(!isUnknown && step !== 'waiting');
  const isPolled = step === 'waiting' || step === 'menu';
  const attempt = isPolled ? record.pressedAt : null;
  const dueAt = 'dueAt' in shown ? shown.dueAt : null;
  const isResting = !['sending', 'waiting', 'paid'].includes(step);
  const isPaid = step === 'paid';
  useShown(step === 'failed' || (shown.step === 'paid' && shown.isNew) ? [record] : []);

  const newTitle = isUnknown || record.title !== null ? null : title;
  useEffect(() => {
    if (newTitle !== null) dispatch(payable, { type: 'titled', title: newTitle });
  }, [payable, newTitle]);

  useEffect(() => {
    if (!isKnown && (isUnknown || isOld)) void ask();
  }, [ask, isKnown, isOld, isUnknown]);
  useEffect(() => (isResting ? onReturn(() => void ask()) : undefined), [ask, isResting]);

  const isResumed = step === 'waiting' && record.pressedAt < openedAt && !isKnown;
  const { hurry, isConfirming } = usePolling({ payable, attempt, dueAt, isResumed });

  useEffect(() => {
    if (!isPaid) return;
    clearPaymentDraft();
    // The screens that follow read it again.
    for (const queryKey of [ownKey, adsQuery().queryKey]) {
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
    }
  }, [client, isPaid]);

  const pay = async (phone: string) => {
    // In these steps the form is shown only after a second step.
    const isSecondStep = step === 'waiting' || step === 'review';
    const isSure = isSecondStep || (step === 'refused' && refusal?.isSure === true);
    const here = window.location.pathname;
    setRefusal(null);
    setIsSending(true);
    const refused = await send({ payable, phone, isSure }, client);
    setIsSending(false);
    if (!refused) return;
    setRefusal({ ...refused, isSure, attempt: find(payable).pressedAt });
    if (!refused.isOffline) void ask();
    const isLeft = window.location.pathname !== here;
    if (isLeft && !refused.isSignedOut) toastError(refused.text);
  };

  const checkNow = () => {
    setIsChecking(true);
    void ask().then((isAnswered) => {
      setIsChecking(false);
      setLastCheck({ isAnswered, at: Date.now() });
    });
  };

  const check = step === 'waiting' ? hurry : checkNow;
  const sayMenu = (isPaid: boolean) => {
    setLastCheck(null);
    dispatch(payable, { type: 'menu', isPaid });
    if (isPaid) checkNow();
  };

  const lastPhone = record.push === 'found' ? null : record.phone || null;
  const menu = menuOffer(record, step, now);
  const isDown = isDownAt(record, step, openedAt);
  const asked = { check, isChecking, isUnanswered, lastCheck };
  const isDue = menu !== null && !menu.isBesidePrompt;
  const unmatched = unmatchedTexts(payable.purpose, record.unmatched, isDue);
  return { shown, isConfirming, pay, ...asked, unmatched, isDown, menu, sayMenu, lastPhone };
}
