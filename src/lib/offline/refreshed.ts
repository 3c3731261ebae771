import type { ToApp } from './protocol.ts';

/** Calls `listener` when an answer comes after its cached copy. Returns a function that stops it. */
export function onRefreshed(listener: () => void): () => void {
  // There is none on plain http (except on localhost) and in old browsers.
  const sw = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  const onMessage = ({ data }: MessageEvent<ToApp | null>) => {
    if (data?.kind === 'refreshed') listener();
  };
  sw?.addEventListener('message', onMessage);
  return () => sw?.removeEventListener('message', onMessage);
}
