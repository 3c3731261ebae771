/** The page as it is before the app: who may write into `#root`, and what was asked for so early. */
import type { Given } from '../contract/pages.ts';

/** An answer to one of the public calls that `src/boot` makes before the app's script is there. */
export interface BootAnswer {
  /** Below 500: a failure of the server is no answer. */
  status: number;
  data: unknown;
  headers: Headers;
}

/**
 * What stands in `#root`: nothing yet, the first paint, with an answer drawn into it, the same while
 * the app renders, the app. The page goes through them in this order and never back.
 */
type PageState = 'blank' | 'painted' | 'drawn' | 'taken' | 'app';

/** The first call of an address, whose answer is drawn before the app is there. */
interface FirstCall {
  answer: Promise<BootAnswer | null>;
  /** The copy of the answer that the service worker stored at an earlier visit. */
  copy: Promise<BootAnswer | null | undefined>;
  /** Set by the script that draws: resolves when it has drawn, or cannot. */
  drawn?: Promise<unknown>;
}

/** One object for all that the scripts of the page tell each other (`docs/first-paint.md`). */
export interface FirstPage {
  readonly state: PageState;
  /**
   * Brings the page into a state, and is the only way to write into `#root` before the app: `write`
   * returns false when it has written nothing. Returns whether the page is in that state now. From
   * 'taken' on `#root` is React's: nothing is written.
   */
  become: (next: PageState, write?: (root: HTMLElement) => unknown) => boolean;
  painted: Promise<void>;
  /** Paints; the page calls it as soon as all that is painted has come. */
  paint?: () => void;
  /** Shows what is drawn of fundis; `write` of `become`. */
  show?: (root: HTMLElement, html: string, isCopy: boolean) => boolean;
  /** The id in the address; '' where there is none. */
  id: string;
  /** What our server has put into the page; null when the page is from another host. */
  given: Given | null;
  /** The calls that the page has made for the app, by address; null when no answer came that can be read. */
  calls: Record<string, Promise<BootAnswer | null>>;
  /** The address of the first ad's picture, when it is shown before the app is there. */
  picture?: string;
  /** The control that was tapped last before the app was there; its own answers then. */
  tapped?: Element;
  /** One of `calls`, where its answer is drawn. */
  firstCall?: FirstCall;
}

declare global {
  /** Made by the first script of the page; tests of components have none. */
  var firstPage: FirstPage | undefined;
}

/** The id of the note that the app did not come; it stands beside `#root`. */
export const LOST_ID = 'lost';

/** Whether the app has drawn itself; before that the painted page is shown (`src/boot`). */
export const hasStarted = () => globalThis.firstPage?.state === 'app';

/** A page in which nothing is painted. */
export function makeFirstPage(): FirstPage {
  let onPainted: () => void;
  const page = {
    state: 'blank' as PageState,
    become(next: PageState, write?: (root: HTMLElement) => unknown) {
      const isReacts = page.state === 'taken' || page.state === 'app';
      const root = document.getElementById('root') as HTMLElement;
      if (write && (isReacts || write(root) === false)) return false;
      page.state = next;
      onPainted();
      return true;
    },
    painted: new Promise<void>((resolve) => {
      onPainted = resolve;
    }),
    id: '',
    given: null,
    calls: {},
  };
  return page;
}

/** Reads an answer, once for the drawing and for the app, as a list may have thousands of items. */
export async function readBootAnswer(answer: Response): Promise<BootAnswer | null> {
  const { status, headers } = answer;
  const data: unknown = status < 500 ? await answer.json() : null;
  return data !== null && typeof data === 'object' ? { status, data, headers } : null;
}

/**
 * Returns the answer to a call that `src/boot` has made, and only to the first caller; undefined
 * when there is none. A null means that the call failed, as the first try of the app's own would.
 */
export function takeBootAnswer(address: string): Promise<BootAnswer | null> | undefined {
  const { calls } = globalThis.firstPage ?? {};
  const answer = calls?.[address];
  delete calls?.[address];
  return answer;
}
