import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CardList } from '../../src/components/list/CardList.tsx';

interface Item {
  id: number;
}

const itemsTo = (count: number) => Array.from({ length: count }, (_, at) => ({ id: at + 1 }));
const renderCard = ({ id }: Item): ReactNode => <p>Card {id}</p>;
const list = (items: Item[], renderItem = renderCard, instead?: ReactNode) => (
  <CardList
    items={items}
    renderItem={renderItem}
    label="cards"
    rowRem={9}
    isGrey={false}
    instead={instead}
    ads={<p>Ads</p>}
  />
);
const texts = () => screen.getAllByText(/^Card|^Ads/).map(({ textContent }) => textContent);

/** Until the end of the test the app has started. */
function startedApp() {
  vi.stubGlobal('firstPage', { state: 'app' });
  onTestFinished(() => void vi.unstubAllGlobals());
}

it('renders only the cards that are new when others come and go, and the ads after the sixth', () => {
  const renderItem = vi.fn(renderCard);
  const items = itemsTo(8);
  const { rerender } = render(list(items.slice(0, 7), renderItem));
  expect(renderItem).toHaveBeenCalledTimes(7);
  rerender(list(items.slice(1), renderItem));
  const cards = [2, 3, 4, 5, 6, 7].map((at) => `Card ${at}`);
  expect(texts()).toEqual([...cards, 'Ads', 'Card 8']);
  expect(renderItem).toHaveBeenCalledTimes(8);
});

it.each([
  [0, ['Ads']],
  [1, ['Card 1', 'Ads']],
])('has the ads with %i cards too', (count, expected) => {
  render(list(itemsTo(count)));
  expect(texts()).toEqual(expected);
});

it('keeps the list and the ads in place when something stands instead of the cards', () => {
  const { rerender } = render(list(itemsTo(2)));
  const [before, ads] = [screen.getByRole('list'), screen.getByText('Ads')];
  rerender(list([], renderCard, <p>Card of none</p>));
  expect(texts()).toEqual(['Card of none', 'Ads']);
  expect(before.firstElementChild).toHaveTextContent('Card of none');
  expect(screen.getByText('Ads')).toBe(ads);
});

it('renders the painted cards when the app starts, and then the others', () => {
  expect(renderToStaticMarkup(list(itemsTo(30))).match(/Card/g)).toHaveLength(8);
  render(list(itemsTo(30)));
  expect(screen.getAllByText(/^Card/)).toHaveLength(30);
});

it('renders all cards of a short list at once when the app was there before', () => {
  startedApp();
  expect(renderToStaticMarkup(list(itemsTo(60))).match(/Card/g)).toHaveLength(60);
});
