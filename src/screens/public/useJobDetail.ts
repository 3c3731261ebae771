import { useQuery } from '@tanstack/react-query';
import type { Job } from '../../contract/schemas.ts';
import { isTemporary, statusOf } from '../../lib/api/errors.ts';
import { jobQuery, myJobsQuery } from '../../lib/api/queries.ts';
import { useSession } from '../../lib/session/session.ts';

/** A job's page (spec §2). */
export type JobDetailState =
  | { status: 'loading' }
  /**
   * Not found, or not for this person (spec §8). `isDenied` is set when the API refused, `retry`
   * when another try may help.
   */
  | { status: 'failed'; isDenied: boolean; retry: (() => void) | null }
  | { status: 'loaded'; job: Job };

/** One job. The call goes out for visitors too: the API decides. */
export function useJobDetail(id: string): JobDetailState {
  // The end of a session removes the query: the render that follows asks as a visitor.
  useSession();
  const { data, error, refetch } = useQuery(jobQuery(id));
  if (error && !isTemporary(error)) {
    const status = statusOf(error);
    return { status: 'failed', isDenied: status === 401 || status === 403, retry: null };
  }
  if (data) return { status: 'loaded', job: data };
  if (!error) return { status: 'loading' };
  return { status: 'failed', isDenied: false, retry: () => void refetch() };
}

/** The job as the client's own list has it (spec §7); undefined where it is somebody else's. */
export function useOwnJob(id: string): Job | undefined {
  const { userType } = useSession();
  const { data } = useQuery({ ...myJobsQuery(), enabled: userType === 'client' });
  return data?.items.find((job) => String(job.id) === id);
}
