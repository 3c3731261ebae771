import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { gate } from '../support/gate.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import type { Fundi } from '../../src/contract/schemas.ts';

const card = (name: RegExp | string) => screen.findByRole('link', { name });
const itemOf = (name: RegExp) => screen.getByRole('link', { name }).closest('li');
const names = () => screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent);
const optionsOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map((option) => option.textContent)
    .join(', ');
const list = (...fundis: Partial<Fundi>[]) =>
  mock('listFundis', {
    body: fundis.map((fundi, index) => makeFundi({ id: index + 1, ...fundi })),
  });
/** A small market: names, places and skills to look for. */
const market = () =>
  list(
    { name: 'Otieno', location: 'Juja', skills: 'Plumbing, Tiling, Painting' },
    { name: 'achieng', location: 'juja ', skills: 'Wiring' },
    { name: 'Mwangi', location: 'Juja', skills: 'plumbing' },
    { name: 'Zawadi', location: 'Thika', skills: 'Tailoring' },
    { name: 'Baraka', location: null, skills: null },
  );

it('shows the available fundis in cards that open their pages', async () => {
  renderAt('/fundis', { user: 'client' });
  const otieno = await card(/^Otieno Odhiambo/);
  expect(otieno).toHaveAttribute('href', `/fundis/${town.fundi.id}`);
  const shown = 'OOtieno OdhiamboAvailable nowPlumbingTilingJujaKsh 1,500 a day';
  expect(otieno).toHaveTextContent(shown);
  expect(within(otieno).getByText('Available now')).toBeVisible();
  expect(within(otieno).queryByText('Painting')).toBeNull();
  expect(names()).toHaveLength(2);
  expect(screen.queryByText('Fatuma Hassan')).toBeNull();
  const title = 'Discover Skilled Fundis Near You';
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  expect(document.title).toContain(title);
  expect(screen.getByRole('region', { name: 'Sponsored' })).toBeVisible();
  leadsTo('Register free', '/register/fundi');
  expect(calls('listFundis')[0]?.headers).not.toHaveProperty('authorization');
});

it('shows fallbacks for missing fields', async () => {
  mock('listFundis', {
    body: [
      { id: 7, is_available: true },
      { name: 'No id', is_available: true, skills: ' , ', rate_note: '' },
    ],
  });
  renderAt('/fundis');
  const nameless = await card(/^Name not given/);
  expect(within(nameless).getByText('Not provided')).toBeVisible();
  expect(within(nameless).getByText('N/A')).toBeVisible();
  expect(within(nameless).getByText('Not specified')).toBeVisible();
  expect(names()).toEqual(['Name not given', 'No id']);
  expect(screen.queryByRole('link', { name: /No id/ })).toBeNull();
});

it('filters by each location and first skill, has both in the address and announces the count', async () => {
  market();
  const { user, currentPath } = renderAt('/fundis?from=sms');
  await card(/^Otieno/);
  const places = 'All (5), Juja (3), Thika (1)';
  await waitFor(() => expect(optionsOf('Filter by Location')).toBe(places));
  const skills = 'All (5), Plumbing (2), Tailoring (1), Wiring (1)';
  expect(optionsOf('Filter by Skill')).toBe(skills);
  const steps = window.history.length;
  await user.selectOptions(screen.getByLabelText('Filter by Location'), 'Juja');
  await screen.findByText('3 of 5 fundis');
  expect(screen.getByText('3 of 5 fundis')).toHaveAttribute('role', 'status');
  // The screen changes first and then the address.
  await waitFor(() => expect(currentPath()).toBe('/fundis?from=sms&location=Juja'));
  await user.selectOptions(screen.getByLabelText('Filter by Skill'), 'Plumbing');
  await screen.findByText('2 of 5 fundis');
  expect(names()).toEqual(['Mwangi', 'Otieno']);
  expect(currentPath()).toBe('/fundis?from=sms&location=Juja&skill=Plumbing');
  expect(window.history.length).toBe(steps + 2);

  window.history.back();
  await screen.findByText('3 of 5 fundis');
  expect(screen.getByLabelText('Filter by Location')).toHaveValue('Juja');
  expect(screen.getByLabelText('Filter by Skill')).toHaveValue('');
});

