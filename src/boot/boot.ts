/**
 * Written into the head of the page by the build (`scripts/firstPaint.ts`): what must stand before
 * the first paint, and what need not wait for the app's script. The app works without it.
 */
import { apiBase } from '../lib/config.ts';
import { readEarly, type EarlyCalls } from '../lib/early.ts';
import { getSession } from '../lib/session.ts';
import { storedTheme } from '../lib/theme.ts';

/** One of the addresses people open first, as the build writes it. */
export interface BootLanding {
  /** A regular expression of its path. */
  path: string;
  shape: string;
  /** Paths of its public calls; `{id}` is the path's. */
  calls: string[];
  /** Draws into the painted shell what the calls answer. */
  drawing?: string | undefined;
  /** The picture that is painted largest. */
  picture?: string | undefined;
  /** Its scripts beyond those of every screen. */
  scripts: string[];
}

declare const LANDINGS: BootLanding[];

/** As long as the app's own calls wait, in ms. */
const TIMEOUT_MS = 20_000;

const canTimeOut = 'timeout' in AbortSignal;

const { dataset } = document.documentElement;
dataset.theme =
  storedTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
if (getSession().userType) dataset.signedIn = '';

function hint(rel: string, href: string, more: Partial<HTMLLinkElement>) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href, ...more }));
}

function start({ shape, calls, drawing, picture, scripts }: BootLanding, id: string | undefined) {
  dataset.shape = shape;
  const early: EarlyCalls = {};
  for (const call of calls) {
    const address = apiBase() + call.replace('{id}', id ?? '');
    early[address] = fetch(address, {
      credentials: 'include',
      headers: { accept: 'application/json' },
      ...(canTimeOut && { signal: AbortSignal.timeout(TIMEOUT_MS) }),
    })
      .then(readEarly)
      .catch(() => null);
  }
  globalThis.earlyCalls = early;
  if (drawing) {
    const script = document.createElement('script');
    script.src = drawing;
    document.head.append(script);
  }
  if (picture) hint('preload', picture, { as: 'image', fetchPriority: 'high' });
  // What is painted comes first; the app takes over afterwards.
  for (const script of scripts) hint('modulepreload', script, { fetchPriority: 'low' });
}

for (const landing of LANDINGS) {
  const match = new RegExp(landing.path).exec(globalThis.location.pathname);
  if (match) {
    start(landing, match[1]);
    break;
  }
}
