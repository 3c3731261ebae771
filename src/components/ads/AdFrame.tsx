import type { ReactNode } from 'react';
import { Skeleton } from '../Skeleton.tsx';

/**
 * The size of an ad in every state, so that nothing below the banner moves: on a phone a picture of
 * 184 px, below it 7.5 rem of words and 58 px for the buttons; else the words are beside the picture. With
 * large text there are up to seven lines of words, as a host may need two.
 */
export const adSize =
  'relative w-full h-[calc(242px+7.5rem)] sm:h-[calc(84px+6.25rem)] narrow:h-[calc(290px+11rem)]';

/** The size of an ad's picture in it. */
export const adPictureSize = 'h-46 w-full sm:h-full sm:w-80 sm:rounded-bl-2xl';

/** In the place of an ad until it comes. `src/boot` shows the first one's picture in it before the app is there. */
export function AdPlace() {
  return (
    <div className={adSize}>
      <Skeleton className="size-full" />
      <img
        data-picture
        alt=""
        src={globalThis.firstPage?.picture}
        className={`absolute top-0 object-cover not-[[src]]:hidden ${adPictureSize}`}
      />
    </div>
  );
}

/** The box around an ad, with its label above it: nothing covers the ad. */
export function AdFrame({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="relative rounded-2xl border border-line bg-surface text-ink raised">
      <div className="flex justify-between px-3 pt-2 pb-1.5 text-xs leading-[1rem] font-bold text-muted sm:px-5">
        {label}
      </div>
      {children}
    </div>
  );
}
