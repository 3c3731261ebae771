/** Finds words that cannot be read whole. */
import type { Page } from '@playwright/test';

/** The words that stand on two lines, or are cut by a box or by the edge of the window. */
export const harmedWords = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    const harmed: string[] = [];
    /** The boxes around it that hide what stands out of them. */
    // This function alone is sent to the browser.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const clipsOf = (node: Element) => {
      const boxes: Element[] = [];
      for (let box: Element | null = node; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflow !== 'visible') boxes.push(box);
      }
      return boxes;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const node = text.parentElement as HTMLElement;
      const clips = clipsOf(node);
      const isHidden =
        !node.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
        // Rows of trades scroll, and a trade that is cut says so.
        node.closest('[inert], [aria-hidden=true].slick-slide, option, [data-trades]') !== null ||
        clips.some((box) => getComputedStyle(box).clipPath === 'inset(50%)');
      if (isHidden) continue;
      const boxes = clips.map((box) => box.getBoundingClientRect());
      for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/\S+/g)) {
        // Addresses of the web and of mail are no words: they may be cut and broken.
        if (/[@/]|\.\w/.test(word)) continue;
        const say = (why: string) => harmed.push(`${why}: "${word}" of "${node.textContent}"`);
        const range = document.createRange();
        // Text may break after a hyphen.
        let end = index;
        for (const part of word.split(/(?<=-)/)) {
          range.setStart(text, end);
          range.setEnd(text, (end += part.length));
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) say('broken');
        }
        range.setStart(text, index);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const isCut = boxes.some(
          (box) =>
            left < box.left - 1 ||
            right > box.right + 1 ||
            // Letters are lower than their line.
            top < box.top - 4 ||
            bottom > box.bottom + 4,
        );
        if (isCut) say('cut');
        if (left < -1 || right > innerWidth + 1) say('out of the window');
      }
    }
    return harmed;
  });
