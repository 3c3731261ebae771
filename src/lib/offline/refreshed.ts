import type { ToApp } from './protocol.ts';

/** Calls `listener` when an answer came whose kept copy had been given; returns the way to stop. */
export function onRenewed(listener: () => void): () => void {
  // Missing on plain http beyond this machine and in old browsers.
  const sw = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const onMessage = ({ data }: MessageEvent<ToApp | null>) => {
    if (data?.kind === 'renewed') listener();
  };
  sw?.addEventListener('message', onMessage);
  return () => sw?.removeEventListener('message', onMessage);
}
