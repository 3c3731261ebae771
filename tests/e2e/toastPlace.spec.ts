/** A toast changes nothing of the page below it: not its width, not its place, not what can be tapped. */
import type { Page } from '@playwright/test';
import { gate } from '../support/gate.ts';
import { expect, test } from './fixtures.ts';
import { newPerson, signIn } from './people.ts';

interface Frame {
  width: number;
  scrollY: number;
}

/** Notes the width of the layout and the scroll position in every frame from now on. */
async function watchFrames(page: Page): Promise<() => Promise<Frame[]>> {
  await page.evaluate(() => {
    const frames: Frame[] = [];
    Object.assign(window, { frames });
    const note = () => {
      const { scrollWidth } = document.documentElement;
      const width = Math.max(window.innerWidth, scrollWidth);
      const last = frames.at(-1);
      if (last?.width !== width || last.scrollY !== window.scrollY)
        frames.push({ width, scrollY: window.scrollY });
      requestAnimationFrame(note);
    };
    note();
  });
  return () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
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

/** The controls of the page that are covered where they could be tapped: by their names. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const controls = document.querySelectorAll('main :is(a, button, input, select), header a');
    const toast = document.querySelector('.Toastify__toast')?.getBoundingClientRect();
    if (!toast) throw new Error('There is no toast.');
    const isCovered = (control: Element) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    };
    return [...controls].filter(isCovered).map((it) => it.ariaLabel ?? it.textContent);
  });

async function failToLogIn(page: Page) {
  await page.getByLabel('Phone number').fill('0799000111');
  await page.getByLabel('Password', { exact: true }).fill('not-this-one');
  await page.getByRole('button', { name: 'Log in' }).click();
}

for (const [width, height] of [
  [360, 740],
  [320, 640],
  [1280, 800],
] as const) {
  for (const from of ['the top', 'further down'] as const) {
    test(`a refused login in a window of ${width} px, seen from ${from}, moves nothing and leaves every control free`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      // There the toast comes over the header's links: on a slow phone it is drawn after it is asked for.
      const cpu = await page.context().newCDPSession(page);
      await cpu.send('Emulation.setCPUThrottlingRate', { rate: width === 1280 ? 6 : 1 });
      await page.goto('/login/client');
      await page.getByLabel('Phone number').focus();
      if (from === 'further down') await page.evaluate(() => window.scrollTo(0, 120));
      // Else the press itself would bring it into sight.
      await page.getByRole('button', { name: 'Log in' }).scrollIntoViewIfNeeded();
      const scrollY = await page.evaluate(() => window.scrollY);
      const frames = await watchFrames(page);
      const letGo = await holdToasts(page);
      await failToLogIn(page);
      const toast = page.locator('.Toastify__toast');
      await expect(toast).toBeInViewport({ ratio: 1 });
      expect(await covered(page)).toEqual([]);
      await letGo();
      await expect(toast).toHaveCount(0);
      expect(await frames()).toEqual([{ width, scrollY }]);
    });
  }
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
  const toasts = page.locator('.Toastify__toast');
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
