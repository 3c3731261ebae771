import { isStill } from './lib/useMediaQuery.ts';

/**
 * Lets Back and Forward move what stays in sight (`Staying`). React draws at once, without motion, what it is
 * asked for during a `popstate` of the browser: the router hears of it right after that. Where the browser has
 * moved the page itself, as for a finger that swipes, nothing moves twice.
 */
export function moveOnBack() {
  if (!('startViewTransition' in document)) return;
  window.addEventListener('popstate', (event) => {
    if (!event.isTrusted || event.hasUAVisualTransition || isStill()) return;
    event.stopImmediatePropagation();
    setTimeout(() => window.dispatchEvent(new PopStateEvent('popstate', event)));
  });
}
