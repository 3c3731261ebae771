import type { PendingPayment } from '../lib/pendingPayment.ts';
import { pathTo } from '../paths.ts';
import { Button, ButtonLink } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { paymentName, paymentWords } from './paymentTexts.ts';
import { useLatePayments } from './useLatePayments.ts';

function pathOf({ purpose, id }: PendingPayment): string {
  if (purpose === 'subscription') return pathTo('subscription');
  return purpose === 'post_job'
    ? pathTo('payJob', { jobId: id ?? '' })
    : pathTo('payAd', { adId: id ?? '' });
}

/**
 * Says on the dashboards and the manage screens that a payment has come after its page was left,
 * and points at one that is still open. Shows nothing, and asks nothing, when none waits.
 */
export function LatePaymentNotice() {
  const { arrived, waiting, dismiss } = useLatePayments();
  return (
    <div className="space-y-3 empty:hidden">
      {arrived.map((payment) => (
        <Notice key={payment.pressedAt} tone="success" role="status">
          <p className="font-semibold" dir="auto">
            {`Your payment has come: ${paymentName(payment)}.`}
          </p>
          <p>{paymentWords[payment.purpose].gained}</p>
          <Button look="quiet" onClick={() => dismiss(payment)}>
            Got it
          </Button>
        </Notice>
      ))}
      {waiting.map((payment) => (
        <Notice key={payment.pressedAt} role="status">
          <p className="font-semibold" dir="auto">
            {`We are waiting to hear from M-Pesa: ${paymentName(payment)}.`}
          </p>
          <p>Please do not pay again before you have looked here.</p>
          <ButtonLink look="quiet" icon="next" to={pathOf(payment)}>
            See the payment
          </ButtonLink>
        </Notice>
      ))}
    </div>
  );
}
