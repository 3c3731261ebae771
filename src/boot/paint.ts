/** Puts the first paint into the page, which is shown until the app has come. */
import { PARTS_ID } from '../contract/pages.ts';
import type { FirstPage } from '../lib/firstPage.ts';
import type { Session } from '../lib/session/session.ts';
import { showDrawn } from './showDrawn.ts';

/** The kinds of people for whom the first paint differs: a visitor, a client, a fundi. */
export const people = [null, 'client', 'fundi'] as const;

/** The place in `people` of the person with this session. */
export const personOf = ({ token, userType }: Session) => people.indexOf(token ? userType : null);

/** The page of those who run no script: with scripts on, a browser reads it as text. */
const withoutScript = () => document.querySelector('noscript')?.textContent ?? '';

/**
 * Prepares the painting of the page at `line` of the page's parts; `isDrawn`: with what our server has drawn
 * for those who run no script.
 */
export function preparePaint(page: FirstPage, line: number, isDrawn: boolean) {
  page.show = showDrawn;
  page.paint = () => {
    page.become('painted', (root) => {
      const lines = document.getElementById(PARTS_ID)?.textContent.split('\n') ?? [];
      const parts = lines[line]?.split(' ') ?? [];
      root.innerHTML = parts.map((at) => lines[Number(at)]).join('');
      const phrase = new URLSearchParams(location.search).get('q');
      // As the attribute, because what differs from it counts as typed by the person.
      if (phrase) root.querySelector('main [type=search]')?.setAttribute('value', phrase);
    });
    if (isDrawn) page.become('drawn', (root) => showDrawn(root, withoutScript()));
  };
}
