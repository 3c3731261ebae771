import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { fetchOnIntent } from './intent.ts';
import { fundisQuery } from './lib/queries.ts';
import { createQueryClient } from './lib/queryClient.ts';
import { fetchScreen } from './routes.tsx';
import './index.css';

/** Draws the app in the place of the painted shell of `index.html`. */
async function start(root: HTMLElement) {
  const client = createQueryClient();
  // The shell stands until the screen's own script is there too. Without it the app says what is
  // wrong.
  await fetchScreen(window.location.pathname).catch(() => undefined);
  // Where the shell shows the first cards already, the app's first picture has them too.
  if ('cards' in document.documentElement.dataset) await client.prefetchQuery(fundisQuery());
  createRoot(root).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  );
  fetchOnIntent();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
void start(root);
