import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Id, Job } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useFailureToast } from '../../lib/api/failure.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { useChanged } from './useChanged.ts';

export interface JobToggle {
  set: (id: Id, isActive: boolean) => void;
  /** Why the last change of a job was refused, or null. */
  refusalOf: (job: Job) => string | null;
}

/**
 * Returns the toggle of the jobs (spec §4): shown at once, reverted when the API refuses, with the reason
 * in a toast and beside the switch until the next press.
 * While a call is under way, a second press does nothing.
 */
export function useJobToggle(fallback: string): JobToggle {
  const queryClient = useQueryClient();
  const changed = useChanged();
  const { queryKey } = myJobsQuery();
  const underway = useRef(new Set<Id>());
  const failure = useFailureToast();
  const [refusals, setRefusals] = useState(new Map<Id, { text: string; isActive: boolean }>());

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
      setRefusals(new Map());
      // A read that is under way would show the old state again.
      await queryClient.cancelQueries({ queryKey });
      show(id, isActive);
    },
    onError: (error, { id, isActive }) => {
      show(id, !isActive);
      const text = failure.report(error, fallback);
      if (text !== null) setRefusals((others) => new Map(others).set(id, { text, isActive }));
    },
    onSettled: (_answer, _error, { id }) => {
      underway.current.delete(id);
      // Only the last toggle reads the list again: an earlier read would revert one under way.
      if (underway.current.size === 0) changed.jobs();
    },
  });

  return {
    set: (id, isActive) => {
      if (underway.current.has(id)) return;
      underway.current.add(id);
      mutate({ id, isActive });
    },
    refusalOf: ({ id, is_active }) => {
      const refusal = refusals.get(id);
      // What was refused may have come about in another way.
      return refusal && refusal.isActive !== is_active ? refusal.text : null;
    },
  };
}
