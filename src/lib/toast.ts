/** Toasts (spec §9: 4 s, top-right). The library and its container are loaded with the first one. */
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
  return import('react-toastify/unstyled');
}

/** Whether the page needs the container, because a toast has been shown. */
export function useToastsWanted(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isWanted,
  );
}

/** Shows a failure; the same text appears only once at a time. */
export async function toastError(text: string) {
  const { toast } = await load();
  toast.error(text, { toastId: text });
}

/** Shows a success. */
export async function toastSuccess(text: string) {
  const { toast } = await load();
  toast.success(text, { toastId: text });
}
