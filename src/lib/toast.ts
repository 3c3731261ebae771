/** Toasts (spec §9: 4 s, top-right). Library and container are fetched with the first one. */
import { useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

let onMounted: () => void;
/** Resolves when the container is on the page. */
const mounted = new Promise<void>((resolve) => (onMounted = resolve));

/** Called by the container when it is on the page. */
export const containerMounted = () => onMounted();

async function load() {
  isWanted = true;
  for (const listener of listeners) listener();
  // A toast that the library gets before its container is lost where React mounts that twice
  // (StrictMode, while developing).
  await mounted;
  return import('react-toastify');
}

/** Whether a toast was asked for, so that the container must be on the page. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}

/** Shows that something failed; the same text at the same time is shown once. */
export async function toastError(text: string) {
  const { toast } = await load();
  toast.error(text, { toastId: text });
}

/** Shows that something is done. */
export async function toastSuccess(text: string) {
  const { toast } = await load();
  toast.success(text, { toastId: text });
}
