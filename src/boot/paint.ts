/** Puts the first paint into the page, which is shown until the app has come. */
import { FIRST_ID } from '../contract/pages.ts';
import type { FirstPage } from '../lib/firstPage.ts';
import type { Session } from '../lib/session/session.ts';

const template = (id: string) => document.getElementById(id) as HTMLTemplateElement | null;

/** A copy of the first paint of this name: where it differs by role, that of the person's role. */
function copyOf(name: string, { token, userType }: Session): Node {
  const id = FIRST_ID + name;
  const own = (token && userType && template(`${id}-${userType}`)) || template(id);
  return own ? document.importNode(own.content, true) : document.createDocumentFragment();
}

function paintScreen(root: HTMLElement, name: string, session: Session) {
  root.replaceChildren(copyOf('frame', session));
  root.querySelector('main')?.append(copyOf(name, session));
  for (const link of root.querySelectorAll<HTMLAnchorElement>('header nav a')) {
    if (location.pathname.startsWith(link.pathname)) link.setAttribute('aria-current', 'page');
  }
  const phrase = new URLSearchParams(location.search).get('q');
  // As the attribute, because what differs from it counts as typed by the person.
  if (phrase) root.querySelector('main [type=search]')?.setAttribute('value', phrase);
}

/** The page of those who run no script: with scripts on, a browser reads it as text. */
const withoutScript = () => document.querySelector('noscript')?.textContent ?? '';

/**
 * Prepares the painting of the screen of this name; `isDrawn`: with what our server has drawn for those who
 * run no script.
 */
export function preparePaint(
  page: FirstPage,
  { name, session, isDrawn }: { name: string; session: Session; isDrawn: boolean },
) {
  page.show = showDrawn;
  page.paint = () => {
    page.become('painted', (root) => paintScreen(root, name, session));
    if (isDrawn) page.become('drawn', (root) => showDrawn(root, withoutScript()));
  };
}

const TRADES = '[data-trades]';
const PLACE = '[data-cards],[data-person]';

/** Shows other cards around the ads. One that did not change stays: a finger may be on it. */
function showList(there: Element, list: Element) {
  const cards = [...list.children];
  // Grey cards, or those of an earlier list.
  const before = there.querySelectorAll(':scope > :not([data-ads])');
  for (const [at, old] of before.entries()) {
    const card = cards[at];
    if (!card) old.remove();
    else if (!old.isEqualNode(card)) old.replaceWith(card);
  }
  there.append(...cards.slice(before.length));
}

/**
 * Shows the cards, the profile and the trades in `html`, which `draw.ts` and our server write, in the place
 * of the grey boxes. Returns whether it has cards or a profile. The text above the cards goes on to say that
 * they are loading while they are a copy.
 */
function showDrawn(root: HTMLElement, html: string, isCopy = false): boolean {
  const { content } = Object.assign(document.createElement('template'), { innerHTML: html });
  const trades = content.querySelector(TRADES);
  if (trades) root.querySelector(TRADES)?.replaceWith(trades);
  const drawn = content.querySelector(PLACE);
  const place = root.querySelector(PLACE);
  if (!drawn || !place) return false;
  if (drawn.localName === 'ul') {
    showList(place, drawn);
    if (!isCopy) place.closest('section')?.querySelector('p')?.replaceChildren();
  } else {
    drawn.className = place.className;
    place.replaceWith(drawn);
  }
  return true;
}
