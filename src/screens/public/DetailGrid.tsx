import type { ReactNode } from 'react';
import { KitengeStrip } from '../../components/KitengeStrip.tsx';

interface DetailGridProps {
  /** What the page is about. */
  article: ReactNode;
  /** How to reach the person; on a desktop it stays in sight beside the rest. */
  contact: ReactNode;
  /** The caution below that. */
  caution?: ReactNode;
  /** What else there is. */
  children?: ReactNode;
}

const card = 'rounded-2xl border border-line bg-surface raised';

/** The page of a fundi or of a job: on a desktop two columns. No hooks: `src/boot` draws it too. */
export const DetailGrid = ({ article, contact, caution, children }: DetailGridProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:gap-6 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
    <article className={card}>
      <KitengeStrip className="h-3 rounded-t-2xl" />
      <div className="space-y-4 p-4 sm:p-6">{article}</div>
    </article>
    <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
      <div className="space-y-3 sm:space-y-6 lg:sticky lg:top-6">
        <div className={`${card} p-4 sm:p-6`}>{contact}</div>
        {caution}
      </div>
    </div>
    {children && <div className="space-y-3 sm:space-y-6">{children}</div>}
  </div>
);
