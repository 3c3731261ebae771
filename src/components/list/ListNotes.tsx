import { DAY_MS } from '../../contract/time.ts';
import { isTemporary } from '../../lib/api/errors.ts';
import type { Copied, List } from '../../lib/api/queries.ts';
import { useOnline } from '../../lib/store.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';

/** The age of what is on screen, when the app has to show it. */
export type Age =
  /** `at` in ms since 1970; `weak`: there is a network, but no answer came. */
  { why: 'offline' | 'weak'; at: number } | { why: 'renewed' };

interface Loaded {
  data: (Copied & { isWhole?: boolean }) | undefined;
  error: unknown;
  /** When the data came, in ms; 0 for what the page had before it. */
  dataUpdatedAt: number;
}

/** The age to show for a public read, or null. */
export function useAge({ data, error, dataUpdatedAt }: Loaded): Age | null {
  const isOnline = useOnline();
  const at = data?.cachedAt ?? dataUpdatedAt;
  if (!data || at === 0) return null;
  // Of a list that was cut, the note says that the rest did not come.
  const isLost = isTemporary(error) && data.isWhole !== false;
  if (!isOnline || data.cachedAt !== null || isLost)
    return { why: isOnline ? 'weak' : 'offline', at };
  return data.isRenewed ? { why: 'renewed' } : null;
}

const timeZone = 'Africa/Nairobi';

/** A time in words: "14:05 today". */
function timeText(at: number): string {
  // Made here and not with the script: few people see the note, and each of these takes long to make.
  const clock = new Intl.DateTimeFormat('en-KE', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  });
  const day = new Intl.DateTimeFormat('en-KE', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  });
  const now = Date.now();
  const isOn = (ms: number) => day.format(ms) === day.format(at);
  const when = isOn(now) ? 'today' : isOn(now - DAY_MS) ? 'yesterday' : `on ${day.format(at)}`;
  return `${clock.format(at)} ${when}`;
}

const reasons = { offline: 'You are offline.', weak: 'The connection is weak.' };

/** Says how old a list or page is that did not come from the network just now. */
export function AgeNote({ age, what }: { age: Age | null; what: 'list' | 'page' }) {
  if (age === null) return null;
  const text =
    age.why === 'renewed'
      ? `This ${what} is up to date now.`
      : `${reasons[age.why]} This ${what} is from ${timeText(age.at)}.`;
  return (
    <p
      role="status"
      className="flex items-start gap-2 rounded-xl bg-sunken px-3 py-2 text-sm font-medium text-ink"
    >
      <Icon name="clock" className="mt-0.5 size-4 text-muted" />
      <span className="min-w-0">{text}</span>
    </p>
  );
}

interface ListQuery {
  data: List<unknown> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

export interface Rest {
  isBusy: boolean;
  retry: () => void;
}

/** How to get the rest of a list of which a page was lost; null for any other list. */
export function restOf({ data, error, isFetching, refetch }: ListQuery): Rest | null {
  if (!data || data.isWhole || (isFetching && error === null)) return null;
  return { isBusy: isFetching, retry: () => void refetch() };
}

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
