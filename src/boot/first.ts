/**
 * The first script of the page: shows the theme, makes `firstPage`, the one owner of the page, and says when the app's
 * scripts did not come or cannot run, instead of "Loading" for ever. It is built for older browsers: it must
 * run where the others do not.
 */
import { LOST_ID, makeFirstPage } from '../lib/firstPage.ts';
import { showTheme } from '../lib/theme.ts';
import { APP_MS } from '../lib/waits.ts';

/** The address of the directory; the build writes it in. */
declare const FUNDI_LIST: string;

const NOT_COME =
  'A part of this page did not load. Check that you have internet, and load it again.';
const BROKEN =
  'This page could not start here. Load it again. If that does not help, use a newer browser.';
const WITHOUT = ' Without it you can still find fundis and call them.';

const BUTTON = 'inline-flex min-h-11 items-center rounded-xl px-4 font-semibold';

function showLost(text: string) {
  if (page.state === 'app' || document.getElementById(LOST_ID)) return;
  // Grey boxes for content that will not come; the place of the cards stays, because they may still come.
  page.become(page.state, (root) => {
    const waiting = root.querySelectorAll('[role=status], [aria-hidden].bg-sunken');
    for (let at = 0; at < waiting.length; at += 1) waiting[at]?.remove();
  });
  const isPainted = document.querySelector('#root main') !== null;
  const box = document.createElement('div');
  box.id = LOST_ID;
  box.className = 'mx-auto max-w-2xl space-y-4 p-4';
  box.innerHTML =
    `<p class="text-lg" role="alert">${text}${isPainted ? WITHOUT : ''}</p>` +
    `<button class="${BUTTON} bg-brand text-brand-ink">Load again</button>` +
    (isPainted ? `<a class="${BUTTON} text-brand" href="${FUNDI_LIST}">Find a Fundi</a>` : '');
  box.children[1]?.addEventListener('click', () => location.reload());
  document.body.insertBefore(box, document.body.firstChild);
}

function sayLost(text: string) {
  if (document.readyState !== 'loading') showLost(text);
  else document.addEventListener('DOMContentLoaded', () => showLost(text));
}

const page = makeFirstPage();
window.firstPage = page;

addEventListener(
  'error',
  ({ target, filename }) => {
    // The app's scripts are modules. Without the others the page still comes.
    if (target instanceof HTMLScriptElement && target.type === 'module') sayLost(NOT_COME);
    else if (target === window && filename.indexOf(location.origin) === 0) sayLost(BROKEN);
  },
  true,
);
addEventListener('unhandledrejection', () => sayLost(BROKEN));
setTimeout(() => sayLost(NOT_COME), APP_MS);
showTheme();
