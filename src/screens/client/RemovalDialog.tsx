import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Payable } from '../../payments/attempt.ts';
import { isAwaited } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';

interface RemovalDialogProps {
  /** The word for what is deleted, for instance "job". */
  what: string;
  title: string;
  isPaid: boolean;
  payable: Payable;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question before a job or an ad is deleted, with what that means for the money. */
export function RemovalDialog({
  what,
  title,
  isPaid,
  payable,
  isBusy,
  ...answers
}: RemovalDialogProps) {
  const { payment, now } = useKnownPayment(payable);
  return (
    <ConfirmDialog
      title={`Delete this ${what}?`}
      confirm={`Delete ${what}`}
      busy={isBusy}
      {...answers}
    >
      <p dir="auto" className="line-clamp-3 font-semibold text-ink wrap-anywhere">
        {title}
      </p>
      <p className="mt-1">
        {isPaid
          ? 'You have paid for it. If you delete it, you cannot get it back, and the money is not given back.'
          : 'If you delete it, you cannot get it back.'}
      </p>
      {isAwaited(payment, now) && (
        <Notice tone="warning" className="mt-3">
          <p>
            {`A payment for this ${what} is not finished. First enter your PIN or press cancel on the phone: money that comes after the ${what} is deleted must be sent back by hand.`}
          </p>
        </Notice>
      )}
    </ConfirmDialog>
  );
}
