import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { adQuery } from '../../src/lib/api/queries.ts';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { db } from '../mocks/db.ts';
import { inDays } from '../mocks/factories.ts';
import { mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { shown } from '../support/dates.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

const address = '/dashboard/client/ads';
const open = () => renderAt(address, { user: 'client' });

const article = async (title: string) => {
  const heading = await screen.findByRole('heading', { level: 2, name: title });
  return heading.closest('article') as HTMLElement;
};
const card = async (title: string) => within(await article(title));

it('shows the client’s own ads in cards, and Pay Now for the unpaid one', async () => {
  town.ad.expires_at = '2099-11-21T12:00:00Z';
  open();
  const mabati = await card('Mabati at factory price');
  expect(screen.getByRole('heading', { level: 1, name: 'My ads' })).toBeVisible();
  expect(screen.getByText('2 ads')).toBeVisible();
  expect(mabati.getByText('Roofing sheets of every gauge, delivered.')).toBeVisible();
  expect(mabati.getByText('Active')).toBeVisible();
  expect(mabati.getByText('Runs until 21 Nov 2099')).toBeVisible();
  const link = mabati.getByRole('link', { name: /mabati\.example\.com\/offers/ });
  expect(link).toHaveAttribute('href', 'https://mabati.example.com/offers');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(mabati.queryByText('Inactive – Payment required')).toBeNull();
  const image = (await article('Mabati at factory price')).querySelector('img');
  expect(image).toHaveAttribute('src', town.ad.image_url);
  expect(image?.srcset).toMatch(/\/media\/656\/\w+\.webp 656w,.*\/media\/\w+\.webp 1280w$/);
  expect(image?.sizes).toBe('284px');

  const milk = await card('Fresh milk daily');
  expect(milk.getByText('Inactive – Payment required')).toBeVisible();
  expect(milk.getByText('Runs for 30 days once it is paid')).toBeVisible();
  leadsTo('Pay Now for Fresh milk daily', `/dashboard/client/ads/pay/${town.unpaidAd.id}`, milk);
});

it('says when an unpaid ad will be deleted, and offers Pay Now for one that has expired', async () => {
  town.ad.expires_at = inDays(-40);
  open();
  const mabati = await card('Mabati at factory price');
  expect(mabati.getByText(/^Ran until \d/)).toBeVisible();
  expect(mabati.getByText('Inactive – Payment required')).toBeVisible();
  expect(mabati.getByRole('link', { name: /Pay Now/ })).toBeVisible();
  expect(mabati.queryByText(/Deleted on/)).toBeNull();
  const text = `Deleted on ${shown(inDays(28))} if not paid.`;
  expect((await card('Fresh milk daily')).getByText(text)).toBeVisible();
});

it('shows no link that is not of the web', async () => {
  // oxlint-disable-next-line no-script-url
  town.ad.link = 'javascript:alert(1)';
  open();
  expect((await card('Mabati at factory price')).queryByRole('link')).toBeNull();
});

const deleteMabati = async (user: ReturnType<typeof open>['user']) => {
  const mabati = await card('Mabati at factory price');
  await user.click(mabati.getByRole('button', { name: 'Delete Mabati at factory price' }));
  return within(await screen.findByRole('dialog', { name: 'Delete this ad?' }));
};

it('deletes an ad after a confirmation, and knows that what it has read of others is old', async () => {
  mock('deleteAd', 'network error', 'usual');
  const client = createQueryClient();
  const { queryKey } = adQuery(town.unpaidAd.id);
  const { id, title, description, image_url } = town.unpaidAd;
  const read = { id, title, description, image_url, link: null, expires_at: null };
  client.setQueryData(queryKey, { ...read, is_active: false });
  const { user } = renderAt(address, { user: 'client', client });
  const dialog = await deleteMabati(user);
  expect(dialog.getByText('Mabati at factory price')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Delete ad' }));
  expect(await screen.findByText('Failed to delete ad.')).toBeVisible();

  const again = await deleteMabati(user);
  await user.click(again.getByRole('button', { name: 'Delete ad' }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Mabati at factory price' })).toBeNull(),
  );
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(screen.getByRole('region', { name: 'Your ads' })).toHaveFocus();
});

it('invites to add the first ad', async () => {
  db.ads.length = 0;
  open();
  const box = (await screen.findByText(/You have no ads yet/)).parentElement;
  // The only one on the page stands below the sentence.
  expect(box).toContainElement(screen.getByRole('link', { name: 'Add an ad' }));
  leadsTo('Add an ad', '/dashboard/client/ads/add');
});

it('shows ads without any field', async () => {
  mock('listMyAds', { body: [{}, { id: 3, title: null, is_active: true }] });
  open();
  expect(await screen.findAllByRole('heading', { name: 'Untitled ad' })).toHaveLength(2);
  expect(screen.getByText('Running')).toBeVisible();
});

it('says why an ad was taken down, without Pay Now, and at its deletion whether money is lost', async () => {
  const rows = [
    [town.unpaidAd, 'Not paid for', 'If you delete it, you cannot get it back.'],
    [
      town.ad,
      /^Paid until /,
      'You have paid for it. If you delete it, you cannot get it back, and the money is not given back.',
    ],
  ] as const;
  for (const [ad] of rows) ad.taken_down = 'The picture is of another shop.';
  const { user } = open();
  for (const [ad, state, loss] of rows) {
    const taken = await card(ad.title);
    expect(taken.getByText('We have taken this ad down.')).toBeVisible();
    expect(taken.getByText('The picture is of another shop.')).toBeVisible();
    expect(taken.getByText(state)).toBeVisible();
    expect(taken.queryByText('Active')).toBeNull();
    expect(taken.queryByRole('link', { name: /Pay Now/ })).toBeNull();
    await user.click(taken.getByRole('button', { name: /^Delete/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(loss)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  }
});
