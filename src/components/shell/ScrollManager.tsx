import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { tabStorage } from '../../lib/session/personal.ts';
import { SCROLL_MS } from '../../lib/waits.ts';

const STORED = 'scroll';
const STORED_MAX = 50;
/** After one of these the person scrolls, so the app must not. */
const GESTURES = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const;

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

/** True when the page was opened by a link or a typed address, not by a reload or Back. */
function isFreshLoad(): boolean {
  const [load] = performance.getEntriesByType('navigation');
  return !load || (load as PerformanceNavigationTiming).type === 'navigate';
}

/**
 * Starts a new screen at its top. On Back, Forward or a reload it returns to the position before,
 * as soon as the page is long enough (readings, spec §5), unless the person scrolls before that.
 */
export function ScrollManager() {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef<string | null>(null);
  // The first page of every tab has the same key.
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
    // The person may have scrolled the page that was painted before the app.
    let isReturning = wanted > 0 && !(isFirst && window.scrollY > 0);

    const giveUp = () => {
      isReturning = false;
      cancelAnimationFrame(frame);
    };
    const remember = () => {
      // After a flick the page moves on: the person has scrolled. Later pages also move when their
      // content changes, so there it says nothing.
      if (isFirst && window.scrollY > 0) giveUp();
      // Moved to the end, so that the oldest places are dropped first.
      positions.delete(place);
      positions.set(place, isReturning ? wanted : window.scrollY);
    };

    if (isReturning) {
      const started = performance.now();
      const attempt = () => {
        const reach = document.documentElement.scrollHeight - window.innerHeight;
        if (reach >= wanted) {
          giveUp();
          window.scrollTo(0, wanted);
        } else if (performance.now() - started > SCROLL_MS) {
          giveUp();
        } else {
          frame = requestAnimationFrame(attempt);
        }
      };
      attempt();
    } else if (hasMoved) {
      window.scrollTo(0, 0);
    }
    // To read the position, the browser lays out the page, which it does for the next frame anyway.
    if (isFirst && !isReturn) frame = requestAnimationFrame(remember);
    else remember();

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
