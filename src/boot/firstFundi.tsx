/**
 * Draws a fundi into the first paint, so that people who open a link to them can read and call
 * before the app's script is there. The app then draws the same.
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

/** Space for the share button, which needs the app. */
const Share = () => <div className="min-h-11" />;

async function draw() {
  // The styles in the page's head do not cover the profile.
  const [answer] = await Promise.all([globalThis.bootAnswer, globalThis.pageReady?.()]);
  const place = document.querySelector('#root [data-person]');
  // A cached copy needs a note that says how old it is.
  if (!place || !answer || answer.headers.has(CACHED_AT)) return;
  const fundi = readFundi(answer.data);
  if (fundi.id === '') return;
  place.replaceChildren();
  append(place, FundiProfileCard({ fundi, Heading, Share }));
  // As the app asks: the answer may name the id in another way.
  const [, id = ''] = /([^/]+)\/?$/.exec(location.pathname) ?? [];
  document.documentElement.dataset.fundi = id;
}

// The app shows what is wrong with an answer.
globalThis.firstDrawn = draw().catch(() => undefined);
