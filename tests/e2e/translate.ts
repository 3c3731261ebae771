/** A page that its browser translates, in the way of Chrome: each text moves into `<font><font>`. */
import { expect, type Page } from '@playwright/test';

/** What becomes of a text. */
type Translation = 'same' | 'twice' | 'half';

declare global {
  /** Translates all texts again. */
  var translateTo: ((to: Translation) => void) | undefined;
}

function translatePage(first: Translation) {
  const LEFT = 'font, script, style, textarea, option, title, noscript, [translate=no]';
  const originals = new Map<HTMLElement, string>();
  let now = first;
  const translated = (text: string) => {
    if (now === 'twice') return `${text} ${text}`;
    return now === 'half' ? text.slice(0, Math.ceil(text.length / 2)) : text;
  };
  const move = (text: Text) => {
    if (!text.data.trim() || !text.parentElement || text.parentElement.closest(LEFT)) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    originals.set(inner, text.data);
    inner.textContent = translated(text.data);
    outer.append(inner);
    text.replaceWith(outer);
  };
  const moveAll = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    if (root instanceof Text) texts.push(root);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(move);
  };
  globalThis.translateTo = (to) => {
    now = to;
    for (const [inner, text] of originals) inner.textContent = translated(text);
  };
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      if (target instanceof Text) move(target);
      addedNodes.forEach(moveAll);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * The translated texts that are a phone number, or in which is what is not translated elsewhere on the page, such as a
 * name. What people have written themselves (`dir=auto`) may hold any of these.
 */
const namesTranslated = (page: Page) =>
  page.evaluate(() => {
    const named = [...document.querySelectorAll('[translate=no]')];
    const names = named
      .map(({ textContent }) => (textContent ?? '').trim())
      .filter((name) => /\w[\s-]\w/.test(name));
    return [...document.querySelectorAll('font > font')]
      .filter((font) => !font.closest('[dir=auto]'))
      .map(({ textContent }) => textContent ?? '')
      .filter(
        (text) =>
          /^\s*0\d{3} ?\d{3} ?\d{3}\s*$/.test(text) || names.some((name) => text.includes(name)),
      );
  });

/**
 * Translates every page of this tab. Returns a function that fails when a page has broken since, and
 * that translates what is shown to other lengths and back.
 */
export async function translateAll(page: Page, usual: Translation = 'twice') {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error.message}`));
  await page.addInitScript(translatePage, usual);
  return async () => {
    for (const other of ['half', 'same', 'twice', usual] as const) {
      await page.evaluate((wanted) => globalThis.translateTo?.(wanted), other);
    }
    expect(errors).toEqual([]);
    expect(await namesTranslated(page)).toEqual([]);
    await expect(page.getByText('This page could not be shown')).toHaveCount(0);
    expect(await page.locator('main font').count()).toBeGreaterThan(0);
  };
}
