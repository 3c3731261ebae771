import { useId } from 'react';
import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { Button, ButtonAnchor } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { adHost } from './AdFace.tsx';
import { AdImage } from './AdImage.tsx';

/** A whole ad, opened in place: the full picture, all of its words, and its link. */
export function AdDialog({ ad, onClose }: { ad: Ad; onClose: () => void }) {
  const titleId = useId();
  const link = safeLink(ad.link);
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
      <div className="sticky -bottom-4 mt-1 -mb-4 flex flex-wrap justify-end gap-3 bg-surface py-4 sm:-bottom-5 sm:-mb-5">
        <Button look="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
        {link && (
          <ButtonAnchor href={link} newTab className="min-w-0 wrap-anywhere">
            <span>
              Open <bdi dir="ltr">{adHost(ad)}</bdi>
              <span className="sr-only">, in a new tab</span>
            </span>
          </ButtonAnchor>
        )}
      </div>
    </Dialog>
  );
}
