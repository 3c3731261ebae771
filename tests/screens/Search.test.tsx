/** The search of the directory and of the jobs, in the words of people. */
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import * as STATE from '../../src/contract/messages/state.ts';
import { makeFundi, makeJob } from '../mocks/factories.ts';
import { mock } from '../mocks/overrides.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

const fundis = [
  { name: 'Otieno', location: 'Juja', skills: 'Tiling, Plumbing' },
  { name: 'Mwangi', location: 'Thika', skills: 'plumbing' },
  { name: 'Achieng', location: 'Juja', skills: 'House cleaning, Laundry' },
  { name: 'Zawadi', location: 'Ruiru', skills: 'Tailoring' },
].map((fundi, index) => makeFundi({ id: index + 1, ...fundi }));

const town = (headers: Record<string, string> = {}) =>
  mock('listFundis', { body: fundis, headers });
const box = () => screen.findByRole('combobox', { name: /^Search/ });
const cards = async (label: string) => {
  const list = await screen.findByRole('list', { name: label });
  return within(list)
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);
};
const options = () => screen.queryAllByRole('option', { name: /^\D+ \d+$/ });

it('finds who does the work, marks why, says in which order, and offers another one', async () => {
  town();
  const { user, currentPath } = renderAt('/fundis');
  const order = await screen.findByLabelText('Sort by');
  expect(within(order).getByRole('option', { selected: true })).toHaveTextContent('Best first');
  await user.click(await box());
  await user.paste('fundi wa bomba');
  expect(await screen.findByText('2 plumbers for “fundi wa bomba”')).toBeVisible();
  expect(await cards('fundis')).toEqual(['Mwangi', 'Otieno']);
  expect(screen.getAllByText(/plumbing/i, { selector: 'mark' })).toHaveLength(2);

  await user.clear(await box());
  await user.paste('plumber tiles');
  expect(within(order).getByRole('option', { selected: true })).toHaveTextContent('Best match');
  await waitFor(async () => expect(await cards('fundis')).toEqual(['Otieno', 'Mwangi']));
  await user.selectOptions(order, 'Newest');
  await waitFor(() => expect(currentPath()).toBe('/fundis?q=plumber+tiles&sort=newest'));
  await waitFor(async () => expect(await cards('fundis')).toEqual(['Mwangi', 'Otieno']));
  await user.selectOptions(order, 'Best match');
  await waitFor(async () => expect(await cards('fundis')).toEqual(['Otieno', 'Mwangi']));
});

