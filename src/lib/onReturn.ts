/**
 * Calls `listener` when the person comes back to the page or the network comes back. Timers stop
 * meanwhile, as the prompt covers the browser of a phone. Returns the function that stops it.
 */
export function onReturn(listener: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  const onShow = (event: PageTransitionEvent) => {
    if (event.persisted) listener();
  };
  document.addEventListener('visibilitychange', onVisible);
  window.addEventListener('pageshow', onShow);
  window.addEventListener('online', listener);
  // A window that was visible beside another one.
  window.addEventListener('focus', listener);
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    window.removeEventListener('pageshow', onShow);
    window.removeEventListener('online', listener);
    window.removeEventListener('focus', listener);
  };
}
