import { useOnline } from '../../lib/offline/useOnline.ts';

/** Above every screen while the device is offline: says what still works and what does not. */
export function OfflineBar() {
  const isOnline = useOnline();
  return (
    <div role="status" className="sticky top-0 z-40">
      {!isOnline && (
        <p className="border-b border-warning/40 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
          You are offline. You can still read and call. To log in, post or pay you need internet.
        </p>
      )}
    </div>
  );
}
