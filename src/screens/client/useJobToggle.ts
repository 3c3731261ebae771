import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Id } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useFailureToast } from '../../lib/api/failure.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { useChanged } from './useChanged.ts';

/**
 * Returns the toggle of a job (spec §4): shown at once, reverted with a toast when the API refuses. The
 * next press removes that toast.
 * While a call is under way, a second press does nothing.
 */
export function useJobToggle(fallback: string): (id: Id, isActive: boolean) => void {
  const queryClient = useQueryClient();
  const changed = useChanged();
  const { queryKey } = myJobsQuery();
  const underway = useRef(new Set<Id>());
  const failure = useFailureToast();

  const show = (id: Id, isActive: boolean) =>
    queryClient.setQueryData(
      queryKey,
      (jobs) => jobs?.map((job) => (job.id === id ? { ...job, is_active: isActive } : job)),
      // What the list says about payments is as old as before.
      { updatedAt: queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
    );

  const { mutate } = useMutation({
    mutationFn: ({ id, isActive }: { id: Id; isActive: boolean }) =>
      call('updateJob', { params: { id }, body: { is_active: isActive } }),
    onMutate: async ({ id, isActive }) => {
      failure.takeBack();
      // A read that is under way would show the old state again.
      await queryClient.cancelQueries({ queryKey });
      show(id, isActive);
    },
    onError: (error, { id, isActive }) => {
      show(id, !isActive);
      failure.report(error, fallback);
    },
    onSettled: (_answer, _error, { id }) => {
      underway.current.delete(id);
      // Only the last toggle reads the list again: an earlier read would revert one under way.
      if (underway.current.size === 0) changed.jobs();
    },
  });

  return (id, isActive) => {
    if (underway.current.has(id)) return;
    underway.current.add(id);
    mutate({ id, isActive });
  };
}
