/** Puts what is drawn of fundis into the first paint, in the place of its grey boxes. */

const TRADES = '[data-trades]';
const PLACE = '[data-cards],[data-person]';

/** Shows other cards. One that did not change stays: a finger may be on it. */
function showList(there: Element | null, list: Element) {
  // Grey cards (`CardSkeletons`) stand there, or an earlier list.
  if (there?.localName !== 'ul') {
    there?.replaceWith(list);
    return;
  }
  const cards = [...list.children];
  for (const [at, old] of [...there.children].entries()) {
    const card = cards[at];
    if (!card) old.remove();
    else if (!old.isEqualNode(card)) old.replaceWith(card);
  }
  there.append(...cards.slice(there.children.length));
}

/**
 * Shows the cards, the profile and the trades in `html`, which `drawings.tsx` and our server write. Returns
 * whether it has cards or a profile. The text above the cards goes on to say that they are loading while they
 * are a copy.
 */
export function showDrawn(root: HTMLElement, html: string, isCopy = false): boolean {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const trades = content.querySelector(TRADES);
  if (trades) root.querySelector(TRADES)?.replaceWith(trades);
  const drawn = content.querySelector(PLACE);
  const place = root.querySelector(PLACE);
  if (!drawn || !place) return false;
  const [lead, more] = drawn.querySelectorAll(':scope > ul');
  if (lead && more) {
    // Between them is the place of the ads, which is painted already.
    showList(place.firstElementChild, lead);
    showList(place.lastElementChild, more);
    if (!isCopy) place.closest('section')?.querySelector('p')?.replaceChildren();
  } else {
    drawn.className = place.className;
    place.replaceWith(drawn);
  }
  return true;
}
