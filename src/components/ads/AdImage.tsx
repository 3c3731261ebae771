import { useState } from 'react';
import { AD_IMAGE_MAX_SIDE, AD_IMAGE_SMALL_SIDE } from '../../contract/limits.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Ad } from '../../contract/schemas.ts';
import { apiBase } from '../../lib/config.ts';

/** An image's address as the browser needs it: some APIs give only the path on their own host. */
function addressOf(src: string | null | undefined): string | null {
  if (!src) return null;
  try {
    return new URL(src, apiBase()).href;
  } catch {
    return null;
  }
}

/** Both sizes for `srcset`: two addresses of the web without a comma, which would end them. */
const SRC_SET = /^https?:[^,]+,https?:[^,]+$/;

interface AdImageProps {
  ad: Pick<Ad, 'image_url' | 'image_small'>;
  /** How long the picture's longer side is on the screen, as the attribute `sizes` has it. */
  sizes: string;
  /** Size of the box, whatever the size of the image. */
  className: string;
  fit?: 'object-cover' | 'object-contain';
  /** Fetches the image only when it comes near the screen. */
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
