import { useEffect, useRef } from 'react';
import { FAILURE } from '../../contract/messages.ts';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import { clearPaymentDraft } from '../paymentDraft.ts';
import { isAsked } from '../paymentRecord.ts';
import type { Payment } from '../usePayment.ts';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PaymentDone } from './PaymentDone.tsx';
import { PaymentForm } from './PaymentForm.tsx';
import { PaymentLate } from './PaymentLate.tsx';
import { PaymentReview } from './PaymentReview.tsx';
import { PaymentSteps } from './PaymentSteps.tsx';
import { outText, spacedPhone } from '../paymentTexts.ts';
import { SecondStep } from './SecondStep.tsx';

/** What is read out when the progress moves on; not each second. */
function announcement({ phase }: Payment): string {
  if (phase.step === 'sending') return 'Sending the prompt.';
  if (phase.step !== 'waiting') return '';
  if (phase.isConfirming) return 'Checking with M-Pesa.';
  const { wasOut, phone } = phase.payment;
  if (wasOut) return outText(phase.payment);
  return isAsked(phase.payment)
    ? `Prompt requested on ${spacedPhone(phone)}. Enter your M-Pesa PIN on that phone.`
    : `Prompt perhaps sent to ${spacedPhone(phone)}. If it appears, enter your M-Pesa PIN on that phone.`;
}

interface PaymentPanelProps {
  purpose: PaymentPurpose;
  payment: Payment;
  /** The phone the form starts with, once one is known. */
  phone: string | null;
  /** The form may not be sent yet. */
  isHeld?: boolean;
  /** The form stays while a payment waits, only to say that it is blocked (spec §5). */
  keepForm?: boolean;
  /** Why there is nothing to pay now. */
  blocked?: string | null;
  /** Why the last press was turned away before anything was sent. */
  warning?: string | null;
  onPay: (phone: string) => void;
  /** Where the redirect goes after success, an address from `pathTo`, and its name. */
  next: { to: string; label: string };
}

/** A payment in each of its phases (spec §2, §4). */
export function PaymentPanel(props: PaymentPanelProps) {
  const { purpose, payment, phone, isHeld = false, keepForm = false, onPay, next } = props;
  const { phase } = payment;
  const panel = useRef<HTMLDivElement>(null);
  const shown = useRef(phase.step);

  // The button that had the focus may be gone with the phase, and what follows it be out of sight.
  useEffect(() => {
    if (shown.current === phase.step) return;
    shown.current = phase.step;
    const element = panel.current;
    if (document.activeElement === document.body) element?.focus({ preventScroll: true });
    if (element && element.getBoundingClientRect().top < 0) element.scrollIntoView();
  }, [phase.step]);

  const isPaid = phase.step === 'paid';
  useEffect(() => {
    if (isPaid) clearPaymentDraft();
  }, [isPaid]);

  const formWith = (note: 'first' | 'again' | 'repeated' | 'unsure') => (
    <PaymentForm
      purpose={purpose}
      phone={phone}
      isBusy={isHeld || phase.step === 'sending'}
      note={note}
      blocked={props.blocked ?? null}
      warning={props.warning ?? null}
      onPay={onPay}
    />
  );
  return (
    <div ref={panel} tabIndex={-1} className="outline-none">
      {/* Lasting: what comes into it is read out, which a status that comes with its text may not be. */}
      <div role="status">
        {phase.step === 'paid' ? (
          <PaymentDone purpose={purpose} phase={phase} next={next} />
        ) : (
          <p className="sr-only">{announcement(payment)}</p>
        )}
      </div>
      {phase.step === 'waiting' && (
        <div className="space-y-4">
          <PaymentSteps phase={phase} onCheck={payment.check} />
          {keepForm && <Card>{formWith('first')}</Card>}
          {!keepForm && phase.payment.phone === '' && (
            <SecondStep
              label="No prompt came to me: ask for one"
              text="Only if nobody who pays for this has a prompt on a phone: it could still be paid."
            >
              {formWith('unsure')}
            </SecondStep>
          )}
        </div>
      )}
      {phase.step === 'late' && (
        <PaymentLate phase={phase} payment={payment}>
          <Card>{formWith(phase.isRepeated ? 'repeated' : 'again')}</Card>
        </PaymentLate>
      )}
      {phase.step === 'review' && (
        <PaymentReview phase={phase} payment={payment}>
          {formWith('unsure')}
        </PaymentReview>
      )}
      {(phase.step === 'ready' || phase.step === 'sending' || phase.step === 'failed') && (
        <Card className="space-y-4">
          {phase.step === 'failed' && (
            <Notice tone="danger" role="alert">
              <p className="font-bold">{FAILURE.paymentNotCompleted}</p>
              <p>{phase.reason ?? 'M-Pesa says that nothing was paid.'}</p>
            </Notice>
          )}
          {phase.step === 'ready' && phase.problem && (
            <Notice tone="danger" role="alert">
              <p className="font-bold">{phase.problem.text}</p>
              <p>
                {phase.problem.isOffline
                  ? 'We could not reach the network. No prompt was sent and nothing was charged.'
                  : 'No prompt was sent and nothing was charged.'}
              </p>
            </Notice>
          )}
          {phase.step === 'ready' && phase.before !== null && !phase.problem && (
            <Notice role="status">
              <p className="font-semibold">Your last payment was not completed.</p>
              <p className="wrap-anywhere">{phase.before}</p>
            </Notice>
          )}
          {formWith('first')}
        </Card>
      )}
    </div>
  );
}
