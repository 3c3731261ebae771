import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { tabStorage } from '../../lib/session/storage.ts';

const STORED = 'scroll';
/** Places whose position outlives a reload. */
const STORED_MAX = 50;
/** How long a list that is still growing is waited for before its place is given up, in ms. */
const PATIENCE_MS = 8000;
/** Whoever does one of these has gone on by themselves. */
const GESTURES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

function readStored(): [string, number][] {
  try {
    return JSON.parse(tabStorage.get(STORED) ?? '[]') as [string, number][];
  } catch {
    return [];
  }
}

const positions = new Map<string, number>(readStored());

function store() {
  tabStorage.set(STORED, JSON.stringify([...positions].slice(-STORED_MAX)));
}

/** Whether this page came by a link or a typed address, rather than by a reload or by Back. */
function isFreshLoad(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return !load || (load as PerformanceNavigationTiming).type === 'navigate';
}

/**
 * Starts a new screen at its top, and on Back, Forward or a reload returns to where one was, as
 * soon as the page is long enough for it (readings, spec §5).
 */
export function ScrollManager() {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef<string | null>(null);
  // The first page of a tab has the key of every first page.
  const place = `${key} ${pathname}${search}`;

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
    window.addEventListener('pagehide', store);
    return () => window.removeEventListener('pagehide', store);
  }, []);

  useLayoutEffect(() => {
    const isFirst = shownPath.current === null;
    const hasMoved = !isFirst && shownPath.current !== pathname;
    shownPath.current = pathname;
    const isReturn = type === 'POP' && !(isFirst && isFreshLoad());
    const wanted = isReturn ? (positions.get(place) ?? 0) : 0;
    let frame = 0;
    let isReturning = wanted > 0;

    const remember = () => {
      // Put last, so that the oldest places are the first to be forgotten.
      positions.delete(place);
      if (!isReturning) positions.set(place, window.scrollY);
      else positions.set(place, wanted);
    };
    const giveUp = () => {
      isReturning = false;
      cancelAnimationFrame(frame);
    };

    if (isReturning) {
      const started = performance.now();
      const attempt = () => {
        const reach = document.documentElement.scrollHeight - window.innerHeight;
        if (reach >= wanted) {
          giveUp();
          window.scrollTo(0, wanted);
        } else if (performance.now() - started > PATIENCE_MS) {
          giveUp();
        } else {
          frame = requestAnimationFrame(attempt);
        }
      };
      attempt();
    } else if (hasMoved) {
      window.scrollTo(0, 0);
    }
    remember();

    window.addEventListener('scroll', remember, { passive: true });
    for (const gesture of GESTURES) window.addEventListener(gesture, giveUp, { passive: true });
    return () => {
      giveUp();
      window.removeEventListener('scroll', remember);
      for (const gesture of GESTURES) window.removeEventListener(gesture, giveUp);
    };
  }, [place, pathname, type]);

  return null;
}
