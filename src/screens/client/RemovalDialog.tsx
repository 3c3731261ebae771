import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';

interface RemovalDialogProps {
  /** What is deleted, in a word: "job". */
  what: string;
  title: string;
  isPaid: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question before a job or an ad is deleted, with what that means for the money. */
export function RemovalDialog({ what, title, isPaid, isBusy, ...answers }: RemovalDialogProps) {
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
    </ConfirmDialog>
  );
}
