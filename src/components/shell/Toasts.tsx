import { lazy, Suspense } from 'react';
import { useToastsWanted } from '../../lib/toast.ts';

const ToastPlace = lazy(async () => ({ default: (await import('./ToastPlace.tsx')).ToastPlace }));

/** The place of the toasts, fetched when the first one is wanted. */
export function Toasts() {
  const isWanted = useToastsWanted();
  return (
    isWanted && (
      <Suspense fallback={null}>
        <ToastPlace />
      </Suspense>
    )
  );
}
