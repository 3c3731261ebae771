import { useState } from 'react';
import { AD_IMAGE_MAX_SIDE, AD_IMAGE_SMALL_SIDE } from '../../contract/limits.ts';
import * as STATE from '../../contract/messages/state.ts';
import { parsedUrl, safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { apiBase } from '../../lib/config.ts';
import { Icon } from '../Icon.tsx';
import { adForm } from './AdFrame.tsx';

/** An image's address as the browser needs it: some APIs give only the path on their own host. */
const addressOf = (src: string | null | undefined): string | null =>
  src ? (parsedUrl(src, apiBase())?.href ?? null) : null;

/** Both sizes for `srcset`: two addresses of the web without a comma, which would end them. */
const SRC_SET = /^https?:[^,]+,https?:[^,]+$/;

interface AdImageProps {
  ad: Pick<Ad, 'image_url' | 'image_small'>;
  /** How long the picture's longer side is on the screen, as the attribute `sizes` has it. */
  sizes: string;
  className: string;
  fit?: 'object-cover' | 'object-contain' | 'object-cover md:object-contain';
  lazy?: boolean;
}

/** An ad's image, or the "No Image" placeholder where there is none or it does not load (spec §4). */
export function AdImage({
  ad,
  sizes,
  className,
  fit = 'object-cover',
  lazy = false,
}: AdImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const address = addressOf(ad.image_url);
  const small = addressOf(ad.image_small);
  if (address === null || failed === address) {
    return (
      <span
        className={`grid shrink-0 place-items-center bg-sunken p-2 text-center text-sm font-medium text-muted ${className}`}
      >
        {STATE.adNoImage}
      </span>
    );
  }
  const both = `${small} ${AD_IMAGE_SMALL_SIDE}w,${address} ${AD_IMAGE_MAX_SIDE}w`;
  const srcSet = small !== failed && SRC_SET.test(both) ? both : undefined;
  return (
    <img
      // The text of the ad is beside it.
      alt=""
      src={address}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      width={AD_IMAGE_MAX_SIDE}
      height={720}
      decoding="async"
      loading={lazy ? 'lazy' : undefined}
      // Without its small copy the picture is shown all the same.
      onError={({ currentTarget }) =>
        setFailed(currentTarget.currentSrc === small ? small : address)
      }
      className={`shrink-0 bg-sunken ${fit} ${className}`}
    />
  );
}

export type ShownAd = Pick<Ad, 'title' | 'description' | 'link' | 'image_url' | 'image_small'>;

/** The name of the host to which an ad leads; null for an ad without a link that may be followed. */
export function adHost(ad: Pick<Ad, 'link'>): string | null {
  const link = safeLink(ad.link);
  return link && new URL(link).hostname;
}

/** How the words that open a whole ad look, below its other words. */
export const readMoreLook = (isTall: boolean) =>
  `absolute bottom-0 flex h-11 items-center rounded-xl px-3 text-sm font-semibold text-brand underline underline-offset-4 ${isTall ? 'left-0' : 'left-24 lg:left-36 narrow:bottom-24 narrow:left-0'}`;

/** Picture and words of an ad, cut to the size of its form. */
export function AdFace({ ad, isTall = false }: { ad: ShownAd; isTall?: boolean }) {
  const host = adHost(ad);
  return (
    <>
      <AdImage
        lazy
        ad={ad}
        // No more of it is seen, so the small copy is sharp enough on every phone.
        sizes="218px"
        className={adForm(isTall).picture}
      />
      <span
        // A row has three lines: a host of two leaves none to the description.
        className={`flex min-w-0 flex-1 flex-col px-3 leading-[1.25rem] ${isTall ? 'pt-2' : 'h-[3.75rem] overflow-hidden pr-[calc(1rem+32px)] narrow:h-auto narrow:pt-2 narrow:pr-3'}`}
      >
        <span
          dir="auto"
          className={`${isTall ? 'line-clamp-2' : 'line-clamp-1 narrow:line-clamp-2'} shrink-0 font-bold wrap-anywhere`}
        >
          {ad.title}
        </span>
        {host && (
          <span className="flex shrink-0 items-center gap-1 text-sm leading-[1.25rem] font-medium text-brand">
            <span dir="ltr" className="line-clamp-2 wrap-anywhere">
              {host}
            </span>
            <Icon name="next" className="size-4 shrink-0 [transform:rotate(-45deg)]" />
          </span>
        )}
        <span
          dir="auto"
          className={`${host ? 'line-clamp-1' : 'line-clamp-2'} shrink-0 text-sm leading-[1.25rem] text-muted wrap-anywhere narrow:line-clamp-3`}
        >
          {ad.description}
        </span>
      </span>
    </>
  );
}
