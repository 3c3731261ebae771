import { useQueryClient, type InferDataFromTag, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Listed } from './events.ts';
import { aliveUntil, nextChangeAt, type PaymentRecord } from './record.ts';
import { dispatch, subscribe } from './store.ts';
import { onWake } from './wake.ts';

const SECOND_MS = 1000;

/**
 * The records that `read` finds, and the time in ms: both again on every change of the records, each
 * second while one of their prompts can be answered, at each later moment that changes what is said of
 * them, and when the person comes back. `read` must be the same at each render.
 */
export function useStored(read: () => PaymentRecord[]) {
  const [stored, setStored] = useState(() => ({ records: read(), now: Date.now() }));
  const { records, now } = stored;
  const isCounting = records.some((record) => aliveUntil(record) > now);
  const moments = records.map((record) => nextChangeAt(record, now)).filter((at) => at !== null);
  const dueAt = moments.length > 0 ? Math.min(...moments) : null;
  useEffect(() => {
    const refresh = () => setStored({ records: read(), now: Date.now() });
    // Another tab may have changed them since the first render.
    refresh();
    const stops = [subscribe(refresh), onWake(refresh)];
    const ticking = isCounting ? setInterval(refresh, SECOND_MS) : undefined;
    const timer =
      isCounting || dueAt === null ? undefined : setTimeout(refresh, dueAt - Date.now());
    return () => {
      for (const stop of stops) stop();
      clearInterval(ticking);
      clearTimeout(timer);
    };
  }, [isCounting, dueAt, read]);
  return stored;
}

/** Records that the news was shown, once the page is visible. */
export function useShown(records: PaymentRecord[]) {
  useEffect(() => {
    const unseen = records.filter(({ shownAt }) => shownAt === null);
    const note = () => {
      if (document.visibilityState !== 'visible') return;
      for (const record of unseen) dispatch(record, { type: 'shown' });
    };
    note();
    return unseen.length > 0 ? onWake(note) : undefined;
  }, [records]);
}

/**
 * What the app has read of a query, and when, in ms; undefined before that. Follows every later
 * answer, and makes no call itself.
 */
export function useHeld<Key extends QueryKey>({ queryKey }: { queryKey: Key }) {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => client.getQueryState<InferDataFromTag<unknown, Key>>(queryKey),
  );
}

interface Read<T> {
  data: T | undefined;
  /** When it came, in ms. */
  dataUpdatedAt: number;
}

/** Dispatches the payments in a list or an account as events, as any other answer. */
export function useReports<T>(
  { data, dataUpdatedAt: at = 0 }: Partial<Read<T>> = {},
  reportsIn: (data: T, at: number) => Listed[],
) {
  useEffect(() => {
    if (data === undefined) return;
    for (const { payable, title, report } of reportsIn(data, at)) {
      dispatch(payable, { type: 'reported', report, at, isListed: true });
      if (title !== null) dispatch(payable, { type: 'titled', title });
    }
  }, [data, at, reportsIn]);
}
