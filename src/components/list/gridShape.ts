/** What the plain and the windowed list of cards have in common. */
import type { ReactNode } from 'react';
import type { Id } from '../../contract/schemas.ts';

/** The columns of every list of cards; `WindowedGrid` says the same in numbers. */
export const cardGrid = 'grid gap-3 sm:grid-cols-2 xl:grid-cols-3';
/** The room between two cards in `cardGrid`, in rem. */
export const GRID_GAP_REM = 0.75;

/** What a list of cards is made of. */
export interface CardGridProps<T extends { id: Id }> {
  items: readonly T[];
  renderItem: (item: T) => ReactNode;
  label: string;
  /** The usual height of a card, in rem. */
  rowRem: number;
}

/** The key of an item, whose id may be missing. */
export const cardKey = ({ id }: { id: Id }, index: number) => (id === '' ? `at ${index}` : id);
