/** Puts into the page what is painted until the app is there. */
import type { Session } from '../lib/session/session.ts';

declare global {
  /** Paints; the page calls it as soon as all that is painted has come. */
  var paint: () => void;
  /** Resolves when the page is painted. */
  var painted: Promise<void>;
}

/** For whom the first paint differs: a visitor, a client, a fundi. */
export const people = [null, 'client', 'fundi'] as const;

/** The place in `people` of the person with this session. */
export const personOf = ({ token, userType }: Session) => people.indexOf(token ? userType : null);

/** Prepares the painting of the page at `line` of the page's parts. */
export function preparePaint(line: number) {
  globalThis.painted = new Promise((resolve) => {
    globalThis.paint = () => {
      const root = document.getElementById('root') as HTMLElement;
      const lines = document.getElementById('parts')?.textContent.split('\n') ?? [];
      const parts = lines[line]?.split(' ') ?? [];
      root.innerHTML = parts.map((at) => lines[Number(at)]).join('');
      resolve();
    };
  });
}
