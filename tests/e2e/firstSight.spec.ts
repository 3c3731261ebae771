/** What can be seen of the directory on a small phone without scrolling, and that it is not cut. */
import type { Locator } from '@playwright/test';
import { pathTo } from '../../src/paths.ts';
import { answerFor } from '../../tools/gallery/answers.ts';
import { makeAd, makeFundi } from '../mocks/factories.ts';
import { drawnPicture } from '../mocks/picture.ts';
import { expect, test } from './fixtures.ts';
import { signIn } from './people.ts';

// The pictures of the scenarios stand in their addresses.
test.use({ bypassCSP: true });

const isCut = (element: Locator) =>
  element.evaluate(
    (node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight,
  );

/** Whether two elements have a place in common. */
const isCovered = async (element: Locator, by: Locator) => {
  const [inner, outer] = await Promise.all([element.boundingBox(), by.boundingBox()]);
  if (!inner || !outer) return null;
  return (
    inner.x < outer.x + outer.width &&
    outer.x < inner.x + inner.width &&
    inner.y < outer.y + outer.height &&
    outer.y < inner.y + inner.height
  );
};

for (const role of [null, 'client'] as const) {
  test(`the name of the first fundi can be seen at once, ${role ?? 'signed out'}`, async ({
    page,
  }) => {
    await answerFor(page, pathTo('fundiList'), 'usual');
    if (role) await signIn(page, role, 'any');
    await page.goto(pathTo('fundiList'));
    const name = page.getByRole('main').getByRole('heading', { level: 3 }).first();
    await expect(name).toBeInViewport({ ratio: 1 });
    // The bar at the bottom is over the page.
    const isOnTop = () =>
      name.evaluate((node) => {
        const { left, bottom } = node.getBoundingClientRect();
        return node.contains(document.elementFromPoint(left + 2, bottom - 2));
      });
    await expect.poll(isOnTop).toBe(true);
  });
}

test('a short skill leaves its room to a long one', async ({ page }) => {
  await answerFor(page, pathTo('fundiList'), 'usual');
  const fundi = makeFundi({ skills: 'Tiling, Solar water heating' });
  await page.route('**/api/accounts/fundis/', (route) => route.fulfill({ json: [fundi] }));
  await page.goto(pathTo('fundiList'));
  const long = page.getByRole('listitem').filter({ hasText: /^Solar water heating$/ });
  await expect(long).toBeVisible();
  expect(await isCut(long)).toBe(false);
});

test('an ad has a whole picture, and its buttons leave that, its title and its link free', async ({
  page,
}) => {
  await answerFor(page, pathTo('fundiList'), 'usual');
  const ads = [
    makeAd({
      title: 'Roofing sheets and timber, delivered',
      link: 'https://mabati.example.co.ke',
      image_url: `data:image/svg+xml,${encodeURIComponent(drawnPicture('#0e5245'))}`,
    }),
    makeAd({ id: 2 }),
  ];
  await page.route('**/api/ads/', (route) => route.fulfill({ json: ads }));
  await page.goto(pathTo('fundiList'));
  const slide = page.getByRole('group', { name: 'Ad 1 of 2' });
  const picture = slide.locator('img');
  await expect(picture).toBeVisible();
  const size = await picture.boundingBox();
  expect(size?.height).toBeGreaterThanOrEqual(180);
  expect(size?.width).toBeGreaterThan(320);
  for (const text of ['Roofing sheets and timber, delivered', 'mabati.example.co.ke']) {
    const line = slide.getByText(text, { exact: true });
    await expect(line).toBeVisible();
    expect(await isCut(line), text).toBe(false);
    for (const name of ['Pause ads', 'Next ad']) {
      const button = page.getByRole('button', { name });
      expect(await isCovered(picture, button), name).toBe(false);
      expect(await isCovered(line, button), `${name} over ${text}`).toBe(false);
    }
  }
});

test('the address of support breaks only before its @ in a notice about a payment', async ({
  page,
}) => {
  const address = pathTo('payJob', { jobId: 1 });
  await answerFor(page, address, 'payment-held');
  await page.goto(address);
  const email = page.getByRole('main').getByRole('link', { name: /@/ }).first();
  await expect(email).toBeVisible();
  const lines = await email.evaluate((link) => {
    const range = document.createRange();
    const texts = [...(link.querySelector('[translate]')?.childNodes ?? [])];
    return texts.flatMap((text) => {
      range.selectNodeContents(text);
      return range.getClientRects().length > 1 ? text.textContent : [];
    });
  });
  expect(lines).toEqual([]);
  expect(await isCut(email)).toBe(false);
});
