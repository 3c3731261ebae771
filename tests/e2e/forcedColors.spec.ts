/** Where the system chooses the colours, what is on, chosen or can be pressed is seen all the same. */
import type { Locator } from '@playwright/test';
import { answerFor } from '../../tools/gallery/answers.ts';
import { expect, test } from './fixtures.ts';

/** The colour that the system gives to what is selected, as this element would show it. */
const highlight = (element: Locator) =>
  element.evaluate((node) => {
    const probe = node.ownerDocument.createElement('i');
    probe.style.cssText = 'forced-color-adjust: none; background: Highlight';
    node.append(probe);
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  });

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

test('marks the switch that is on, the item of the bar, and the buttons', async ({ page }) => {
  await answerFor(page, '/dashboard/client/jobs', 'usual');
  await page.goto('/dashboard/client/jobs');
  const switches = page.getByRole('switch');
  await expect(switches).toHaveCount(3);
  const colour = await highlight(page.locator('body'));
  const track = (isOn: boolean) =>
    page.getByRole('switch', { checked: isOn }).first().locator('> span').first();
  await expect(track(true)).toHaveCSS('background-color', colour);
  await expect(track(false)).not.toHaveCSS('background-color', colour);

  const item = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(item('My Jobs')).toHaveCSS('background-color', colour);
  await expect(item('Dashboard')).not.toHaveCSS('background-color', colour);
  await expect(item('Post a job')).toHaveCSS('border-top-width', '1px');
});

for (const [address, text] of [
  ['/dashboard/fundi', 'Trial'],
  ['/dashboard/client', 'Active'],
] as const) {
  test(`draws a frame around "${text}" at ${address}`, async ({ page }) => {
    await answerFor(page, address, 'usual');
    await page.goto(address);
    // One that nobody sees is drawn with rgba().
    const frame = /^rgb\(.+\) solid 1px$/;
    await expect(page.getByText(text, { exact: true }).first()).toHaveCSS('outline', frame);
  });
}

test('marks the chosen tabs', async ({ page }) => {
  await answerFor(page, '/register/fundi', 'usual');
  await page.goto('/register/fundi');
  const colour = await highlight(page.locator('body'));
  const kind = (name: string) => page.getByRole('link', { name });
  await expect(kind('I am a fundi')).toHaveCSS('background-color', colour);
  await expect(kind('I am a client')).not.toHaveCSS('background-color', colour);

  const canvas = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body.parentElement ?? body).backgroundColor);
  await expect(kind('Find Job').first()).toHaveCSS('border-bottom-color', canvas);
});
