import { ToastContainer } from 'react-toastify/unstyled';
import { TOAST_MS, TOAST_POSITION } from '../../contract/constants.ts';
import './toasts.css';

/** The toasts: top right, 4 s (spec §9), in a live region. Taps go through them to what they cover. */
export function Toasts() {
  return (
    <div className="toasts">
      <ToastContainer
        position={TOAST_POSITION}
        autoClose={TOAST_MS}
        transition={false}
        closeButton={false}
        draggable={false}
      />
    </div>
  );
}
