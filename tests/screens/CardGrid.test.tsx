import { render, screen } from '@testing-library/react';
import { Profiler, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CardGrid, LeadCards } from '../../src/components/list/CardGrid.tsx';

interface Item {
  id: number;
}

/** The whole list: its lead and the cards after the ads. */
const Cards = (props: { items: Item[]; renderItem: (item: Item) => ReactNode }) => (
  <>
    <LeadCards {...props} label="cards" />
    <CardGrid {...props} skip={2} label="more cards" rowRem={12} />
  </>
);

it('renders only the cards that are new when others come and go', () => {
  const items = [1, 2, 3, 4, 5].map((id) => ({ id }));
  const renderItem = vi.fn(({ id }: Item) => <p>Card {id}</p>);
  const grid = (shown: Item[]) => <Cards items={shown} renderItem={renderItem} />;
  const { rerender } = render(grid(items.slice(0, 4)));
  expect(renderItem).toHaveBeenCalledTimes(4);

  rerender(grid(items.filter(({ id }) => id !== 3)));
  expect(screen.getAllByText(/^Card/).map((card) => card.textContent)).toEqual([
    'Card 1',
    'Card 2',
    'Card 4',
    'Card 5',
  ]);
  expect(renderItem).toHaveBeenCalledTimes(5);
});

it('renders the first cards when the app starts, and the others in steps after them', () => {
  const items = Array.from({ length: 30 }, (_, id) => ({ id }));
  const renderItem = vi.fn(({ id }: Item) => <p>Card {id}</p>);
  const grid = <Cards items={items} renderItem={renderItem} />;
  renderToStaticMarkup(grid);
  expect(renderItem).toHaveBeenCalledTimes(8);

  render(grid);
  expect(screen.getAllByText(/^Card/)).toHaveLength(30);
});

/** Until the end of the test the app has started. */
function startedApp() {
  vi.stubGlobal('firstPage', { state: 'app' });
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('renders the first screen when a long list takes the place of none, and the others after it', () => {
  startedApp();
  const items = Array.from({ length: 100 }, (_, id) => ({ id }));
  const drawn: number[] = [];
  const note = () => drawn.push(screen.queryAllByText('Card').length);
  const grid = (shown: Item[]) => (
    <Profiler id="grid" onRender={note}>
      <Cards items={shown} renderItem={() => <p>Card</p>} />
    </Profiler>
  );
  const { rerender } = render(grid([]));
  rerender(grid(items));
  expect([...new Set(drawn)].slice(0, 2)).toEqual([0, 8]);
  expect(drawn.at(-1)).toBeGreaterThanOrEqual(20);
});

it('renders all cards at once when the app was there before', () => {
  startedApp();
  const items = Array.from({ length: 30 }, (_, id) => ({ id }));
  const markup = renderToStaticMarkup(<Cards items={items} renderItem={() => <p>Card</p>} />);
  expect(markup.match(/Card</g)).toHaveLength(30);
});
