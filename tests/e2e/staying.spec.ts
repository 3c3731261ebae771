/** The head of a card stays in sight while the fundi's page comes, and when the person goes back. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { holdScript } from './holdApp.ts';

interface Seen {
  /** The parts that each transition of the page moved. */
  moved: string[][];
  /** How many transitions are not over, and how many have begun. */
  running: number;
  started: number;
}
declare global {
  var seen: Seen;
}

/** Notes what the browser moves from now on. `speed` 0 stops the motion in its middle. */
async function noteMoves(page: Page, speed = 1) {
  await page.addInitScript((rate) => {
    const seen: Seen = { moved: [], running: 0, started: 0 };
    globalThis.seen = seen;
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (options) => {
      const transition = start(options);
      seen.running += 1;
      seen.started += 1;
      void transition.finished.finally(() => (seen.running -= 1));
      void transition.ready.then(
        () => {
          const animations = document.getAnimations();
          const parts = animations.map(({ effect }) =>
            effect instanceof KeyframeEffect ? (effect.pseudoElement ?? '') : '',
          );
          // React has an empty one for the page itself.
          const olds = parts.filter((part) => part.startsWith('::view-transition-old'));
          const names = new Set(olds.map((part) => part.replace(/.*\(|\d*\)$/g, '')));
          seen.moved.push([...names].sort());
          if (rate > 0) return;
          for (const animation of animations) {
            animation.pause();
            animation.currentTime = 100;
          }
        },
        () => undefined,
      );
      return transition;
    };
  }, speed);
}

const moved = (page: Page) => page.evaluate(() => globalThis.seen.moved);
const settled = (page: Page) => page.waitForFunction(() => globalThis.seen.running === 0);
const headings = (page: Page) =>
  page.getByRole('list', { name: 'fundis', exact: true }).getByRole('heading', { level: 3 });
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function openList(page: Page, filter = '') {
  await page.goto(`/fundis${filter}`);
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await expect(headings(page).first()).toBeVisible();
  // The script for long lists is drawn by a transition too: one that ends first takes the type of the move.
  if (filter === '') await expect(page.locator('main li[data-index]').first()).toBeAttached();
  // And so are other parts that come late on a busy machine.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** A list that is drawn whole at once: the further cards of a long one can take the type of the move. */
const SHORT = '?location=Juja';

/** Opens the first fundi; returns the name. */
async function openFirst(page: Page): Promise<string> {
  const name = (await headings(page).first().textContent()) ?? '';
  await headings(page).first().tap();
  await expect(title(page)).toHaveText(name);
  return name;
}

const HEAD = ['face-', 'name-'];

test('the head of a card moves to its place in the page, and back', async ({ page }) => {
  await noteMoves(page);
  await openList(page, SHORT);
  await openFirst(page);
  await expect.poll(() => moved(page)).toEqual([HEAD]);
  await settled(page);
  await expect(title(page)).toBeFocused();
  await page.goBack();
  await expect.poll(() => moved(page)).toEqual([HEAD, HEAD]);
  await expect(headings(page).first()).toBeVisible();
});

test('nothing moves for somebody who wants less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await noteMoves(page);
  await openList(page);
  await openFirst(page);
  await page.goBack();
  await expect(headings(page).first()).toBeVisible();
  expect(await moved(page)).toEqual([]);
});

test('nothing moves when a search brings cards to other places of the list', async ({ page }) => {
  await noteMoves(page);
  await openList(page, SHORT);
  const before = await headings(page).allTextContents();
  const box = page.getByRole('combobox', { name: /^Search/ });
  for (const letter of 'electrical') {
    // As a person types.
    await box.press(letter);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await expect(page).toHaveURL(/q=electrical$/);
  await expect(headings(page)).not.toHaveText(before);
  await settled(page);
  expect(await page.evaluate(() => globalThis.seen.started)).toBe(0);
});

test('a browser that cannot move it opens the page and goes back as before', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  });
  await openList(page);
  await openFirst(page);
  await page.goBack();
  await expect(headings(page).first()).toBeVisible();
});

test('taps and Back in the middle of the motion are answered', async ({ page }) => {
  await noteMoves(page);
  await openList(page);
  const names = await headings(page).allTextContents();
  // Two taps at once, the second on another card.
  await page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('main li a.group')];
    cards[0]?.click();
    cards[1]?.click();
  });
  await expect(title(page)).toHaveText(names[1] ?? '');
  await page.goBack();
  await page.goBack();
  await expect(title(page)).toHaveText(/^Discover/);
  await settled(page);
  // Back as soon as the page has come, and the page again.
  await headings(page).first().tap();
  await expect(page).toHaveURL(/\/fundis\/\d+$/);
  await page.goBack();
  await page.goForward();
  await expect(title(page)).toHaveText(names[0] ?? '');
  await page.goBack();
  await expect(title(page)).toHaveText(/^Discover/);
  await settled(page);
  await expect(headings(page)).toHaveText(names);
});

test('a link of the page can be tapped while the head moves', async ({ page }) => {
  await noteMoves(page, 0);
  await openList(page, SHORT);
  await openFirst(page);
  await expect.poll(() => moved(page)).toEqual([HEAD]);
  await page.getByRole('link', { name: 'Find Job' }).tap();
  await expect(page).toHaveURL(/\/jobs$/);
});

test('a screen whose script is slow moves nothing before it comes', async ({ page }) => {
  const script = await holdScript(page, 'FundiDetail');
  await noteMoves(page);
  await openList(page);
  const name = (await headings(page).first().textContent()) ?? '';
  await headings(page).first().tap();
  await script.asked;
  await expect(page.locator('html[data-waiting]')).toBeVisible();
  expect(await moved(page)).toEqual([]);
  // The list still answers.
  await page.getByRole('combobox', { name: /^Search/ }).fill('plumber');
  script.release();
  await expect(title(page)).toHaveText(name);
});
