import type { ReactNode } from 'react';
import { KitengeStrip } from '../../components/Card.tsx';

interface TicketProps {
  /** What is paid for and what it costs. */
  head: ReactNode;
  /** Paid: the lower part comes off along its dashes. */
  isTorn: boolean;
  children: ReactNode;
}

/** A payment as one card: what it is for, and below the dashes what happens with it. */
export const Ticket = ({ head, isTorn, children }: TicketProps) => (
  <div className="raised rounded-2xl border border-line bg-surface">
    <KitengeStrip className="h-3 rounded-t-2xl" />
    <div className="p-4 sm:p-5">{head}</div>
    <div
      className={`space-y-4 rounded-b-2xl border-t-2 border-dashed border-line bg-surface p-4 sm:p-5 ${isTorn ? 'torn' : ''}`}
    >
      {children}
    </div>
  </div>
);
