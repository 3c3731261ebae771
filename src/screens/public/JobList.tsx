import { useLocation } from 'react-router-dom';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { FilterableList } from '../../components/list/FilterableList.tsx';
import { RestNote } from '../../components/list/RestNote.tsx';
import { JOB_CARD_REM, JobCard } from './JobCard.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { listTitle } from '../../components/shell/titleLook.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Job } from '../../contract/schemas.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { JobsDenied } from './JobsDenied.tsx';
import { useJobList } from './useJobList.ts';

const selects = [
  { key: 'location', label: 'Filter by Location', all: 'All' },
  { key: 'title', label: 'Filter by Title', all: 'All' },
] as const;

const renderJob = (job: Job, marks?: Marks) => <JobCard job={job} marks={marks} />;
const renderAds = (isTall: boolean) => <AdBanner isTall={isTall} />;
const noJob = (wanted: string) => `No ${wanted} job`;

/** The filters and the cards, or why they are not shown: all that a filter, a key or a new list changes. */
function Jobs() {
  const state = useJobList();
  const { pathname, search } = useLocation();
  if (!('list' in state))
    return (
      <JobsDenied state={state} from={pathname + search}>
        <AdBanner />
      </JobsDenied>
    );
  const { status, list } = state;
  return (
    <FilterableList
      list={list}
      search="Search by title, place or description"
      selects={selects}
      status={status}
      nouns={['job', 'jobs']}
      loadingText={STATE.jobsLoading}
      emptyText={STATE.jobsEmpty}
      none={noJob}
      note={state.status === 'loaded' && <RestNote rest={state.rest} />}
      renderAds={renderAds}
      rowRem={JOB_CARD_REM}
      renderItem={renderJob}
    />
  );
}

/** Browse jobs (spec §2, §4). */
export function JobList() {
  return (
    <SidebarLayout>
      <div className="space-y-2 sm:space-y-4">
        <PageTitle title="Find a Job Near You" className={listTitle} />
        <Jobs />
      </div>
    </SidebarLayout>
  );
}
