import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { mPesa } from '../../lib/unbroken.tsx';
import type { PaymentPage } from '../usePayment.ts';
import { CheckAgain } from './CheckAgain.tsx';

interface MenuPaidProps {
  payment: PaymentPage;
  /** The checks are used up. */
  isLate: boolean;
}

/** After "I have paid": money is on its way from the M-Pesa menu, and nothing else may be paid. */
export function MenuPaid({ payment, isLate }: MenuPaidProps) {
  return (
    <Card className="space-y-4">
      <div className="space-y-1">
        <h2 className="text-xl font-bold">We are waiting for your payment</h2>
        <p>
          <b>Do not pay again.</b> {mPesa} tells us when the money has come, mostly within seconds.
          If an {mPesa} message comes to your phone, cancel it.
        </p>
      </div>
      <CheckAgain payment={payment} noNews="M-Pesa has not told us yet." />
      {isLate && (
        <div className="space-y-3">
          <p>
            Has money left your phone? Tell us the receipt number from the {mPesa} SMS, and we find
            it.
          </p>
          <SupportLinks />
        </div>
      )}
      <hr className="border-line" />
      <Button look="quiet" icon="back" onClick={() => payment.sayMenu(false)}>
        I have not paid yet
      </Button>
    </Card>
  );
}
