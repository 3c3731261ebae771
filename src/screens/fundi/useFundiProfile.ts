import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fundiProfileForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { filled, useForm } from '../../lib/forms/useForm.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { pathTo } from '../../paths.ts';

export type ProfileState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; account: FundiAccount };

/** The account to edit, as the API has it now; later reads do not change it (spec §2). */
export function useFundiProfile(): ProfileState {
  const { data, isError, isFetching, refetch } = useQuery(myFundiQuery());
  const [account, setAccount] = useState<FundiAccount | null>(null);
  if (account === null && data !== undefined && !isFetching) setAccount(data);
  const isFailed = isError && data === undefined;
  useLoadFailureToast(isFailed, FAILURE.profileLoad);
  if (account !== null) return { status: 'loaded', account };
  if (isFailed) return { status: 'failed', retry: () => void refetch() };
  return { status: 'loading' };
}

/** The profile's form: success updates the cache and leads to the dashboard. */
export function useFundiProfileForm(account: FundiAccount) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(fundiProfileForm, filled(fundiProfileForm, account));
  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (body) => {
      await call('updateMyFundi', { body });
      return body;
    },
    fallback: FAILURE.profileUpdate,
    onSent: (saved) => {
      toastSuccess(STATE.saved);
      const { queryKey } = myFundiQuery();
      client.setQueryData(queryKey, (old) => old && { ...old, ...saved });
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      void client.invalidateQueries({ queryKey: fundisQuery().queryKey });
    },
    onDone: () => void navigate(pathTo('fundiDashboard')),
  });
  return { form, isBusy, onSubmit };
}
