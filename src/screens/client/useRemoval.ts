import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as STATE from '../../contract/messages/state.ts';
import type { Id } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { reportFailure } from '../../lib/api/failure.ts';
import { toastSuccess } from '../../lib/toast.ts';

interface RemovalOptions<Item> {
  endpoint: 'deleteJob' | 'deleteAd';
  /** The text when the failure has none of its own (spec §8). */
  fallback: string;
  onRemoved: (item: Item) => void;
  /** Called after success and after failure: what is shown may be out of date. */
  onSettled: () => void;
}

/**
 * Deletes one item of a list after a confirmation. `asked` is the item of the open dialog. `listRef`
 * goes on the list's element, which takes the focus when the card that had it is deleted.
 */
export function useRemoval<Item extends { id: Id }>(options: RemovalOptions<Item>) {
  const [asked, setAsked] = useState<Item | null>(null);
  const [removals, setRemovals] = useState(0);
  const list = useRef<HTMLElement>(null);
  const isLocked = useRef(false);

  const { mutate, isPending } = useMutation({
    mutationFn: (item: Item) => call(options.endpoint, { params: { id: item.id } }),
    onSuccess: (_answer, item) => {
      toastSuccess(STATE.deleted);
      options.onRemoved(item);
      // In one update, so that the focus moves after the closing dialog has placed it.
      setAsked(null);
      setRemovals((count) => count + 1);
    },
    onError: (error) => {
      setAsked(null);
      reportFailure(error, options.fallback);
    },
    onSettled: () => {
      isLocked.current = false;
      options.onSettled();
    },
  });

  useEffect(() => {
    if (removals > 0) list.current?.focus();
  }, [removals]);

  const confirm = () => {
    if (asked === null || isLocked.current) return;
    isLocked.current = true;
    mutate(asked);
  };
  const cancel = () => setAsked(null);
  return { listRef: list, removal: { asked, isBusy: isPending, ask: setAsked, cancel, confirm } };
}
