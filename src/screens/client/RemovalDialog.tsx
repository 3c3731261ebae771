import { useId } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';
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

/**
 * The question before a job or an ad is deleted, with what that means for the money. Escape and Cancel change nothing.
 */
export function RemovalDialog(props: RemovalDialogProps) {
  const { what, title, isPaid, payable, isBusy, onConfirm, onCancel } = props;
  const { payment, now } = useKnownPayment(payable);
  const titleId = useId();
  return (
    <Dialog
      titleId={titleId}
      onClose={() => {
        if (!isBusy) onCancel();
      }}
      className="max-w-[26rem]"
    >
      <h2 id={titleId} className="text-lg font-bold">{`Delete this ${what}?`}</h2>
      <div className="mt-2 text-muted">
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
      </div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        <Button look="danger" busy={isBusy} onClick={onConfirm}>
          {`Delete ${what}`}
        </Button>
      </div>
    </Dialog>
  );
}
