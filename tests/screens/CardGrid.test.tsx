import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CardGrid } from '../../src/components/list/CardGrid.tsx';

interface Item {
  id: number;
}

it('renders only the cards that are new when others come and go', () => {
  const items = [1, 2, 3, 4].map((id) => ({ id }));
  const renderItem = vi.fn(({ id }: Item) => <p>Card {id}</p>);
  const grid = (shown: Item[]) => (
    <CardGrid items={shown} renderItem={renderItem} label="cards" rowRem={12} />
  );
  const { rerender } = render(grid(items.slice(0, 3)));
  expect(renderItem).toHaveBeenCalledTimes(3);

  rerender(grid(items.slice(1)));
  expect(screen.getAllByText(/^Card/).map((card) => card.textContent)).toEqual([
    'Card 2',
    'Card 3',
    'Card 4',
  ]);
  expect(renderItem).toHaveBeenCalledTimes(4);
});
