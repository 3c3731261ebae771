import { useLayoutEffect } from 'react';
import { createStore, useStore } from '../../lib/store.ts';

const isThere = createStore(() => false);

/** Whether the page has the bar with Call and WhatsApp at the foot of a phone's screen. */
export const useHasContactBar = () => useStore(isThere);

/** Makes room for that bar while there is one: the page's end stands above it, and the menu moves into it. */
export function useRoomForContactBar(hasBar: boolean) {
  // Before the first picture, so that nothing moves in sight.
  useLayoutEffect(() => {
    const set = (has: boolean) => {
      document.documentElement.classList.toggle('with-bar', has);
      isThere.set(has);
    };
    set(hasBar);
    return () => set(false);
  }, [hasBar]);
}
