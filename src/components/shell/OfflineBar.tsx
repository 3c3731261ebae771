import { useWrongDate } from '../../lib/api/phoneDate.ts';
import { useOnline } from '../../lib/offline/useOnline.ts';

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;
const OFFLINE =
  'You are offline. You can still read and call. To log in, post or pay you need internet.';
const wrongDate = () =>
  `This phone has the date ${new Date().toLocaleDateString('en-KE', DATE)}, which is wrong. Set date and time in its settings: with a wrong date it cannot reach us.`;

/** Above every screen while the API cannot be reached, where the reason is known: what the person can do. */
export function OfflineBar() {
  const isOnline = useOnline();
  const isDateWrong = useWrongDate();
  return (
    <div role="status" className="sticky top-0 z-40">
      {(!isOnline || isDateWrong) && (
        <p className="border-b border-warning/40 bg-warning-soft px-4 py-2 text-center text-sm font-medium text-warning">
          {isOnline ? wrongDate() : OFFLINE}
        </p>
      )}
    </div>
  );
}
