/** What the ads and their placeholder have in common. */
import type { ReactNode } from 'react';

/** One height for every ad and every state, so that nothing below the banner moves. */
export const adBoxSize = 'h-32 w-full sm:h-40 narrow:h-96';
/** The box of an ad. */
export const adBox = `flex ${adBoxSize} narrow:flex-col overflow-hidden rounded-2xl border border-line bg-surface text-left raised`;

/** The banner's heading in the corner of its box, with what else is there. */
export function AdLabel({ headingId, children }: { headingId: string; children?: ReactNode }) {
  return (
    <div className="absolute top-1.5 left-1.5 z-10 flex gap-1 rounded-lg bg-surface/95 px-1.5 py-0.5 text-xs font-bold sm:top-2.5 sm:left-2.5">
      <h2 id={headingId}>Sponsored</h2>
      {children}
    </div>
  );
}
