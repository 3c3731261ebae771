import { lazy, Suspense, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../components/Button.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { myJobsQuery } from '../../lib/api/queries.ts';
import { pathTo } from '../../paths.ts';
import type { Job } from '../../contract/schemas.ts';

// Only clients need what is known about payments.
const OwnJobCards = lazy(async (): Promise<{ default: (props: { jobs: Job[] }) => ReactNode }> => {
  try {
    return { default: (await import('./OwnJobCards.tsx')).OwnJobCards };
  } catch {
    // Without a network "My jobs" is there.
    return { default: () => null };
  }
});

/**
 * Why a client does not see the jobs of others, and the client's own jobs. They stand after `children`, which
 * would be moved by them.
 */
export function OwnJobs({ children }: { children: ReactNode }) {
  const { data, isPending } = useQuery(myJobsQuery());
  const jobs = data?.items;
  return (
    <section aria-labelledby="own-jobs" className="space-y-3">
      <h2 id="own-jobs" className="text-xl font-bold">
        Your own jobs
      </h2>
      <p>
        You are logged in as a client. Fundis see the jobs of everybody here, you see your own.{' '}
        <span>{data?.isWhole && jobs?.length === 0 && 'You have not posted a job yet.'}</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink icon="plus" to={pathTo('addJob')}>
          Post a job
        </ButtonLink>
        <ButtonLink look="quiet" icon="list" to={pathTo('myJobs')}>
          My jobs
        </ButtonLink>
      </div>
      {children}
      {isPending && <Skeleton className="h-40" />}
      {jobs && jobs.length > 0 && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <OwnJobCards jobs={jobs} />
        </Suspense>
      )}
    </section>
  );
}
