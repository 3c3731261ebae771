/** Puts the first paint into the page, which is shown until the app has come. */
import { showCards } from './cardLists.ts';
import { PARTS_ID } from '../contract/pages.ts';
import type { FirstPage } from '../lib/firstPage.ts';
import type { Session } from '../lib/session/session.ts';

/** The kinds of people for whom the first paint differs: a visitor, a client, a fundi. */
export const people = [null, 'client', 'fundi'] as const;

/** The place in `people` of the person with this session. */
export const personOf = ({ token, userType }: Session) => people.indexOf(token ? userType : null);

/** Where fundis are drawn: in the place of the grey cards, and of the grey profile. */
const PLACE = '[data-cards],[data-person]';

/** Moves what our server has drawn from the page of those who run no script into the first paint. */
function showGiven(root: HTMLElement): boolean {
  const page = document.createElement('template');
  // With scripts on, a browser reads its content as text.
  page.innerHTML = document.querySelector('noscript')?.textContent ?? '';
  // The trades have the same place on the home page, which has nothing else that is drawn.
  const trades = page.content.querySelector('[data-trades]');
  if (trades) root.querySelector('[data-trades]')?.replaceWith(trades);
  const drawn = page.content.querySelector(PLACE);
  const place = root.querySelector(PLACE);
  if (!drawn || !place) return false;
  // Of the cards only the lists: the place of the ads between them is painted already.
  if (drawn.matches('[data-cards]')) {
    showCards(place, drawn.outerHTML);
  } else {
    drawn.className = place.className;
    place.replaceWith(drawn);
  }
  // The text above the cards says that they are loading.
  root.querySelector('[data-cards]')?.closest('section')?.querySelector('p')?.replaceChildren();
  return true;
}

/** Prepares the painting of the page at `line` of the page's parts; `isDrawn`: with what is given. */
export function preparePaint(page: FirstPage, line: number, isDrawn: boolean) {
  page.paint = () => {
    page.become('painted', (root) => {
      const lines = document.getElementById(PARTS_ID)?.textContent.split('\n') ?? [];
      const parts = lines[line]?.split(' ') ?? [];
      root.innerHTML = parts.map((at) => lines[Number(at)]).join('');
    });
    if (isDrawn) page.become('drawn', showGiven);
  };
}
