import { useQueryClient } from '@tanstack/react-query';
import type { Job } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { errorText } from '../../lib/api/errorText.ts';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { useSwitch } from '../../lib/api/useSwitch.ts';
import { useChanged } from './useChanged.ts';

/** The toggle of a job (spec §4); `fallback` is what a screen says when it fails (spec §8). */
export function useJobSwitch({ id, is_active }: Job, fallback: string) {
  const client = useQueryClient();
  const changed = useChanged();
  const { queryKey } = myJobsQuery();
  return useSwitch({
    name: `job ${id}`,
    saved: is_active,
    send: (isOn) => call('updateJob', { params: { id }, body: { is_active: isOn } }),
    onSaved: (isOn) =>
      client.setQueryData(
        queryKey,
        (jobs) =>
          jobs && {
            ...jobs,
            items: jobs.items.map((job) => (job.id === id ? { ...job, is_active: isOn } : job)),
          },
        // What the list says about payments is as old as before.
        { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      ),
    onEnd: changed.jobs,
    textOf: (error) => errorText(error, fallback),
  });
}
