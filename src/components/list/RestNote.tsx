import type { Rest } from '../../lib/api/lists.ts';
import { Button } from '../Button.tsx';

/** Says that only the first pages of a list came, with a "Try again". */
export function RestNote({ rest }: { rest: Rest | null }) {
  if (rest === null) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 rounded-xl bg-sunken px-3 py-2 font-medium text-ink"
    >
      <p className="min-w-0">The rest of this list did not come.</p>
      <Button look="quiet" busy={rest.isBusy} onClick={rest.retry}>
        Try again
      </Button>
    </div>
  );
}
