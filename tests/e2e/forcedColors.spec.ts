/** Where the system chooses the colours, what is on, chosen or can be pressed is seen all the same. */
import type { Locator } from '@playwright/test';
import { answerFor } from '../../testkit/answers.ts';
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

test('marks what is on, chosen or can be pressed, with frames for colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const open = async (address: string) => {
    await answerFor(page, address, 'usual');
    await page.goto(address);
  };
  const link = (name: string, exact = true) => page.getByRole('link', { name, exact });

  await open('/register/fundi');
  const colour = await highlight(page.locator('body'));
  await expect(link('I am a fundi', false)).toHaveCSS('background-color', colour);
  await expect(link('I am a client', false)).not.toHaveCSS('background-color', colour);
  const canvas = await page
    .locator('body')
    .evaluate((body) => getComputedStyle(body.parentElement ?? body).backgroundColor);
  await expect(link('Find Job').first()).toHaveCSS('border-bottom-color', canvas);

  // One that nobody sees is drawn with rgba().
  const frame = /^rgb\(.+\) solid 1px$/;
  await open('/dashboard/fundi');
  await expect(page.getByText('Trial', { exact: true }).first()).toHaveCSS('outline', frame);

  await open('/dashboard/client/jobs');
  await expect(page.getByRole('switch')).toHaveCount(3);
  const track = (isOn: boolean) =>
    page.getByRole('switch', { checked: isOn }).first().locator('> span').first();
  await expect(track(true)).toHaveCSS('background-color', colour);
  await expect(track(false)).not.toHaveCSS('background-color', colour);
  await expect(link('My Jobs')).toHaveCSS('background-color', colour);
  await expect(link('Dashboard')).not.toHaveCSS('background-color', colour);
  await expect(link('Post a Job')).toHaveCSS('border-top-width', '1px');

  // Its own arrow is a background, which is not drawn.
  await open('/fundis');
  await expect(page.getByLabel('Filter by Location')).toHaveCSS('appearance', 'auto');
});
