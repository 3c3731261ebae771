import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { clientProfileForm } from '../../contract/forms.ts';
import { FAILURE } from '../../contract/messages.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api.ts';
import { useDraft } from '../../lib/draft.ts';
import { useLoadFailureToast } from '../../lib/failure.ts';
import { myClientQuery } from '../../lib/queries.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useForm } from '../../lib/useForm.ts';
import { useSubmit } from '../../lib/useSubmit.ts';
import { pathTo } from '../../paths.ts';

type ClientProfileState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; client: ClientAccount };

/** The client's account as the API has it (spec §2, client profile update). */
export function useClientProfile(): ClientProfileState {
  const { data, isPending, isLoadingError, refetch } = useQuery(myClientQuery());
  useLoadFailureToast(isLoadingError, FAILURE.profileLoad);
  if (isPending) return { status: 'loading' };
  if (data) return { status: 'loaded', client: data };
  return { status: 'failed', retry: () => void refetch() };
}

/** The form over a loaded account; a success goes to the dashboard (spec §5, §7). */
export function useClientProfileForm(client: ClientAccount) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm(clientProfileForm, {
    name: client.name,
    id_number: client.id_number,
    phone_number: client.phone_number,
    client_profile: { role_note: client.client_profile.role_note ?? '' },
  });
  const draft = useDraft(`client-profile-${client.id}`, form, {
    fields: ['name', 'phone_number', 'client_profile.role_note'],
    storage: 'tab',
  });
  const { isBusy, onSubmit } = useSubmit(form, {
    send: (body) => call('updateMyClient', { body }),
    fallback: FAILURE.profileUpdate,
    rename: { role_note: 'client_profile.role_note', client_profile: 'client_profile.role_note' },
    onSent: () => {
      draft.clear();
      void queryClient.invalidateQueries({ queryKey: myClientQuery().queryKey });
      void toastSuccess('Profile updated.');
    },
    onDone: () => void navigate(pathTo('clientDashboard')),
  });
  return { form, isBusy, onSubmit };
}
