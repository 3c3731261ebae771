import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

const positions = new Map<string, number>();
/** How long a list that is still growing is waited for before its place is given up, in ms. */
const PATIENCE_MS = 3000;

/** Starts a new screen at its top, and on Back or Forward returns to where one was (readings §5). */
export function ScrollManager() {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const shownPath = useRef(pathname);

  useEffect(() => {
    window.history.scrollRestoration = 'manual';
  }, []);

  useLayoutEffect(() => {
    const remember = () => positions.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);

  useLayoutEffect(() => {
    const hasMoved = shownPath.current !== pathname;
    shownPath.current = pathname;
    const wanted = type === 'POP' ? (positions.get(key) ?? 0) : 0;
    if (wanted === 0) {
      if (hasMoved) window.scrollTo(0, 0);
      return undefined;
    }
    const started = performance.now();
    let frame = 0;
    const attempt = () => {
      const reach = document.documentElement.scrollHeight - window.innerHeight;
      if (reach >= wanted || performance.now() - started > PATIENCE_MS) {
        window.scrollTo(0, wanted);
        return;
      }
      frame = requestAnimationFrame(attempt);
    };
    attempt();
    return () => cancelAnimationFrame(frame);
  }, [key, pathname, type]);

  return null;
}
