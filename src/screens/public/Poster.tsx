import { ButtonLink } from '../../components/Button.tsx';
import { Skeleton } from '../../components/States.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import type { Job } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { ContactLinks } from './Detail.tsx';

interface PosterProps {
  job: Job;
  own: Job | undefined;
  isOwnAsked: boolean;
}

/** Who has posted a job, and how to reach them; for the poster the way to change it (spec §2). */
export function Poster({ job, own, isOwnAsked }: PosterProps) {
  const poster = job.client?.name ?? FALLBACK.jobPoster;
  return (
    <section aria-labelledby="poster" className="flex flex-col gap-3">
      <h2 id="poster" className="line-clamp-3">
        Posted by{' '}
        <span dir="auto" translate="no" className="font-bold wrap-anywhere">
          {poster}
        </span>
      </h2>
      {/* A client mostly looks at an own job: what stands below stays where it is. */}
      {isOwnAsked && <Skeleton className="h-21" />}
      {own && (
        <>
          <p className="text-muted">
            {own.is_active && !own.taken_down
              ? 'This is your job, as fundis see it.'
              : 'This is your job. Fundis do not see it now.'}
          </p>
          <div className="flex flex-wrap gap-3">
            {own.is_paid === false && !own.taken_down && (
              <ButtonLink look="accent" icon="cash" to={pathTo('payJob', { jobId: job.id })}>
                Pay Now
              </ButtonLink>
            )}
            <ButtonLink look="quiet" icon="edit" to={pathTo('editJob', { id: job.id })}>
              Edit
            </ButtonLink>
            <ButtonLink look="quiet" icon="list" to={pathTo('myJobs')}>
              My jobs
            </ButtonLink>
          </div>
        </>
      )}
      {!own && !isOwnAsked && job.client?.phone_number && (
        <ContactLinks phone={job.client.phone_number} who={poster} />
      )}
    </section>
  );
}
