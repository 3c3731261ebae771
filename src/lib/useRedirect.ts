import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

export interface Target {
  /** An address from `pathTo`, or a promise of one. */
  to: string | Promise<string>;
  state?: unknown;
}

/**
 * Goes to `target` `afterMs` after it was set, unless the person has left the screen by then. The old
 * screen is removed from the history: Back does not return to a form that was sent.
 */
export function useRedirect(target: Target | null, afterMs: number) {
  const navigate = useNavigate();
  useEffect(() => {
    if (target === null) return undefined;
    let isLeft = false;
    // While the next screen's script loads, the old screen stays mounted but the address changes.
    const here = window.location.href;
    const go = async () => {
      const to = await target.to;
      if (!isLeft && window.location.href === here)
        await navigate(to, { replace: true, state: target.state });
    };
    const timer = setTimeout(() => void go(), afterMs);
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [target, afterMs, navigate]);
}
