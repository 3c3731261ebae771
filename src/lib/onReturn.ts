/**
 * Calls `listener` when the person or the network comes back: timers stop while the M-Pesa prompt covers the
 * browser. Returns the function that stops it.
 */
export function onReturn(listener: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  document.addEventListener('visibilitychange', onVisible, { signal });
  window.addEventListener('pageshow', onShow, { signal });
  window.addEventListener('online', listener, { signal });
  // A window that was visible beside another one.
  window.addEventListener('focus', listener, { signal });
  return () => stop.abort();
}
