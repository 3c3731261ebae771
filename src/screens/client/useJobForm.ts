import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { jobInputSchema } from '../../contract/inputs.ts';
import type { Id, Job } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useDraft } from '../../lib/forms/draft.ts';
import { editedJobQuery } from '../../lib/api/queries.ts';
import { readJob } from '../../lib/api/readers.ts';
import { toastError, toastSuccess } from '../../lib/toast.ts';
import { filled, useForm } from '../../lib/forms/useForm.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { pathTo } from '../../paths.ts';
import { useChanged } from './useChanged.ts';

/** A new job, which may begin with what was searched: typed text is stored on the device until the job is posted; then payment. */
export function useAddJob() {
  const navigate = useNavigate();
  const changed = useChanged();
  const [about] = useSearchParams();
  const form = useForm(jobInputSchema, {
    title: about.get('title')?.slice(0, TEXT_LIMITS.title) ?? '',
    description: '',
    location: about.get('location')?.slice(0, TEXT_LIMITS.location) ?? '',
  });
  const { restored, clear } = useDraft('add-job', form);
  const submit = useSubmit(form, {
    send: async (body) => readJob(await call('createJob', { body })),
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
  return { form, draft: { restored, discard }, ...submit };
}

/** The job to edit, read now; null until it has come. A failure redirects (spec §2, §8). */
export function useEditedJob(id: Id): Job | null {
  const navigate = useNavigate();
  const { data, isError } = useQuery(editedJobQuery(id));
  useEffect(() => {
    if (!isError) return;
    toastError(FAILURE.jobFetch);
    void navigate(pathTo('myJobs'), { replace: true });
  }, [isError, navigate]);
  return data ?? null;
}

/** The form of a loaded job; success leads back to manage jobs. */
export function useEditJob(job: Job) {
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
  return { form, ...submit };
}
