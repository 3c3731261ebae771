/** Toasts (spec §9: 4 s, top-right). The library and its container are loaded with the first one. */
import { createElement, useSyncExternalStore } from 'react';
import { unbroken } from './unbroken.tsx';

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

/** One element, because a toast is a flex box. */
const drawn = (text: string) => createElement('span', null, unbroken(text));

/** Shows a failure; the same text appears only once at a time. */
export async function toastError(text: string) {
  const { toast } = await load();
  toast.error(drawn(text), { toastId: text });
}

/** Removes the toast of a failure that no longer holds. */
export async function takeBackError(text: string) {
  const { toast } = await load();
  toast.dismiss(text);
}

/** Shows a success. */
export async function toastSuccess(text: string) {
  const { toast } = await load();
  toast.success(drawn(text), { toastId: text });
}
