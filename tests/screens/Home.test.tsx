import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { setMedia } from '../support/browser.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundi } from '../mocks/factories.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const shownSlides = () =>
  [...document.querySelectorAll<HTMLElement>('.steps .slick-slide')]
    .filter((slide) => slide.getAttribute('aria-hidden') === 'false')
    .map((slide) => within(slide).getByRole('heading', { hidden: true }).textContent);

const shownImage = () =>
  document.querySelector<HTMLElement>('.slick-slide.slick-active img')?.getAttribute('alt');

const seeDirectory = async () =>
  expect(await screen.findByText('Discover Skilled Fundis Near You')).toHaveRole('heading');

const messages = [
  'Connecting Clients with Fundis.',
  'Post Jobs. Find Talent.',
  'Trusted Skilled Workers in Minutes.',
  'Add Ads and Reach Thousands of Customers.',
];

it('has every link and heading of the spec, and hides the slides that are not seen', async () => {
  renderAt('/');
  const main = within(await screen.findByRole('main'));
  await main.findByRole('link', { name: 'Find a Fundi' });
  leadsTo('Find a Fundi', '/fundis', main);
  leadsTo('Post a Job', '/register/client', main);
  leadsTo('Browse Jobs', '/jobs', main);
  leadsTo('Join as a Fundi', '/register/fundi', main);
  leadsTo('Hire a Fundi', '/register/client', main);
  leadsTo('Start Advertising', '/register/client', main);

  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading).toHaveAccessibleName(messages.join(' '));
  expect(document.title).toBe('Fundis in Juja · Fundi Mtaani');
  const values = ['Skilled Fundis', 'Secure Hiring', 'Fast & Reliable'];
  for (const name of [...values, 'For Fundis', 'For Clients']) {
    expect(screen.getByRole('heading', { name })).toBeVisible();
  }
  expect(screen.getByText('Get discovered')).toBeVisible();
  expect(screen.getByText('Hire trusted fundis')).toBeVisible();

  await screen.findByRole('group', { name: 'Steps' });
  await screen.findAllByText('Get hired');
  const hidden = document.querySelectorAll<HTMLElement>('.slick-slide[aria-hidden="true"]');
  expect(hidden.length).toBeGreaterThan(0);
  for (const slide of hidden) expect(slide.inert).toBe(true);
});

it('types the four messages in turn, holds each for 2 s, and stays at one while it is paused', async () => {
  stopClock();
  const { user } = renderAt('/');
  const heading = await screen.findByRole('heading', { level: 1 });
  await screen.findByRole('group', { name: 'Trades you can find here' });
  const shown = () => heading.querySelector('[aria-hidden]')?.textContent ?? '';
  const held: [string, number][] = [];
  /** Moves the clock until so many messages were held. */
  async function hold(count: number) {
    for (let ms = 0; ms < 60_000 && held.length < count; ms += 100) {
      // Steps follow one another by definition.
      await advance(100);
      const last = held.at(-1);
      if (last?.[0] === shown()) last[1] += 100;
      else if (messages.includes(shown())) held.push([shown(), 100]);
    }
  }
  await hold(5);
  const [first, second] = messages;
  expect(held.map(([message]) => message)).toEqual([...messages, first]);
  for (const [, ms] of held.slice(0, 4)) expect(Math.abs(ms - 2000)).toBeLessThanOrEqual(300);

  await user.click(screen.getByRole('button', { name: 'Pause pictures and headline' }));
  await advance(9000);
  expect(shown()).toBe(first);
  await user.click(screen.getByRole('button', { name: 'Play pictures and headline' }));
  await hold(6);
  expect(held.at(-1)?.[0]).toBe(second);
});

it('fades to the next picture every 3 s, also after a touch, and stops at the pause control', async () => {
  stopClock();
  const { user } = renderAt('/');
  const pictures = await screen.findByRole('group', { name: 'Trades you can find here' });
  await advance(100);
  const first = shownImage();
  await advance(3000);
  const second = shownImage();
  expect(second).not.toBe(first);

  await user.hover(pictures);
  await user.click(pictures);
  await advance(3100);
  const third = shownImage();
  expect(third).not.toBe(second);

  await user.click(screen.getByRole('button', { name: 'Pause pictures and headline' }));
  await advance(9000);
  expect(shownImage()).toBe(third);

  await user.click(screen.getByRole('button', { name: 'Play pictures and headline' }));
  await advance(3100);
  expect(shownImage()).not.toBe(third);
});

