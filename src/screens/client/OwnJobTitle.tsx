import { Link } from 'react-router-dom';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';

/** The title of an own job, which leads to its page. */
export function OwnJobTitle({ job }: { job: Job }) {
  const title = jobTitle(job);
  if (job.id === '') return title;
  return (
    <Link to={pathTo('jobDetail', { id: job.id })} className="hover:underline">
      {title}
    </Link>
  );
}