it('reads filters from a shared address in any case, also a place without fundis', async () => {
  market();
  renderAt('/fundis?location=JUJA&q=plumb&sort=name');
  await screen.findByText('2 plumbers for “plumb”');
  expect(names()).toEqual(['Mwangi', 'Otieno']);
  expect(screen.getByLabelText('Search by name, skill or place')).toHaveValue('plumb');
  await waitFor(() => expect(screen.getByLabelText('Filter by Location')).toHaveValue('Juja'));
  const skills = 'All (2), Plumbing (2), Tailoring (0), Wiring (0)';
  await waitFor(() => expect(optionsOf('Filter by Skill')).toBe(skills));
});

it('applies a filter of the address that is not in the options', async () => {
  market();
  renderAt('/fundis?location=uj');
  expect(await screen.findByText('3 of 5 fundis')).toBeVisible();
  expect(screen.getByLabelText('Filter by Location')).toHaveValue('uj');
});

it('searches names, skills and places at each key, without new history entries, also when the page is left at once', async () => {
  market();
  const { user, currentPath } = renderAt('/fundis');
  await card(/^Otieno/);
  const steps = window.history.length;
  const box = screen.getByRole('combobox', { name: /^Search/ });
  await user.click(box);
  await user.paste('juja plumb');
  await screen.findByText('2 plumbers for “juja plumb”');
  expect(names()).toEqual(['Mwangi', 'Otieno']);
  await waitFor(() => expect(currentPath()).toBe('/fundis?q=juja+plumb'));
  await user.type(box, 'ing tiling');
  await waitFor(() => expect(names()).toEqual(['Otieno', 'Mwangi']));
  await waitFor(() => expect(currentPath()).toBe('/fundis?q=juja+plumbing+tiling'));
  expect(box).toHaveFocus();
  expect(window.history.length).toBe(steps);

  await user.clear(box);
  await user.paste('zawadi');
  await user.click(await card(/^Zawadi/));
  expect(await screen.findByRole('link', { name: 'Back to Fundis' })).toBeVisible();
  window.history.back();
  await screen.findByText('1 of 5 fundis');
  expect(currentPath()).toBe('/fundis?q=zawadi');
  expect(screen.getByRole('combobox', { name: /^Search/ })).toHaveValue('zawadi');
});

