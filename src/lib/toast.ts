/** Toasts (spec §9: 4 s, top-right). Library and container are fetched with the first one. */
import { useSyncExternalStore } from 'react';

let isWanted = false;
const listeners = new Set<() => void>();

async function load() {
  isWanted = true;
  for (const listener of listeners) listener();
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

/** Tells of a failure; the same text at the same time is shown once. */
export async function toastError(text: string) {
  const { toast } = await load();
  toast.error(text, { toastId: text });
}

/** Tells of something done. */
export async function toastSuccess(text: string) {
  const { toast } = await load();
  toast.success(text, { toastId: text });
}
