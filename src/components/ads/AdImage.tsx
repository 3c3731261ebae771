import { useState } from 'react';
import { STATE } from '../../contract/messages.ts';
import { apiBase } from '../../lib/config.ts';

/** An image's address as the browser needs it: some APIs give only the path on their own host. */
function addressOf(src: string | null): string | null {
  if (!src) return null;
  try {
    return new URL(src, apiBase()).href;
  } catch {
    return null;
  }
}

interface AdImageProps {
  src: string | null;
  /** Size of the box, whatever the size of the image. */
  className: string;
  fit?: 'object-cover' | 'object-contain';
  /** Fetches the image only when it comes near the screen. */
  lazy?: boolean;
}

/** An ad's image, or the "No Image" placeholder where there is none or it does not load (spec §4). */
export function AdImage({ src, className, fit = 'object-cover', lazy = false }: AdImageProps) {
  const [failed, setFailed] = useState<string | null>(null);
  const address = addressOf(src);
  if (address === null || failed === address) {
    return (
      <span
        className={`grid shrink-0 place-items-center bg-sunken p-2 text-center text-sm font-medium text-muted ${className}`}
      >
        {STATE.adNoImage}
      </span>
    );
  }
  return (
    <img
      // The text of the ad is beside it.
      alt=""
      src={address}
      width={1280}
      height={720}
      decoding="async"
      loading={lazy ? 'lazy' : undefined}
      onError={() => setFailed(address)}
      className={`shrink-0 bg-sunken ${fit} ${className}`}
    />
  );
}
