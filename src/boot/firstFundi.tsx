/**
 * Draws a fundi into the painted shell of `index.html`, so that whoever opens a link to them can read
 * and call before the app's script is there. The app then draws the same.
 */
import type { ReactNode } from 'react';
import { titleLook } from '../components/shell/titleLook.ts';
import { readFundi } from '../lib/api/readers.ts';
import { FundiProfileCard } from '../screens/public/FundiProfileCard.tsx';
import { append } from './dom.ts';
import { CACHED_AT } from '../lib/offline/protocol.ts';

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className={titleLook}>{children}</h1>
);

/** Room for the button, which needs the app. */
const Share = () => <div className="min-h-11" />;

async function draw() {
  // The shell's own styles have not all that is needed here.
  const [answer] = await Promise.all([globalThis.earlyWhole, globalThis.pageReady?.()]);
  const place = document.querySelector('#root [data-person]');
  // Of a copy its age must be said.
  if (!place || !answer || answer.headers.has(CACHED_AT)) return;
  const fundi = readFundi(answer.data);
  if (fundi.id === '') return;
  place.replaceChildren(...[...place.children].slice(0, 1));
  append(place, FundiProfileCard({ fundi, Heading, Share }));
  // As the app asks: what the API answers may call them otherwise.
  const [, id = ''] = /([^/]+)\/?$/.exec(location.pathname) ?? [];
  document.documentElement.dataset.fundi = id;
}

// Whatever is wrong with the answer, the app says it.
globalThis.firstDrawn = draw().catch(() => undefined);
