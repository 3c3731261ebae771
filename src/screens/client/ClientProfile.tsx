import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AccountField } from '../../components/AccountField.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { FormFailure, TextArea } from '../../components/Field.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import { clientProfileForm } from '../../contract/forms.ts';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { myClientQuery } from '../../lib/api/queries.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { ownerName, renameOwner } from '../../lib/session/personal.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { pathTo } from '../../paths.ts';
import { CharacterCount } from './CountedField.tsx';

type ClientProfileState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; client: ClientAccount };

/** The account to edit, as the API has it now; later reads do not change it (spec §2). */
function useClientProfile(): ClientProfileState {
  const { data, isFetching, isLoadingError, refetch } = useQuery(myClientQuery());
  const [client, setClient] = useState<ClientAccount | null>(null);
  if (client === null && data !== undefined && !isFetching) setClient(data);
  useLoadFailureToast(isLoadingError, FAILURE.profileLoad);
  if (client !== null) return { status: 'loaded', client };
  if (isLoadingError) return { status: 'failed', retry: () => void refetch() };
  return { status: 'loading' };
}

/** The form of a loaded account; success leads to the dashboard (spec §5, §7). */
function useClientProfileForm(client: ClientAccount) {
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

function ProfileForm({ client }: { client: ClientAccount }) {
  const { form, isBusy, onSubmit } = useClientProfileForm(client);
  const { register, formState, control } = form;
  const { errors } = formState;
  return (
    <>
      <Card className="max-w-2xl">
        <form noValidate onSubmit={onSubmit} className="space-y-5">
          <AccountField form={form} name="name" />
          <AccountField
            form={form}
            name="id_number"
            hint="Never shown to others. You need it to reset your password."
          />
          <AccountField
            form={form}
            name="phone_number"
            hint="Fundis call you on this number about your jobs."
          />
          <TextArea
            label="About you"
            required
            rows={3}
            dir="auto"
            hint={
              <>
                Who you are to the fundis, for instance “Landlady in town”.{' '}
                <CharacterCount
                  control={control}
                  name="client_profile.role_note"
                  max={TEXT_LIMITS.roleNote}
                />
              </>
            }
            error={errors.client_profile?.role_note?.message}
            {...register('client_profile.role_note')}
          />
          <FormFailure errors={errors} />
          <Button type="submit" busy={isBusy} className="w-full sm:w-auto">
            {isBusy ? 'Saving…' : 'Save profile'}
          </Button>
        </form>
      </Card>
    </>
  );
}

/** Client profile update (spec §2, §5). */
export function ClientProfile() {
  const state = useClientProfile();
  return (
    <SidebarLayout>
      <PageTitle title="Update your profile" />
      {state.status === 'loading' && (
        <Loading text="Loading your profile..." boxes={['h-136 max-w-2xl']} />
      )}
      {state.status === 'failed' && <LoadFailed text={FAILURE.profileLoad} onRetry={state.retry} />}
      {state.status === 'loaded' && <ProfileForm client={state.client} />}
    </SidebarLayout>
  );
}
