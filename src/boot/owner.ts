/** Makes the one object that knows whose the page is. */
import type { FirstPage, PageState } from '../lib/firstPage.ts';

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