it('shows what a search was understood as, and takes that back with one press', async () => {
  town();
  const { user, currentPath } = renderAt('/fundis?q=bomba+inavuja');
  expect(await screen.findByText('2 plumbers for “bomba inavuja”')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear the search for Plumbing' }));
  expect(await screen.findByText('4 fundis')).toBeVisible();
  expect(currentPath()).toBe('/fundis');
});

it.each([
  ['askari', '2 watchmen for “askari”', ['Ali', 'Ben']],
  // A mistake is forgiven, and a place is known.
  ['plumer+huko+juja', '1 plumber for “plumer huko juja”', ['Otieno']],
])('reads the shared link of a search, "%s": %s', async (phrase, text, found) => {
  const guards = ['Ali', 'Ben'].map((name) => makeFundi({ name, skills: 'Security guard' }));
  mock('listFundis', { body: [...fundis, ...guards.map((it, at) => ({ ...it, id: 8 + at }))] });
  renderAt(`/fundis?q=${phrase}`);
  expect(await screen.findByText(text)).toBeVisible();
  expect((await cards('fundis')).toSorted()).toEqual(found);
});

it('shows the fundis of a trade without what reads other phrases, and moves none when it comes', async () => {
  town();
  const { user } = renderAt('/fundis?q=Plumbing');
  expect(await screen.findByText('2 of 4 fundis')).toBeVisible();
  expect(await cards('fundis')).toEqual(['Mwangi', 'Otieno']);
  expect(screen.queryByText('Searching…')).toBeNull();
  // The trade's own name stands in the box: it is not said again beside the count.
  expect(screen.queryByRole('button', { name: /^Clear the search/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Clear filters' })).toBeVisible();
  expect(screen.queryAllByText(/plumbing/i, { selector: 'mark' })).toEqual([]);
  await user.click(await box());
  expect(await screen.findAllByText(/plumbing/i, { selector: 'mark' })).toHaveLength(2);
  expect(await cards('fundis')).toEqual(['Mwangi', 'Otieno']);
});

it('offers trades and places while somebody types, for the arrow keys and for a tap, until Escape', async () => {
  town();
  const { user, currentPath } = renderAt('/fundis');
  const input = await box();
  expect(input).toHaveAttribute('aria-expanded', 'false');
  await user.type(input, 'plum');
  const option = await screen.findByRole('option', { name: 'Plumbing 2' });
  expect(input).toHaveAttribute('aria-expanded', 'true');
  expect(option).toHaveAttribute('aria-selected', 'false');
  await user.keyboard('{ArrowDown}');
  expect(option).toHaveAttribute('aria-selected', 'true');
  expect(input).toHaveAttribute('aria-activedescendant', option.id);
  await user.keyboard('{Enter}');
  expect(input).toHaveValue('Plumbing');
  expect(screen.queryByRole('listbox')).toBeNull();
  await waitFor(() => expect(currentPath()).toBe('/fundis?q=Plumbing'));

  await user.type(input, ' in thi');
  await user.click(await screen.findByRole('option', { name: 'Thika 1' }));
  expect(input).toHaveValue('Plumbing in Thika');
  expect(input).toHaveFocus();
  expect(await screen.findByText('1 plumber for “Plumbing in Thika”')).toBeVisible();

  await user.clear(input);
  await user.type(input, 'tailo');
  await waitFor(() => expect(options()).toHaveLength(1));
  await user.keyboard('{Escape}');
  expect(options()).toHaveLength(0);
  expect(input).toHaveValue('tailo');
});

it.each([
  ['of a phrase', 'q=fundi+wa+maji+huko+ruiru'],
  ['of a trade that a filter leaves out', 'q=Plumbing&location=Ruiru'],
])('says where the nearest %s are, or to post a job', async (_, search) => {
  town();
  const { user, currentPath } = renderAt(`/fundis?${search}`);
  expect(await screen.findByText(/No plumber in Ruiru yet\./)).toBeVisible();
  expect(screen.getByText(STATE.fundisEmpty)).toBeVisible();
  expect(await cards('nearest fundis')).toEqual(['Mwangi', 'Otieno']);
  leadsTo('Register and post a job', '/register/client');
  await user.click(screen.getByRole('link', { name: '1 in Thika' }));
  expect(await cards('fundis')).toEqual(['Mwangi']);
  expect(currentPath()).toBe('/fundis?location=Thika&q=Plumbing');
});

it('shows others of the place where the town has no such trade', async () => {
  town();
  renderAt('/fundis?q=watchman+in+ruiru', { user: 'client' });
  expect(await screen.findByText(/No watchman in Ruiru yet\./)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Others in Ruiru' })).toBeVisible();
  expect(await cards('nearest fundis')).toEqual(['Zawadi']);
  leadsTo('Post a Job', '/dashboard/client/jobs/add?title=watchman+in+ruiru');
});

it('offers similar work where nobody in the town has a trade', async () => {
  town();
  const { user, currentPath } = renderAt('/fundis?q=borehole');
  expect(await screen.findByText(/here yet\./)).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Similar work' })).toBeVisible();
  expect(await cards('nearest fundis')).toEqual(['Mwangi', 'Otieno']);
  expect(screen.getByRole('link', { name: 'Register and post a job' })).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Plumbing (2)' }));
  expect(await screen.findByText('2 of 4 fundis')).toBeVisible();
  expect(currentPath()).toBe('/fundis?q=Plumbing');
});

it('says so of two filters that nobody fits together; a fundi is offered no job to post', async () => {
  town();
  renderAt('/fundis?location=Thika&skill=Tailoring', { user: 'fundi' });
  expect(await screen.findByText(/No tailor in Thika yet\./)).toBeVisible();
  expect(screen.getByRole('link', { name: '1 in Ruiru' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Post a Job' })).toBeNull();
});

it('finds jobs by the trade that they need', async () => {
  mock('listJobs', {
    body: [
      makeJob({ id: 1, title: 'Choo imeziba', description: 'Kitchen too', location: 'Juja' }),
      makeJob({ id: 2, title: 'Paint a room', description: 'Two walls', location: 'Juja' }),
    ],
  });
  renderAt('/jobs?q=plumber', { user: 'fundi' });
  expect(await screen.findByText('1 of 2 jobs')).toBeVisible();
  expect(screen.getByText('Choo', { selector: 'mark' })).toBeVisible();
});
