import type { ReactNode } from 'react';
import type { PaymentPhase } from '../lib/paymentPhase.ts';
import { aliveUntil } from '../lib/pendingPayment.ts';
import type { Payment } from '../lib/usePayment.ts';
import { useNow } from '../lib/useNow.ts';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { Notice } from './Notice.tsx';
import { clockText, priceOf } from './paymentTexts.ts';
import { PromptHelp } from './PromptHelp.tsx';

const results = {
  open: 'No word from M-Pesa yet.',
  failed: 'No word from M-Pesa yet.',
  denied: 'We could not ask. Check your connection and try again.',
  unreachable: 'We could not ask. Check your connection and try again.',
  paid: '',
} as const;

const time = new Intl.DateTimeFormat('en-KE', {
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Africa/Nairobi',
});

interface PaymentLateProps {
  phase: Extract<PaymentPhase, { step: 'late' }>;
  payment: Payment;
  /** The form, shown once the first prompt can no longer be paid. */
  children: ReactNode;
}

/**
 * After the polling limit: the spec's text, and beside it what is true and what can be done
 * (readings, spec §4). A second prompt is offered only when the first can no longer be paid.
 */
export function PaymentLate({ phase, payment, children }: PaymentLateProps) {
  const until = aliveUntil(phase.payment);
  const left = until - useNow(until);
  const isAlive = left > 0;
  const price = priceOf(phase.payment.purpose);
  return (
    <div className="space-y-4">
      <Card className="space-y-4">
        <Notice tone="warning" role="alert">
          <h2 className="text-lg font-bold">{phase.text}</h2>
          <p>
            That is all we know: M-Pesa has not answered us yet. It does not mean that your money is
            lost.
          </p>
        </Notice>
        <ul className="list-disc space-y-1.5 pl-5">
          <li>
            <b>Entered your PIN?</b> Do not pay again. M-Pesa may take a few minutes to tell us, and
            we look again whenever you come back here.
          </li>
          <li>
            <b>Prompt still on your phone?</b>{' '}
            {isAlive ? 'You can still answer it.' : 'It has run out; close it.'}
          </li>
          <li>
            <b>Did not enter your PIN?</b>{' '}
            {`Then no money was taken: ${price} leaves only with it.`}
          </li>
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button icon="clock" busy={payment.isChecking} onClick={payment.check}>
            Check again
          </Button>
          <p role="status" className="min-h-6 min-w-0 flex-1 basis-48 text-sm text-muted">
            {payment.lastCheck &&
              !payment.isChecking &&
              `${results[payment.lastCheck.result]} Asked at ${time.format(payment.lastCheck.at)}.`}
          </p>
        </div>
        <p className="text-sm text-muted">
          Checking only asks. It sends no prompt and costs nothing.
        </p>
        <PromptHelp />
      </Card>
      {isAlive ? (
        <Card>
          <p className="font-semibold">
            You can ask for a new prompt in <span className="tabular-nums">{clockText(left)}</span>
          </p>
          <p className="mt-1 text-sm text-muted">
            Not before: until then the first one could still be paid, and you would pay twice.
          </p>
        </Card>
      ) : (
        children
      )}
    </div>
  );
}
