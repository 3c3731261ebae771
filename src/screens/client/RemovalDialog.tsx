import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Notice } from '../../components/Notice.tsx';

interface RemovalDialogProps {
  /** The word for what is deleted, for instance "job". */
  what: string;
  title: string;
  isPaid: boolean;
  /** Whether a payment for it may still come. */
  isAwaited: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question before a job or an ad is deleted, with what that means for the money. */
export function RemovalDialog({
  what,
  title,
  isPaid,
  isAwaited,
  isBusy,
  ...answers
}: RemovalDialogProps) {
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
          ? 'It is paid for. Once deleted it cannot be brought back, and the fee is not returned.'
          : 'Once deleted it cannot be brought back.'}
      </p>
      {isAwaited && (
        <Notice tone="warning" className="mt-3">
          <p>
            {`A payment for this ${what} has not been settled yet. Answer or cancel the prompt on the phone first: money that comes after the ${what} is deleted has to be sent back by a person.`}
          </p>
        </Notice>
      )}
    </ConfirmDialog>
  );
}
