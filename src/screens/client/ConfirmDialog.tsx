import { useId, type ReactNode } from 'react';
import { Button } from '../../components/Button.tsx';
import { Dialog } from '../../components/Dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  /** The text of the button that confirms. */
  confirm: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A modal question before something that cannot be undone. Escape and Cancel change nothing. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      titleId={titleId}
      onClose={() => {
        if (!busy) onCancel();
      }}
      className="max-w-[26rem]"
    >
      <h2 id={titleId} className="text-lg font-bold">
        {title}
      </h2>
      <div className="mt-2 text-muted">{children}</div>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button look="quiet" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <Button look="danger" busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  );
}
