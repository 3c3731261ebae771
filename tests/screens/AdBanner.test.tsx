import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setMedia } from '../support/browser.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeAd } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import type { Ad } from '../../src/contract/schemas.ts';

const banner = () => screen.findByRole('region', { name: 'Sponsored' });
const ads = (...given: Partial<Ad>[]) =>
  mock('listAds', { body: given.map((ad, index) => makeAd({ id: index + 1, ...ad })) });
const threeAds = () => ads({ title: 'One' }, { title: 'Two' }, { title: 'Three' });
const slide = () => screen.getByRole('group', { name: /^Ad \d of \d$/ });
const shown = () => slide().textContent?.replace(/(?:mabati\.|Roofing).*/s, '');

/** The directory with the clock standing and the first ad on screen. */
async function open() {
  stopClock();
  const opened = renderAt('/fundis', { user: 'client' });
  await screen.findByRole('group', { name: /^Ad/ });
  return opened;
}

it('shows one ad at a time, changes every 6 s, and stops while a person is on it or has paused it', async () => {
  threeAds();
  const { user } = await open();
  expect(shown()).toBe('One');
  expect(slide()).toHaveAccessibleName('Ad 1 of 3');
  await advance(5900);
  expect(shown()).toBe('One');
  await advance(200);
  expect(shown()).toBe('Two');
  await advance(6000);
  expect(shown()).toBe('Three');
  await advance(6000);
  expect(shown()).toBe('One');
  expect(calls('listAds')[0]?.headers).not.toHaveProperty('authorization');

  const live = slide().parentElement;
  // It is announced only while it is paused.
  expect(live).toHaveAttribute('aria-live', 'off');
  await user.click(screen.getByRole('button', { name: 'Pause ads' }));
  expect(live).toHaveAttribute('aria-live', 'polite');
  await advance(13_000);
  expect(shown()).toBe('One');
  await user.click(screen.getByRole('button', { name: 'Next ad' }));
  expect(shown()).toBe('Two');
  await user.click(screen.getByRole('button', { name: 'Play ads' }));
  await advance(6100);
  expect(shown()).toBe('Three');

  await user.hover(slide());
  await advance(13_000);
  expect(shown()).toBe('Three');
  await user.unhover(slide());
  await advance(6100);
  expect(shown()).toBe('One');
  act(() => within(slide()).getByRole('link').focus());
  await advance(13_000);
  expect(shown()).toBe('One');
});

it('does not rotate when there is a single ad', async () => {
  ads({ title: 'Alone' });
  await open();
  expect(screen.queryByRole('button', { name: /ads/ })).toBeNull();
  await advance(13_000);
  expect(shown()).toBe('Alone');
});

it('opens an ad with a link in a new tab', async () => {
  ads({ title: 'Mabati', link: 'https://mabati.example.com/offers?a=1' });
  await open();
  const link = within(slide()).getByRole('link', { name: /Mabati.*opens in a new tab/ });
  expect(link).toHaveAttribute('href', 'https://mabati.example.com/offers?a=1');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  expect(within(link).getByText('mabati.example.com')).toBeVisible();
});

