import type { ReactNode } from 'react';
import { Skeleton } from '../States.tsx';

/**
 * The forms of an ad: a row of a list, its picture beside the words, or `tall`, the picture above them. Each has
 * one size in every state, so that nothing below the ads moves. With large text a row is tall too.
 */
const forms = {
  row: {
    size: 'relative w-full h-[6.25rem] narrow:h-[calc(184px+15rem)]',
    picture: 'h-full w-24 rounded-bl-2xl lg:w-36 narrow:h-46 narrow:w-full narrow:rounded-none',
  },
  tall: { size: 'relative w-full h-[calc(144px+8.75rem)]', picture: 'h-36 w-full' },
};

/** The classes of an ad in its form: of the whole, and of its picture. */
export const adForm = (isTall: boolean) => forms[isTall ? 'tall' : 'row'];

/** In the place of an ad until it comes. `src/boot` shows the first one's picture in it before the app is there. */
export function AdPlace({ isTall }: { isTall: boolean }) {
  const { size, picture } = adForm(isTall);
  return (
    <div className={size}>
      <Skeleton className="size-full" />
      <img
        data-picture
        alt=""
        src={globalThis.firstPage?.picture}
        className={`absolute top-0 object-cover not-[[src]]:hidden ${picture}`}
      />
    </div>
  );
}

/** The box around an ad, with its label above it: nothing covers the ad. */
export function AdFrame({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="relative rounded-2xl border border-line bg-surface text-ink raised">
      <div className="flex justify-between px-3 py-1 text-xs leading-[0.875rem] font-medium text-muted">
        {label}
      </div>
      {children}
    </div>
  );
}
