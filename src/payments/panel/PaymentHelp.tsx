import { Card } from '../../components/Card.tsx';
import type { PaymentPurpose } from '../../contract/schemas.ts';
import type { PaymentPage } from '../usePayment.ts';
import { Fold } from './Fold.tsx';
import { PayBill } from './PayBill.tsx';
import { PhonePrompt } from './PhonePrompt.tsx';

/** What to try when no prompt comes to the phone. */
const NoPrompt = () => (
  <Fold title={<>No M-Pesa message came?</>}>
    <ul className="list-disc space-y-1.5 pl-5 text-muted">
      <li>See that the phone is on and has signal, and that its screen is unlocked.</li>
      <li>Finish or close any other M-Pesa menu that is open on the phone.</li>
      <li>
        An old SIM card may need an update: dial <b className="text-ink">*234#</b> and choose the{' '}
        M-Pesa update, then start the phone again.
      </li>
      <li>
        Dial <b className="text-ink">*334#</b> to see that M-Pesa works on this line and how much
        money is there.
      </li>
    </ul>
  </Fold>
);

interface PaymentHelpProps {
  purpose: PaymentPurpose;
  payment: PaymentPage;
  /** The M-Pesa menu was used before, and stays open. */
  isMenuUsed: boolean;
  onMenuPaid: () => void;
}

/** All help below a payment, folded: about its prompt, and the other way to pay. */
export function PaymentHelp({ purpose, payment, isMenuUsed, onMenuPaid }: PaymentHelpProps) {
  const { shown, menu } = payment;
  const isOut = shown.step === 'waiting' || shown.step === 'late';
  const isBefore = ['ready', 'sending', 'failed', 'refused'].includes(shown.step);
  if (!isOut && !isBefore && !menu) return null;
  return (
    <Card className="mt-4 divide-y divide-line py-1! sm:py-1!">
      {isOut && <NoPrompt />}
      {isBefore && <PhonePrompt purpose={purpose} />}
      {menu && <PayBill offer={menu} isUsed={isMenuUsed} onPaid={onMenuPaid} />}
    </Card>
  );
}