it('shows three steps of the fundi at first, moves on every 4.5 s and switches tabs by keyboard', async () => {
  stopClock();
  const { user } = renderAt('/');
  expect(await screen.findByRole('tab', { name: 'For Fundis', selected: true })).toBeVisible();
  await screen.findByRole('group', { name: 'Steps' });
  await advance(100);
  expect(shownSlides()).toEqual(['Register', 'Start your free trial', 'Subscribe']);
  await advance(5100);
  expect(shownSlides()).toEqual(['Start your free trial', 'Subscribe', 'Apply for jobs']);

  screen.getByRole('tab', { name: 'For Fundis' }).focus();
  await user.keyboard('{ArrowRight}');
  expect(screen.getByRole('tab', { name: 'For Clients', selected: true })).toHaveFocus();
  await advance(100);
  expect(shownSlides()).toEqual(['Register', 'Post a job', 'Pay Ksh 100']);
  expect(
    screen.getAllByText('Pay Ksh 100 by M-Pesa to have the job listed.')[0],
  ).toBeInTheDocument();
});

it.each([
  [1024, 3],
  [1023, 2],
  [639, 1],
])('at %i px shows %i steps', async (width, slides) => {
  setMedia({ width });
  renderAt('/');
  await screen.findByRole('group', { name: 'Steps' });
  await screen.findAllByText('Start your free trial');
  expect(shownSlides()).toHaveLength(slides);
});

it('does not move when the person prefers reduced motion, names each dot, and needs no ads', async () => {
  mock('listAds', { body: [] });
  setMedia({ reducedMotion: true });
  stopClock();
  renderAt('/');
  await screen.findByRole('group', { name: 'Steps' });
  await advance(100);
  const before = [shownImage(), shownSlides()];
  await advance(15_000);
  expect([shownImage(), shownSlides()]).toEqual(before);
  expect(screen.getByRole('button', { name: 'Play steps' })).toBeVisible();
  const dots = screen.getAllByRole('button', { name: /^Step / });
  expect(dots[0]).toHaveAccessibleName(`Step 1 of ${dots.length}`);
  expect(screen.getByText('No ads available right now.')).toBeVisible();
  expect(calls('listAds')[0]?.headers.authorization).toBeUndefined();
});

const steps = {
  'For Fundis': [
    ['Register', 'Create your fundi account with your phone and ID number.'],
    ['Start your free trial', 'Get a 7-day free trial to apply for jobs.'],
    ['Subscribe', 'Pay a monthly subscription of Ksh 200 to stay listed.'],
    ['Apply for jobs', 'See new jobs in your area and call the client yourself.'],
    ['Get hired', 'Agree on the work, do it well and get paid.'],
  ],
  'For Clients': [
    ['Register', 'Create your client account. It is free.'],
    ['Post a job', 'Say what you need done and where.'],
    ['Pay Ksh 100', 'Pay Ksh 100 by M-Pesa to have the job listed.'],
    ['Pick your fundi', 'Review applicants and pick one you trust.'],
    ['Post an ad', 'Optionally post an ad for Ksh 500 and reach the whole town.'],
  ],
};

it('explains five steps in each tab', async () => {
  const { user } = renderAt('/');
  for (const [tab, expected] of Object.entries(steps)) {
    await user.click(await screen.findByRole('tab', { name: tab }));
    await screen.findAllByText(expected[4]?.[1] ?? '');
    const slides = [...document.querySelectorAll('.steps .slick-slide:not(.slick-cloned)')].map(
      (slide) => [slide.querySelector('h3')?.textContent, slide.querySelector('p')?.textContent],
    );
    expect(slides).toEqual(expected);
  }
});

it('searches the directory for what a person needs, and offers the most frequent trades', async () => {
  const { user, currentPath } = renderAt('/');
  const trades = within(await screen.findByRole('navigation', { name: 'Trades' }));
  const links = await trades.findAllByRole('link');
  expect(links.length).toBeLessThanOrEqual(6);
  expect(links[0]).toHaveAttribute('href', expect.stringMatching(/^\/fundis\?q=/));
  await user.click(screen.getByRole('searchbox', { name: 'What do you need done?' }));
  await user.paste('fundi wa maji');
  await user.keyboard('{Enter}');
  await seeDirectory();
  expect(currentPath()).toBe('/fundis?q=fundi+wa+maji');
});

it('says how many fundis are available and where, and searches in the place that is chosen', async () => {
  mock('listFundis', {
    body: ['Juja', 'Ruiru', 'juja', 'Thika', 'Juja', 'Thika', 'Githurai 45'].map((location, id) =>
      makeFundi({ id: id + 1, location }),
    ),
  });
  const { user, currentPath } = renderAt('/');
  expect(
    await screen.findByText(wholeText('7 fundis available now in Juja, Thika and Githurai 45')),
  ).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'What do you need done?' }), 'plumber');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Place' }), 'Juja');
  await user.click(screen.getByRole('button', { name: 'Search' }));
  await seeDirectory();
  expect(currentPath()).toBe('/fundis?q=plumber&location=Juja');
});
