/** What the plain and the windowed list of cards have in common. */
import type { Key, ReactNode } from 'react';

/** The columns of every list of cards; `WindowedGrid` has the same in numbers. */
export const cardGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3';
/** The room between two cards in `cardGrid`, in rem. */
export const GRID_GAP_REM = 0.75;

/** A list of cards, each by its index from 0. */
export interface Cards {
  count: number;
  cardAt: (index: number) => ReactNode;
  keyAt: (index: number) => Key;
  label: string;
  /** The usual height of a card, in rem. */
  rowRem: number;
}
