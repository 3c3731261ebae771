import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { Icon } from '../Icon.tsx';
import { adPictureSize } from './AdFrame.tsx';
import { AdImage } from './AdImage.tsx';

/** What an ad shows of itself. */
export type ShownAd = Pick<Ad, 'title' | 'description' | 'link' | 'image_url' | 'image_small'>;

/** The name of the host to which an ad leads; null for an ad without a link that may be followed. */
export function adHost(ad: Pick<Ad, 'link'>): string | null {
  const link = safeLink(ad.link);
  return link && new URL(link).hostname;
}

/** The host to which an ad leads, with the sign of another tab. */
function AdHost({ host }: { host: string }) {
  return (
    <>
      <span dir="ltr" className="truncate">
        {host}
      </span>
      <Icon name="next" className="size-4 shrink-0 [transform:rotate(-45deg)]" />
    </>
  );
}

/** How the words that open a whole ad look, below its other words. */
export const readMoreLook =
  'absolute bottom-0 left-0 flex h-12 items-center rounded-xl px-3 text-sm font-semibold text-brand underline underline-offset-4 narrow:bottom-12 sm:left-80 sm:px-5';

/** Picture and words of an ad, cut to the size of the banner. */
export function AdFace({ ad }: { ad: ShownAd }) {
  const host = adHost(ad);
  return (
    <>
      <AdImage
        lazy
        ad={ad}
        // Less than the width of a phone's picture: so the small copy also does for screens of three
        // pixels for one.
        sizes="(min-width:40rem) 320px,218px"
        className={adPictureSize}
      />
      <span className="flex min-w-0 flex-1 flex-col px-3 pt-2.5 sm:px-5 sm:pt-0">
        <span
          dir="auto"
          className="line-clamp-2 shrink-0 text-lg leading-[1.5rem] font-bold wrap-anywhere sm:line-clamp-1 sm:text-xl sm:leading-[1.75rem]"
        >
          {ad.title}
        </span>
        {host && (
          <span className="flex items-center gap-1 text-sm leading-[1.5rem] font-semibold text-brand">
            <AdHost host={host} />
          </span>
        )}
        <span
          dir="auto"
          className={`${host ? 'line-clamp-2 narrow:line-clamp-3' : 'line-clamp-3 narrow:line-clamp-4'} leading-[1.5rem] text-muted wrap-anywhere`}
        >
          {ad.description}
        </span>
      </span>
    </>
  );
}
