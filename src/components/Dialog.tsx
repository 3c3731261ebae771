import { useEffect, useRef, type ReactNode } from 'react';

interface DialogProps {
  titleId: string;
  onClose: () => void;
  className: string;
  children: ReactNode;
}

/** A modal dialog over the page. When it goes, the focus returns to what opened it. */
export function Dialog({ titleId, onClose, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className={`m-auto w-[calc(100vw-2rem)] rounded-2xl border border-line bg-surface p-4 text-ink raised backdrop:bg-black/60 sm:p-5 ${className}`}
    >
      {children}
    </dialog>
  );
}
