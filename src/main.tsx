import type { QueryClient } from '@tanstack/react-query';
import { startTransition, StrictMode, useLayoutEffect, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { fundiQuery, fundisQuery, givenFundis, seedGiven } from './lib/api/queries.ts';
import { LOST_ID } from './lib/firstPage.ts';
import { after, DRAWING_MS } from './lib/waits.ts';
import { createQueryClient } from './lib/api/queryClient.ts';
import { fetchOnIntent, fetchScreen, shownAt } from './routes.tsx';
import './index.css';

const labelOf = (control: Element) => control.getAttribute('aria-label') ?? control.textContent;

/** Types into a field of the app, as a person would: React hears only what the browser's own setter says. */
function type(field: HTMLInputElement, text: string) {
  Reflect.set(HTMLInputElement.prototype, 'value', text, field);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function answerTap(control: HTMLElement) {
  if (!(control instanceof HTMLSelectElement)) {
    control.click();
    return;
  }
  control.focus({ preventScroll: true });
  try {
    control.showPicker();
  } catch {
    // Older browsers cannot, and others only soon after the tap: then the focus is the answer.
  }
}

/**
 * Follows the focus in the painted page. Returns what gives the app's own page the focus, the typed texts
 * and the last tap of the painted one.
 */
function followPerson(root: HTMLElement): () => void {
  let focused = document.activeElement;
  // Not at once: some browsers report that the focus is lost when its link leaves the page, and
  // that link is wanted.
  const follow = () => queueMicrotask(() => (focused = document.activeElement));
  const controller = new AbortController();
  for (const event of ['focusin', 'focusout'])
    document.addEventListener(event, follow, { signal: controller.signal });

  const painted = [...root.querySelectorAll<HTMLElement>('input, select')];
  const placeOf = (control: Element) =>
    painted.filter(({ localName }) => localName === control.localName).indexOf(control as never);
  const ownOf = (control: Element) => {
    const all = [...root.querySelectorAll<HTMLElement>(control.localName)];
    const place = placeOf(control);
    if (place !== -1) return all[place];
    const { href } = control as Partial<HTMLAnchorElement>;
    return all.find(
      (it) => (it as Partial<HTMLAnchorElement>).href === href && labelOf(it) === labelOf(control),
    );
  };

  const answer = () => {
    for (const field of painted) {
      if (!(field instanceof HTMLInputElement) || field.value === field.defaultValue) continue;
      const own = ownOf(field);
      if (own instanceof HTMLInputElement) type(own, field.value);
    }
    const tapped = globalThis.firstPage?.tapped;
    const own = tapped && ownOf(tapped);
    if (own) answerTap(own);
  };
  return () => {
    controller.abort();
    if (focused?.matches('a, input')) ownOf(focused)?.focus({ preventScroll: true });
    // When the app listens.
    setTimeout(answer);
  };
}

function Drawn({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  useLayoutEffect(onDrawn, [onDrawn]);
  return children;
}

/** Fetches what has been drawn before the app, for the app's own first picture. */
async function fetchDrawn(client: QueryClient, id: string) {
  if (id !== '') {
    if (!seedGiven(client, id)) await client.prefetchQuery(fundiQuery(id));
    return;
  }
  const list = client.prefetchQuery(fundisQuery());
  const begun = new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (client.getQueryData(fundisQuery().queryKey) === undefined) return;
      stop();
      resolve();
    });
  });
  // With the cards that our server gave, the app need not wait for the whole list for long.
  await Promise.race([list, begun, ...(givenFundis() ? [after(DRAWING_MS)] : [])]);
}

/** Draws the app in the place of the first paint (`src/boot`). */
async function start(root: HTMLElement) {
  const page = globalThis.firstPage;
  const client = createQueryClient();
  const { pathname, search } = window.location;
  const shown = shownAt(pathname);
  // What a guard would do after a first picture without a screen. The state is the router's form.
  if (shown !== pathname) {
    window.history.replaceState({ usr: { from: pathname + search } }, '', shown);
  }
  // The first paint stays until this script is there. If it does not come, the app says so.
  await fetchScreen(shown).catch(() => undefined);
  // To run that script is a long task already.
  await after(0);
  if (page?.state === 'drawn') await fetchDrawn(client, page.id);
  // From here on only React writes into the page: what has not been drawn yet is drawn by the app.
  page?.become('taken');
  const handOver = followPerson(root);
  const { href } = window.location;
  const onDrawn = () => {
    page?.become('app');
    document.getElementById(LOST_ID)?.remove();
    // Back came after the router had read the address, and before it listened.
    if (window.location.href !== href) window.dispatchEvent(new PopStateEvent('popstate'));
    handOver();
    fetchOnIntent(client);
  };
  // React renders a transition in slices of 5 ms: taps on the painted page are answered meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Drawn onDrawn={onDrawn}>
          <App client={client} />
        </Drawn>
      </StrictMode>,
    ),
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
// In a task of its own: to run all the scripts is a long one already.
setTimeout(start, 0, root);
