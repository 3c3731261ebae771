import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { fetchOnIntent } from './intent.ts';
import { fundiQuery, fundisQuery } from './lib/api/queries.ts';
import { createQueryClient } from './lib/api/queryClient.ts';
import { fetchScreen } from './routes.tsx';
import './index.css';

/** Draws the app in the place of the painted shell of `index.html`. */
async function start(root: HTMLElement) {
  const client = createQueryClient();
  // The shell stands until the screen's own script is there too. Without it the app says what is
  // wrong.
  await fetchScreen(window.location.pathname).catch(() => undefined);
  // What the shell shows already, the app's first picture has too.
  const { cards, fundi } = document.documentElement.dataset;
  if (cards !== undefined) await client.prefetchQuery(fundisQuery());
  if (fundi !== undefined) await client.prefetchQuery(fundiQuery(fundi));
  const focused = document.activeElement instanceof HTMLAnchorElement && document.activeElement;
  flushSync(() =>
    createRoot(root).render(
      <StrictMode>
        <App client={client} />
      </StrictMode>,
    ),
  );
  // A link that has the focus is another one now.
  if (focused) {
    const { href, textContent } = focused;
    const links = [...root.querySelectorAll('a')];
    const link = links.find((it) => it.href === href && it.textContent === textContent);
    link?.focus({ preventScroll: true });
  }
  fetchOnIntent();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
