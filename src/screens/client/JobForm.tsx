import { useParams } from 'react-router-dom';
import { DraftNotice } from '../../components/DraftNotice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { FEES } from '../../contract/constants.ts';
import type { Id, Job } from '../../contract/schemas.ts';
import { JobFields } from './JobFields.tsx';
import { useAddJob, useEditedJob, useEditJob } from './useJobForm.ts';

function AddJob() {
  const { draft, ...fields } = useAddJob();
  return (
    <SidebarLayout>
      <div>
        <PageTitle title="Post a job" />
        <p className="text-muted">
          Ksh {FEES.post_job}, once. Next you pay by M-Pesa, and then fundis see your job.
        </p>
      </div>
      {draft.restored && <DraftNotice onDiscard={draft.discard} />}
      <JobFields
        {...fields}
        look="accent"
        action={`Continue to pay Ksh ${FEES.post_job}`}
        busyText="Posting…"
      />
    </SidebarLayout>
  );
}

function EditFields({ job }: { job: Job }) {
  return <JobFields {...useEditJob(job)} action="Save changes" busyText="Saving…" />;
}

function EditJob({ id }: { id: Id }) {
  const job = useEditedJob(id);
  return (
    <SidebarLayout>
      <PageTitle title="Edit job" />
      {job ? (
        <EditFields job={job} />
      ) : (
        <Loading text="Loading the job..." boxes={['h-132 max-w-2xl']} />
      )}
    </SidebarLayout>
  );
}

/** Add job, and edit job when the address names one (spec §2). */
export function JobForm() {
  const { id } = useParams();
  return id === undefined ? <AddJob /> : <EditJob key={id} id={id} />;
}
