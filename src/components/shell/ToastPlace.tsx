import { useEffect, useRef } from 'react';
import { ToastContainer } from 'react-toastify/unstyled';
import { TOAST_MS, TOAST_POSITION } from '../../contract/constants.ts';
import { containerMounted } from '../../lib/toast.ts';
import { placeToasts } from './freePlace.ts';
import './toasts.css';

/** Places a toast when it is in the page, before it is seen, and again when the page moves below it. */
function usePlaces() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not when the toast is asked for: on a slow phone it is drawn some frames later.
    const drawn = new MutationObserver(placeToasts);
    if (place.current) drawn.observe(place.current, { childList: true, subtree: true });
    window.addEventListener('scroll', placeToasts, { passive: true });
    containerMounted();
    return () => {
      drawn.disconnect();
      window.removeEventListener('scroll', placeToasts);
    };
  }, []);
  return place;
}

/** The container of the toasts: top right, 4 s (spec §9), in a live region. */
export function ToastPlace() {
  const place = usePlaces();
  return (
    <div ref={place}>
      <ToastContainer
        position={TOAST_POSITION}
        autoClose={TOAST_MS}
        transition={false}
        closeOnClick
        pauseOnFocusLoss
        pauseOnHover
      />
    </div>
  );
}
