import { addTransitionType } from 'react';
import { SCREEN_CHANGE } from './lib/screenChange.ts';
import { isStill } from './lib/useMediaQuery.ts';

/**
 * Says that what a link or Back has just asked React for is another screen. Where the screen is slow to come, the
 * next transition that React ends takes the word, such as further cards of a long list: then nothing moves.
 */
function followPath() {
  let path = window.location.pathname;
  const note = () => {
    path = window.location.pathname;
  };
  const look = () => {
    if (window.location.pathname !== path) addTransitionType(SCREEN_CHANGE);
    note();
  };
  window.addEventListener('click', note, { capture: true });
  // React has heard of the click by now.
  window.addEventListener('click', look);
  return look;
}

/**
 * Lets Back and Forward move what stays in sight (`Staying`). React draws at once, without motion, what it is
 * asked for during a `popstate` of the browser: the router hears of it right after that. Where the browser has
 * moved the page itself, as for a finger that swipes, nothing moves twice.
 */
export function moveOnBack() {
  if (!('startViewTransition' in document)) return;
  const look = followPath();
  window.addEventListener('popstate', (event) => {
    if (!event.isTrusted || event.hasUAVisualTransition || isStill()) return;
    event.stopImmediatePropagation();
    setTimeout(() => {
      window.dispatchEvent(new PopStateEvent('popstate', event));
      look();
    });
  });
}
