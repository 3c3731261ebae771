import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';

export interface Target {
  /** An address from `pathTo`, or one that is still being found out. */
  to: string | Promise<string>;
  /** Router state for the screen that follows. */
  state?: unknown;
}

/**
 * Goes to `target` `afterMs` after it was set, unless the person has left the screen by then. The
 * screen it leaves is not in the history: Back does not return to a form that is done.
 */
export function useRedirect(target: Target | null, afterMs: number) {
  const navigate = useNavigate();
  useEffect(() => {
    if (target === null) return undefined;
    let isLeft = false;
    // A screen stays mounted while the script of the next one is fetched; the address does not.
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
