import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AdImage } from '../../src/components/ads/AdFace.tsx';
import { setMedia } from '../support/browser.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeAd } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import type { Ad } from '../../src/contract/schemas.ts';

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

it('opens the link of an ad in a new tab, also from the whole of the ad', async () => {
  const description = `${'Roofing sheets, cut to size. '.repeat(20)}Ask for Njeri.`;
  const href = 'https://mabati.example.com/offers?a=1';
  ads({ title: 'Mabati', description, link: href }, {});
  const { user } = await open();
  const link = within(slide()).getByRole('link', { name: /Mabati.*opens in a new tab/ });
  expect(within(link).getByText('mabati.example.com')).toBeVisible();
  await user.click(within(slide()).getByRole('button', { name: 'Read more: Mabati' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Mabati' }));
  expect(dialog.getByText(/Ask for Njeri\.$/)).toBeVisible();
  const button = dialog.getByRole('link', { name: 'Open mabati.example.com, in a new tab' });
  for (const one of [link, button]) {
    expect(one).toHaveAttribute('href', href);
    expect(one).toHaveAttribute('target', '_blank');
    expect(one).toHaveAttribute('rel', 'noopener noreferrer');
  }
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

it('does not rotate when there is a single ad, and shows a placeholder where its image is missing', async () => {
  ads({ title: 'Alone', image_url: null });
  await open();
  expect(within(slide()).getByText('No Image')).toBeVisible();
  expect(screen.queryByRole('button', { name: /ads/ })).toBeNull();
  await advance(13_000);
  expect(slide()).toHaveTextContent('Alone');
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

/** The image of an ad, alone. */
function imageOf(image_small: string | null) {
  const ad = { image_url: 'https://x.example/a.webp', image_small };
  render(<AdImage ad={ad} sizes="218px" className="" />);
  return document.querySelector('img')!;
}

it.each([
  null,
  'http://',
  'data:image/png;base64,aa',
  // A comma parts the addresses of a srcset.
  'https://x.example/w_656,q_80/no.webp',
])('shows the image alone where the address of the small copy is %s', (image_small) => {
  const image = imageOf(image_small);
  expect(image).toHaveAttribute('src', 'https://x.example/a.webp');
  expect(image).not.toHaveAttribute('srcset');
  expect(image).not.toHaveAttribute('sizes');
});

it('shows the large image when its small copy does not load, then the placeholder', () => {
  const image = imageOf('https://x.example/b.webp');
  const chosen = vi.spyOn(image, 'currentSrc', 'get');
  chosen.mockReturnValue('https://x.example/b.webp');
  fireEvent.error(image);
  expect(document.querySelector('img')).toBe(image);
  expect(image).toHaveAttribute('src', 'https://x.example/a.webp');
  expect(image).not.toHaveAttribute('srcset');
  chosen.mockReturnValue('https://x.example/a.webp');
  fireEvent.error(image);
  expect(screen.getByText('No Image')).toBeVisible();
});

it('does not rotate when the person prefers reduced motion', async () => {
  setMedia({ reducedMotion: true });
  threeAds();
  await open();
  await advance(13_000);
  expect(shown()).toBe('One');
  expect(screen.getByRole('button', { name: 'Play ads' })).toBeVisible();
});

it.each([
  ['there are none', { body: [] }, []],
  ['the call fails, which is only logged', 403, [['public/ads could not be loaded:', 403]]],
])('says that there are no ads, and links to advertising, when %s', async (_, answer, logged) => {
  const warn = vi.spyOn(console, 'warn');
  mock('listAds', answer);
  renderAt('/fundis');
  const empty = within(await screen.findByRole('region', { name: 'Sponsored' }));
  expect(await empty.findByText('No ads available right now.')).toBeVisible();
  leadsTo('Advertise here', '/register/client', empty);
  expect(warn.mock.calls).toEqual(logged);
  expect(screen.queryByRole('alert')).toBeNull();
});