it('offers to clear the filters when nothing is found', async () => {
  market();
  const { user, currentPath } = renderAt('/fundis?location=Thika&q=plumber&sort=name');
  expect(await screen.findByText('No fundis found with current filter.')).toBeVisible();
  expect(screen.getByText('0 plumbers for “plumber”')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('5 fundis')).toBeVisible();
  expect(currentPath()).toBe('/fundis?sort=name');
  expect(names()).toEqual(['achieng', 'Baraka', 'Mwangi', 'Otieno', 'Zawadi']);
  expect(screen.getByRole('heading', { name: 'Results' })).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

it('shows "Loading fundis...", then the empty state when there are no fundis', async () => {
  const { opened, open } = gate();
  mock('listFundis', () => opened.then(() => ({ body: [] })));
  renderAt('/fundis');
  expect(await screen.findByText('Loading fundis...')).toBeVisible();
  expect(screen.getByLabelText('Filter by Location')).toBeEnabled();
  expect(screen.queryByText('No fundis found with current filter.')).toBeNull();
  open();
  expect(await screen.findByText('No fundis found with current filter.')).toBeVisible();
  expect(screen.getByText('0 fundis')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

it('shows a failed list as an empty one, logs it without a toast, and tries again', async () => {
  const warn = vi.spyOn(console, 'warn');
  mock('listFundis', 404, 500, 500, 500, 'usual');
  const { user } = renderAt('/fundis');
  const tryAgain = () => user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No fundis found with current filter.')).toBeVisible();
  // A refusal is no failure that may pass.
  expect(calls('listFundis')).toHaveLength(1);
  stopClock();
  await tryAgain();
  await advance(2000);
  expect(warn).toHaveBeenCalledWith('public/fundis could not be loaded:', 500);
  expect(calls('listFundis')).toHaveLength(4);
  expect(screen.getByText('No fundis found with current filter.')).toBeVisible();
  expect(screen.queryByRole('alert')).toBeNull();
  await tryAgain();
  expect(await screen.findByText('2 fundis')).toBeVisible();
});

it('renders only the cards near the window of a long list', async () => {
  const many = Array.from({ length: 2000 }, (_, index) => ({ name: `Fundi ${index + 1}` }));
  list(...many);
  const { user } = renderAt('/fundis');
  expect(await screen.findByText('2,000 fundis')).toBeVisible();
  // The script for long lists comes after the first cards.
  await waitFor(() => expect(itemOf(/^Fundi 1999/)).toHaveAttribute('aria-setsize', '2000'));
  expect(itemOf(/^Fundi 1999/)).toHaveAttribute('aria-posinset', '2');
  expect(names().length).toBeGreaterThan(6);
  expect(names().length).toBeLessThan(60);

  await user.click(screen.getByRole('combobox', { name: /^Search/ }));
  await user.paste('1234');
  expect(await screen.findByText('1 of 2,000 fundis')).toBeVisible();
});

it('reaches a fundi from the card, beside the link to their page', async () => {
  list(
    { name: 'Wanjiku Kamau', skills: 'Electrical wiring, Solar', phone_number: '0712345678' },
    { name: 'Njeri', phone_number: null },
    { name: '', skills: null, phone_number: '0722000002' },
  );
  renderAt('/fundis');
  await card('Call Wanjiku Kamau');
  leadsTo('Call Wanjiku Kamau', 'tel:0712345678');
  const chat = screen.getByRole('link', { name: 'WhatsApp Wanjiku Kamau' });
  const { pathname, searchParams } = new URL(chat.getAttribute('href') ?? '');
  expect(pathname).toBe('/254712345678');
  expect(searchParams.get('text')).toBe(
    'Hello Wanjiku Kamau, I found you on Fundi Mtaani. I need a fundi for Electrical wiring in Juja. Are you free?',
  );
  expect(chat).toHaveAttribute('target', '_blank');
  expect(chat.closest('a a')).toBeNull();
  expect(screen.queryByRole('link', { name: 'Call Njeri' })).toBeNull();
  expect(screen.getAllByText('· No number')).toHaveLength(1);
  const nameless = screen.getByRole('link', { name: 'WhatsApp Name not given' });
  expect(new URL(nameless.getAttribute('href') ?? '').searchParams.get('text')).toBe(
    'Hello, I found you on Fundi Mtaani. I need a fundi in Juja. Are you free?',
  );
});

it('offers the trades of the list with their counts, each a search', async () => {
  market();
  const { user, currentPath } = renderAt('/fundis');
  await card(/^Otieno/);
  const trades = within(await screen.findByRole('navigation', { name: 'Trades' }));
  const links = await trades.findAllByRole('link');
  expect(links.map((link) => link.textContent).join(', ')).toBe(
    'Plumbing 2, Electrical work 1, Tiles and floors 1, Painting 1, Tailoring 1',
  );
  await user.click(links[0]!);
  expect(await screen.findByText('2 of 5 fundis')).toBeVisible();
  expect(currentPath()).toBe('/fundis?q=Plumbing');
  expect(trades.getByRole('link', { current: true })).toHaveTextContent('Plumbing 2');
});
