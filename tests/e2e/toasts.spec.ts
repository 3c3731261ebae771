/**
 * A toast reports a failure: it stays for four seconds, and changes nothing of the page below it, not its
 * width, not its place, not what can be tapped.
 */
import type { Locator, Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { expect, test } from './fixtures.ts';
import { newPerson, signIn } from '../../testkit/people.ts';

interface Seen {
  /** Widths of the layout and scroll positions, each change once. */
  frames: { width: number; scrollY: number }[];
  /** How long the first toast was there, in ms; 0 until it has gone. */
  toastMs: number;
}

const TOAST = '.Toastify__toast';
const font = (place: Locator) => place.evaluate((node) => getComputedStyle(node).fontFamily);

/** Looks at every frame from now on, with the page's own clock: a test sees changes late. */
async function watchFrames(page: Page): Promise<() => Promise<Seen>> {
  const seen = await page.evaluateHandle((selector) => {
    const seen: Seen = { frames: [], toastMs: 0 };
    let from = 0;
    const note = () => {
      const width = Math.max(window.innerWidth, document.documentElement.scrollWidth);
      const last = seen.frames.at(-1);
      if (last?.width !== width || last.scrollY !== window.scrollY)
        seen.frames.push({ width, scrollY: window.scrollY });
      if (document.querySelector(selector)) from ||= performance.now();
      else if (from > 0) seen.toastMs ||= performance.now() - from;
      requestAnimationFrame(note);
    };
    note();
    return seen;
  }, TOAST);
  return () => seen.jsonValue();
}

/** Lets the time of toasts stand still, so that they stay however long a look takes. Returns what ends that. */
async function holdToasts(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const still = new CSSStyleSheet();
    still.insertRule(
      '.Toastify__progress-bar--animated { animation-play-state: paused !important; }',
    );
    document.adoptedStyleSheets.push(still);
    return still;
  });
  return () => held.evaluate((still) => void (still.disabled = true));
}

/** Where the toast is, and what cannot be tapped where it lies: by its name. */
const placeOf = (page: Page) =>
  page.evaluate((selector) => {
    const toast = document.querySelector(selector);
    if (!toast) throw new Error('There is no toast.');
    const { left, right, top, bottom } = toast.getBoundingClientRect();
    const header = document.querySelector('header')?.getBoundingClientRect();
    const texts = [...document.querySelectorAll('main form p')];
    const text = texts.find((it) => it.textContent === toast.textContent)?.getBoundingClientRect();
    const controls = document.querySelectorAll('main :is(a, button, input, select), header a');
    const isLost = (control: Element) => {
      const box = control.getBoundingClientRect();
      const x = (Math.max(box.left, left) + Math.min(box.right, right)) / 2;
      const y = (Math.max(box.top, top) + Math.min(box.bottom, bottom)) / 2;
      const isBelow = x > left && x < right && y > top && y < bottom;
      const hit = isBelow ? document.elementFromPoint(x, y) : null;
      return hit !== null && toast.contains(hit);
    };
    return {
      right: document.documentElement.clientWidth - right,
      top: top - Math.max(0, header?.bottom ?? 0),
      isAboveText: text !== undefined && bottom <= text.top,
      lost: [...controls].filter(isLost).map((it) => it.ariaLabel ?? it.textContent),
    };
  }, TOAST);

async function logIn(page: Page, phone: string, password: string) {
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

for (const { width, height, from, reducedMotion } of [
  { width: 320, height: 640, from: 'further down', reducedMotion: 'reduce' },
  { width: 1280, height: 800, from: 'the top', reducedMotion: 'no-preference' },
] as const) {
  test(`a toast at ${width} px, from ${from}, is in nobody’s way`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion });
    await page.goto('/login/client');
    await page.getByLabel('Phone number').focus();
    if (from === 'further down') await page.evaluate(() => window.scrollTo(0, 120));
    // Else the press itself would bring it into sight.
    await page.getByRole('button', { name: 'Log in' }).scrollIntoViewIfNeeded();
    const scrollY = await page.evaluate(() => window.scrollY);
    const seen = await watchFrames(page);
    const letGo = await holdToasts(page);
    await logIn(page, '0799000111', 'not-this-one');
    const toast = page.locator(TOAST);
    await expect(toast).toBeInViewport({ ratio: 1 });
    // 8 px below the header, or below the top of the window where the header is out of sight.
    expect(await placeOf(page)).toEqual({ right: 16, top: 8, isAboveText: true, lost: [] });
    expect(await font(toast)).toBe(await font(page.locator('body')));
    await letGo();
    await expect.poll(async () => (await seen()).toastMs).toBeGreaterThan(3900);
    expect((await seen()).frames).toEqual([{ width, scrollY }]);
  });
}

test('two toasts at once take the room of one, the newest above', async ({ page, request }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const { token } = await newPerson(request, 'client');
  await signIn(page, 'client', token);
  const job = { description: 'The tap leaks.', location: 'Juja', is_active: true };
  const jobs = [
    { ...job, id: 1, title: 'Mend the tap' },
    { ...job, id: 2, title: 'Mend the roof' },
  ];
  const reasons = ['This job is closed.', 'This job cannot be switched off while a review runs.'];
  const first = gate();
  await page.route('**/api/jobs/mine/', (route) => route.fulfill({ json: jobs }));
  await page.route(/\/api\/jobs\/\d+\/$/, async (route) => {
    const isFirst = route.request().url().endsWith('/1/');
    if (isFirst) await first.opened;
    await route.fulfill({ status: 409, json: { error: reasons[isFirst ? 0 : 1] } });
  });
  await page.goto('/dashboard/client/jobs');
  await holdToasts(page);
  await page.getByRole('switch').first().tap();
  await page.getByRole('switch').last().tap();
  const toasts = page.locator(TOAST);
  await expect(toasts).toHaveCount(1);
  first.open();
  // The later one is painted above.
  await expect(toasts).toHaveText(reasons.toReversed());
  await expect(toasts.last()).toBeInViewport({ ratio: 1 });
  const [below, above] = await toasts.evaluateAll((all) =>
    all.map((toast) => toast.getBoundingClientRect()),
  );
  expect(above).toEqual(below);
});
