import { lazy, Suspense, useEffect } from 'react';
import { TOAST_MS, TOAST_POSITION } from '../../contract/constants.ts';
import { containerMounted, useToastsWanted } from '../../lib/toast.ts';

const ToastContainer = lazy(async () => ({
  default: (await import('./toastContainer.ts')).ToastContainer,
}));

/** Stands after the container, so that its effect runs when that is on the page. */
function Mounted() {
  useEffect(containerMounted, []);
  return null;
}

/** The place of the toasts: top right, below the header, 4 s (spec §9), in a live region; fetched when needed. */
export function Toasts() {
  const isWanted = useToastsWanted();
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToastContainer
        position={TOAST_POSITION}
        autoClose={TOAST_MS}
        newestOnTop
        closeOnClick
        pauseOnFocusLoss
        pauseOnHover
      />
      <Mounted />
    </Suspense>
  );
}
