import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as STATE from '../../contract/messages/state.ts';
import type { Ad, Id, Job } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { reportFailure, useLoadFailureToast } from '../../lib/api/failure.ts';
import { restOf, type List, type Rest } from '../../lib/api/lists.ts';
import { toastSuccess } from '../../lib/toast.ts';

/** What has become of a list of the client's own jobs or ads. */
export type OwnListState<Item> =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void; error: unknown }
  | { status: 'loaded'; items: Item[]; isWhole: boolean; rest: Rest | null };

interface Options<Item> {
  query: UseQueryResult<List<Item>>;
  queryKey: readonly unknown[];
  /** The texts when a failure has none of its own (spec §8). */
  failures: { load: string; removal: string };
  endpoint: 'deleteJob' | 'deleteAd';
  onRemoved?: (id: Id) => void;
  /** Called after a removal that succeeded or failed: what is shown may be out of date. */
  onSettled: () => void;
}

/**
 * The client's own jobs or ads, and the removal of one after a question; a failure also shows a toast. `asked` is the item
 * of the open question. `listRef` goes on the list's element, which takes the focus when the card that had it is gone.
 */
export function useOwnList<Item extends Job | Ad>(options: Options<Item>) {
  const { query, queryKey, failures, endpoint, onRemoved, onSettled } = options;
  const queryClient = useQueryClient();
  useLoadFailureToast(query.isLoadingError, failures.load);
  const [asked, ask] = useState<Item | null>(null);
  const [removals, setRemovals] = useState(0);
  const listRef = useRef<HTMLElement>(null);
  const isLocked = useRef(false);

  const { mutate, isPending } = useMutation({
    mutationFn: ({ id }: Item) => call(endpoint, { params: { id } }),
    onSuccess: (_answer, { id }) => {
      toastSuccess(STATE.deleted);
      onRemoved?.(id);
      queryClient.setQueryData<List<Item>>(
        queryKey,
        (list) => list && { ...list, items: list.items.filter((item) => item.id !== id) },
      );
      // In one update, so that the focus moves after the closing dialog has placed it.
      ask(null);
      setRemovals((count) => count + 1);
    },
    onError: (error) => {
      ask(null);
      reportFailure(error, failures.removal);
    },
    onSettled: () => {
      isLocked.current = false;
      onSettled();
    },
  });
  useEffect(() => {
    if (removals > 0) listRef.current?.focus();
  }, [removals]);
  const confirm = () => {
    if (asked === null || isLocked.current) return;
    isLocked.current = true;
    mutate(asked);
  };

  const { data, isPending: isLoading, error, refetch } = query;
  let state: OwnListState<Item> = { status: 'failed', retry: () => void refetch(), error };
  if (isLoading) state = { status: 'loading' };
  else if (data) state = { status: 'loaded', ...data, rest: restOf(query) };
  const removal = { asked, isBusy: isPending, ask, cancel: () => ask(null), confirm };
  return { state, listRef, removal };
}
