import { useQuery } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useParams } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { FormFailure, TextArea, TextField } from '../../components/Field.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { FEES } from '../../contract/constants.ts';
import { commonPlaces } from '../../contract/rules.ts';
import type { Id, Job, JobInput } from '../../contract/schemas.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { countedFieldOf, DraftNotice } from './CountedField.tsx';
import { useAddJob, useEditedJob, useEditJob } from './useJobForm.ts';

interface JobFieldsProps {
  form: UseFormReturn<JobInput, unknown, JobInput>;
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
  action: string;
  busyText: string;
  look?: 'accent';
}

/** How many places of the town are offered. */
const MOST_PLACES = 12;

/** The fields of a job, all required (spec §5). */
function JobFields({ form, isBusy, onSubmit, action, busyText, look }: JobFieldsProps) {
  const placesId = useId();
  const { data } = useQuery(fundisQuery());
  // The town's own, in the spelling that most fundis use.
  const locations = data?.items.map(({ location }) => location) ?? [];
  return (
    <Card className="max-w-2xl">
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <TextField
          label="Title"
          required
          dir="auto"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="Fix a leaking roof"
          {...countedFieldOf(form, 'title')}
        />
        <TextArea
          label="Description"
          required
          dir="auto"
          rows={6}
          placeholder="What needs to be done, when, and what you have already"
          {...countedFieldOf(form, 'description')}
        />
        <TextField
          label="Location"
          required
          autoCapitalize="words"
          dir="auto"
          autoComplete="address-level2"
          enterKeyHint="send"
          placeholder="Estate or town"
          list={placesId}
          {...countedFieldOf(form, 'location')}
        />
        <datalist id={placesId}>
          {commonPlaces(locations, MOST_PLACES).map((place) => (
            <option key={place}>{place}</option>
          ))}
        </datalist>
        <FormFailure errors={form.formState.errors} />
        <Button type="submit" look={look ?? 'primary'} busy={isBusy} className="w-full sm:w-auto">
          {isBusy ? busyText : action}
        </Button>
      </form>
    </Card>
  );
}

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
