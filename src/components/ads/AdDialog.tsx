import { useEffect, useId, useRef } from 'react';
import type { Ad } from '../../contract/schemas.ts';
import { AdImage } from './AdImage.tsx';
import { Button } from '../Button.tsx';

/** A whole ad, opened in place: the full picture and all of its words. */
export function AdDialog({ ad, onClose }: { ad: Ad; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

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
      className="m-auto w-[min(36rem,calc(100vw-2rem))] rounded-2xl border border-line bg-surface p-4 text-ink raised backdrop:bg-black/60 sm:p-5"
    >
      {ad.image_url && (
        <AdImage
          src={ad.image_url}
          fit="object-contain"
          className="mb-4 aspect-video h-auto max-h-[50vh] w-full rounded-xl"
        />
      )}
      <h2 id={titleId} dir="auto" className="text-xl font-bold wrap-anywhere">
        {ad.title}
      </h2>
      <p dir="auto" className="mt-2 whitespace-pre-line text-muted wrap-anywhere">
        {ad.description}
      </p>
      <div className="mt-5 flex justify-end">
        <Button look="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
      </div>
    </dialog>
  );
}
