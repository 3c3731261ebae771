import { useEffect } from 'react';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import { TOAST_MS, TOAST_POSITION } from '../../contract/constants.ts';
import { containerMounted } from '../../lib/toast.ts';
import { placeToasts } from './freePlace.ts';
import './toasts.css';

/** Places a toast when it comes, and again when the page moves below it. */
function usePlaces() {
  useEffect(() => {
    // When it has been drawn, and before it is seen.
    const stop = toast.onChange(() => requestAnimationFrame(placeToasts));
    window.addEventListener('scroll', placeToasts, { passive: true });
    containerMounted();
    return () => {
      stop();
      window.removeEventListener('scroll', placeToasts);
    };
  }, []);
}

/** The container of the toasts: top right, 4 s (spec §9), in a live region. */
export function ToastPlace() {
  usePlaces();
  return (
    <ToastContainer
      position={TOAST_POSITION}
      autoClose={TOAST_MS}
      transition={false}
      closeOnClick
      pauseOnFocusLoss
      pauseOnHover
    />
  );
}
