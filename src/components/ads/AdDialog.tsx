import { useId } from 'react';
import type { Ad } from '../../contract/schemas.ts';
import { Button } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { AdImage } from './AdImage.tsx';

/** A whole ad, opened in place: the full picture and all of its words. */
export function AdDialog({ ad, onClose }: { ad: Ad; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog titleId={titleId} onClose={onClose} className="max-w-[36rem]">
      {ad.image_url && (
        <AdImage
          ad={ad}
          sizes="(min-width:40rem) 534px,calc(100vw - 4rem)"
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
    </Dialog>
  );
}