it('opens the whole of an ad with a link too, with the link as a button', async () => {
  const description = `${'Roofing sheets, cut to size. '.repeat(20)}Ask for Njeri.`;
  ads({ title: 'Mabati', description, link: 'https://mabati.example.com/offers' }, {});
  const { user } = await open();
  await user.click(within(slide()).getByRole('button', { name: 'Read more: Mabati' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Mabati' }));
  expect(dialog.getByText(/Ask for Njeri\.$/)).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Open mabati.example.com, in a new tab' });
  expect(link).toHaveAttribute('href', 'https://mabati.example.com/offers');
  expect(link).toHaveAttribute('target', '_blank');
  expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  // The ad that is being read stays.
  await advance(13_000);
  await user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(shown()).toBe('Mabati');
});

it('opens the whole ad in the same tab when it has no link, or an unsafe or broken one', async () => {
  // oxlint-disable-next-line no-script-url
  const links = [null, 'javascript:alert(1)', 'www.example.com'];
  ads(...links.map((link) => ({ title: 'Milk', link, description: 'Fresh every day.\nCall us.' })));
  const { user, currentPath } = await open();
  for (const at of links.keys()) {
    expect(slide()).toHaveAccessibleName(`Ad ${at + 1} of 3`);
    expect(within(slide()).queryByRole('link')).toBeNull();
    await user.click(within(slide()).getByRole('button', { name: /Milk/ }));
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getByText(/Fresh every day\./)).toBeVisible();
    expect(dialog.queryByRole('link')).toBeNull();
    // The ad that is being read stays.
    await advance(13_000);
    await (at === 0
      ? user.keyboard('{Escape}')
      : user.click(dialog.getByRole('button', { name: 'Close' })));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(within(slide()).getByRole('button', { name: /Milk/ })).toHaveFocus();
    expect(slide()).toHaveAccessibleName(`Ad ${at + 1} of 3`);
    await user.click(screen.getByRole('button', { name: 'Next ad' }));
  }
  expect(currentPath()).toBe('/fundis');
});

it('shows a placeholder when the image is missing or broken', async () => {
  ads({ title: 'One', image_url: null }, { title: 'Two', image_url: 'https://x.example/no.webp' });
  const { user } = await open();
  expect(within(slide()).getByText('No Image')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next ad' }));
  expect(within(slide()).queryByText('No Image')).toBeNull();
  const image = slide().querySelector('img');
  expect(image).toHaveAttribute('src', 'https://x.example/no.webp');
  fireEvent.error(image as HTMLImageElement);
  expect(within(slide()).getByText('No Image')).toBeVisible();
});

it('loads an image from the API’s host when its address is a path, with a small copy beside it', async () => {
  ads({ image_url: '/media/milk.webp', image_small: '/media/656/milk.webp', link: null });
  const { user } = await open();
  const both =
    'http://localhost:8000/media/656/milk.webp 656w,http://localhost:8000/media/milk.webp 1280w';
  const image = slide().querySelector('img');
  expect(image).toHaveAttribute('src', 'http://localhost:8000/media/milk.webp');
  expect(image).toHaveAttribute('srcset', both);
  expect(image).toHaveAttribute('sizes', '218px');
  await user.click(within(slide()).getByRole('button', { name: /Mabati/ }));
  const large = screen.getByRole('dialog').querySelector('img');
  expect(large).toHaveAttribute('srcset', both);
  expect(large).toHaveAttribute('sizes', '(min-width:40rem) 534px,calc(100vw - 4rem)');
});

it('shows the image alone when there is no small copy, or its address cannot be used', async () => {
  const image_url = 'https://x.example/milk.webp';
  const smalls = [
    {},
    { image_small: 'http://' },
    { image_small: 'data:image/png;base64,aa' },
    // A comma parts the addresses of a srcset.
    { image_small: 'https://x.example/w_656,q_80/no.webp' },
  ];
  ads(...smalls.map((small) => ({ image_url, ...small })));
  const { user } = await open();
  for (const at of smalls.keys()) {
    expect(slide()).toHaveAccessibleName(`Ad ${at + 1} of 4`);
    const image = slide().querySelector('img');
    expect(image).toHaveAttribute('src', image_url);
    expect(image).not.toHaveAttribute('srcset');
    expect(image).not.toHaveAttribute('sizes');
    await user.click(screen.getByRole('button', { name: 'Next ad' }));
  }
});

it('shows the large image when its small copy does not load, then the placeholder', async () => {
  ads({ image_url: 'https://x.example/a.webp', image_small: 'https://x.example/b.webp' });
  await open();
  const image = slide().querySelector('img') as HTMLImageElement;
  const chosen = vi.spyOn(image, 'currentSrc', 'get');
  chosen.mockReturnValue('https://x.example/b.webp');
  fireEvent.error(image);
  expect(slide().querySelector('img')).toBe(image);
  expect(image).toHaveAttribute('src', 'https://x.example/a.webp');
  expect(image).not.toHaveAttribute('srcset');
  chosen.mockReturnValue('https://x.example/a.webp');
  fireEvent.error(image);
  expect(within(slide()).getByText('No Image')).toBeVisible();
});

it('does not rotate when the person prefers reduced motion', async () => {
  setMedia({ reducedMotion: true });
  threeAds();
  await open();
  await advance(13_000);
  expect(shown()).toBe('One');
  expect(screen.getByRole('button', { name: 'Play ads' })).toBeVisible();
});

it('says that there are no ads, and links to advertising', async () => {
  ads();
  renderAt('/jobs');
  const empty = within(await banner());
  expect(await empty.findByText('No ads available right now.')).toBeVisible();
  leadsTo('Advertise here', '/register/client', empty);
});

it('shows the same text when the call fails, and logs the failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  mock('listAds', 403);
  renderAt('/fundis');
  const empty = within(await banner());
  expect(await empty.findByText('No ads available right now.')).toBeVisible();
  expect(warn).toHaveBeenCalledWith('public/ads could not be loaded:', 403);
  expect(screen.queryByRole('alert')).toBeNull();
});

it('shows ads without any field', async () => {
  mock('listAds', { body: { results: [{}, null, 5] } });
  await open();
  expect(slide()).toHaveAccessibleName('Ad 1 of 3');
  expect(within(slide()).getByText('No Image')).toBeVisible();
});
