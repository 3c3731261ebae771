import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { clientProfileForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { myClientQuery } from '../../lib/api/queries.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { ownerName, renameOwner } from '../../lib/session/personal.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { pathTo } from '../../paths.ts';

type ClientProfileState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; client: ClientAccount };

/** The account to edit, as the API has it now; later reads do not change it (spec §2). */
export function useClientProfile(): ClientProfileState {
  const { data, isFetching, isLoadingError, refetch } = useQuery(myClientQuery());
  const [client, setClient] = useState<ClientAccount | null>(null);
  if (client === null && data !== undefined && !isFetching) setClient(data);
  useLoadFailureToast(isLoadingError, FAILURE.profileLoad);
  if (client !== null) return { status: 'loaded', client };
  if (isLoadingError) return { status: 'failed', retry: () => void refetch() };
  return { status: 'loading' };
}

/** The form of a loaded account; success leads to the dashboard (spec §5, §7). */
export function useClientProfileForm(client: ClientAccount) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(clientProfileForm, {
    name: client.name,
    id_number: client.id_number,
    phone_number: client.phone_number,
    client_profile: { role_note: client.client_profile.role_note ?? '' },
  });
  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (body) => {
      await call('updateMyClient', { body });
      return body;
    },
    fallback: FAILURE.profileUpdate,
    rename: { role_note: 'client_profile.role_note', client_profile: 'client_profile.role_note' },
    onSent: (saved) => {
      toastSuccess(STATE.saved);
      // The person logs in with the new phone next time, and finds their drafts and payments.
      renameOwner(ownerName('client', saved.phone_number));
      const { queryKey } = myClientQuery();
      queryClient.setQueryData(queryKey, (old) => old && { ...old, ...saved });
      void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    onDone: () => void navigate(pathTo('clientDashboard')),
  });
  return { form, isBusy, onSubmit };
}
