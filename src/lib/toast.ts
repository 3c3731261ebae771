/** Toasts (spec §9: 4 s, top-right). The library comes with the first screen that may show one. */
import { createElement, useEffect } from 'react';
import { createStore, useStore } from './store.ts';

const wanted = createStore(() => false);

/** Whether the page needs the container, because a screen that may show toasts has been opened. */
export const useToastsWanted = () => useStore(wanted);

/**
 * Fetches the container before the first toast of a screen: without a network none would come then, and
 * while developing React mounts the container twice (StrictMode), which loses what it has already.
 */
export const useToasts = () => useEffect(() => wanted.set(true), []);

/** Shows a toast; the same text appears only once at a time. Without the library there is none. */
function showToast(kind: 'error' | 'success', text: string): void {
  wanted.set(true);
  import('react-toastify/unstyled')
    // One element, because a toast is a flex box.
    .then(({ toast }) => toast[kind](createElement('span', null, text), { toastId: text }))
    .catch(() => undefined);
}

/** Shows a failure. */
export const toastError = (text: string): void => showToast('error', text);

/** Shows a success. */
export const toastSuccess = (text: string): void => showToast('success', text);

/** Removes the toast of a failure that no longer holds. */
export function takeBackError(text: string): void {
  import('react-toastify/unstyled').then(({ toast }) => toast.dismiss(text)).catch(() => undefined);
}
