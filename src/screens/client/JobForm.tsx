import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, type FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { filled, FormFailure, TextArea, TextField, useForm } from '../../components/Field.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/States.tsx';
import { FEES } from '../../contract/constants.ts';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { commonPlaces } from '../../contract/rules.ts';
import { jobInputSchema } from '../../contract/inputs.ts';
import type { Id, Job, JobInput } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { editedJobQuery, fundisQuery, myJobsQuery } from '../../lib/api/queries.ts';
import { readJob } from '../../lib/api/readers.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { pathTo } from '../../paths.ts';
import { countedFieldOf, DraftNotice } from './CountedField.tsx';
import { postOnce, useChanged } from './own.ts';

interface JobFieldsProps {
  form: UseFormReturn<JobInput, unknown, JobInput>;
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
  action: string;
  busyText: string;
  look?: 'accent';
}

const MOST_PLACES = 12;

function JobFields({ form, isBusy, onSubmit, action, busyText, look }: JobFieldsProps) {
  const placesId = useId();
  const { data } = useQuery(fundisQuery());
  // The town's own, in the spelling that most fundis use.
  const locations = data?.items.map(({ location }) => location) ?? [];
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
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
        <Button
          type="submit"
          look={look ?? 'primary'}
          busy={isBusy}
          className="mt-2 w-full text-balance"
        >
          {isBusy ? busyText : action}
        </Button>
      </form>
    </Card>
  );
}

/** A new job. It may begin with what was searched, and is stored on the device until it is posted. */
function AddJob() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const changed = useChanged();
  const [about] = useSearchParams();
  const form = useForm(jobInputSchema, {
    title: about.get('title')?.slice(0, TEXT_LIMITS.title) ?? '',
    description: '',
    location: about.get('location')?.slice(0, TEXT_LIMITS.location) ?? '',
  });
  const { restored, clear } = useDraft('add-job', form);
  const submit = useSubmit(form, {
    send: (body) =>
      postOnce(
        body,
        async () => readJob(await call('createJob', { body })),
        () => client.fetchQuery({ ...myJobsQuery(), staleTime: 0 }),
      ),
    fallback: FAILURE.jobCreate,
    onSent: () => {
      clear();
      changed.jobs();
    },
    // Replaces the history entry: Back from the payment must not lead to a second job.
    onDone: ({ id }) =>
      void navigate(id === '' ? pathTo('myJobs') : pathTo('payJob', { jobId: id }), {
        replace: true,
      }),
  });
  const discard = () => {
    form.setFocus('title');
    clear();
    form.reset();
  };
  return (
    <SidebarLayout isNarrow>
      <div className="space-y-1.5">
        <PageTitle title="Post a Job" />
        <p className="text-muted">
          Ksh {FEES.post_job}, once. Next you pay by M-Pesa, and then fundis see your job.
        </p>
      </div>
      {restored && <DraftNotice onDiscard={discard} />}
      <JobFields
        form={form}
        {...submit}
        look="accent"
        action={`Continue to pay Ksh ${FEES.post_job}`}
        busyText="Posting…"
      />
    </SidebarLayout>
  );
}

function EditFields({ job }: { job: Job }) {
  const navigate = useNavigate();
  const changed = useChanged();
  const form = useForm(jobInputSchema, filled(jobInputSchema, job));
  const submit = useSubmit(form, {
    send: (body) => call('updateJob', { params: { id: job.id }, body }),
    fallback: FAILURE.jobUpdate,
    onSent: () => {
      toastSuccess(STATE.saved);
      changed.jobs();
    },
    onDone: () => void navigate(pathTo('myJobs')),
  });
  return <JobFields form={form} {...submit} action="Save changes" busyText="Saving…" />;
}

/** A job is read for its form now; a failure redirects (spec §2, §8). */
function EditJob({ id }: { id: Id }) {
  const navigate = useNavigate();
  const { data: job, isError } = useQuery(editedJobQuery(id));
  useEffect(() => {
    if (!isError) return;
    toastError(FAILURE.jobFetch);
    void navigate(pathTo('myJobs'), { replace: true });
  }, [isError, navigate]);
  return (
    <SidebarLayout isNarrow>
      <PageTitle title="Edit job" />
      {job ? <EditFields job={job} /> : <Loading text="Loading the job..." boxes={['h-132']} />}
    </SidebarLayout>
  );
}

/** Add job, and edit job when the address names one (spec §2). */
export function JobForm() {
  const { id } = useParams();
  return id === undefined ? <AddJob /> : <EditJob key={id} id={id} />;
}
