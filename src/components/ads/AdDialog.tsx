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
      {/* It has the focus, so it stays in sight: else a long ad would open scrolled to its end. */}
      <div className="sticky -bottom-4 mt-1 -mb-4 flex justify-end bg-surface py-4 sm:-bottom-5 sm:-mb-5">
        <Button look="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
