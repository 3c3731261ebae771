import { render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
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

it('renders the first cards when the app starts, and the others in steps after them', () => {
  const items = Array.from({ length: 30 }, (_, id) => ({ id }));
  const renderItem = vi.fn(({ id }: Item) => <p>Card {id}</p>);
  const grid = <CardGrid items={items} renderItem={renderItem} label="cards" rowRem={12} />;
  renderToStaticMarkup(grid);
  expect(renderItem).toHaveBeenCalledTimes(12);

  render(grid);
  expect(screen.getAllByText(/^Card/)).toHaveLength(30);
});

it('renders all cards at once when the app was there before', () => {
  vi.stubGlobal('firstPage', { state: 'app' });
  onTestFinished(() => void vi.unstubAllGlobals());
  const items = Array.from({ length: 30 }, (_, id) => ({ id }));
  const markup = renderToStaticMarkup(
    <CardGrid items={items} renderItem={() => <p>Card</p>} label="cards" rowRem={12} />,
  );
  expect(markup.match(/Card</g)).toHaveLength(30);
});
