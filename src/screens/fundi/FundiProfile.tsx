import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { AccountField } from '../../components/AccountField.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { FormFailure, TextArea, TextField } from '../../components/Field.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import { Switch } from '../../components/Switch.tsx';
import { fundiProfileForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { filled, useForm } from '../../lib/forms/useForm.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { pathTo } from '../../paths.ts';
import { SkillsField } from './SkillsField.tsx';

type ProfileState =
  | { status: 'loading' }
  | { status: 'failed'; retry: () => void }
  | { status: 'loaded'; account: FundiAccount };

/** The account to edit, as the API has it now; later reads do not change it (spec §2). */
function useFundiProfile(): ProfileState {
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
function useFundiProfileForm(account: FundiAccount) {
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

const switches = [
  {
    name: 'is_available',
    label: 'Available for work',
    hint: 'Switch it off, and clients do not see you in the list of fundis.',
  },
  {
    name: 'show_contact',
    label: 'Show my phone number',
    hint: 'Clients call and WhatsApp you directly.',
  },
] as const;

/** The form of the fundi's own profile; all text fields are required (spec §5). */
function FundiProfileForm({ account }: { account: FundiAccount }) {
  const { form, isBusy, onSubmit } = useFundiProfileForm(account);
  const { register, control, formState } = form;
  const { errors } = formState;
  return (
    <form noValidate onSubmit={onSubmit} className="max-w-2xl space-y-5">
      <Card className="space-y-5">
        <h2 className="text-lg font-bold">What clients see</h2>
        <AccountField form={form} name="name" />
        <SkillsField form={form} />
        <TextField
          label="Location"
          required
          dir="auto"
          autoComplete="address-level2"
          autoCapitalize="words"
          enterKeyHint="next"
          hint="The town or estate you work in, for instance Juja or Kalimoni."
          error={errors.location?.message}
          {...register('location')}
        />
        <TextArea
          label="Your price"
          required
          rows={2}
          dir="auto"
          hint="What you charge, for instance Ksh 1,500 a day, or by agreement."
          error={errors.rate_note?.message}
          {...register('rate_note')}
        />
        {switches.map(({ name, label, hint }) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field }) => (
              <div>
                <Switch label={label} checked={field.value} onChange={field.onChange} />
                <p className="text-sm text-muted">{hint}</p>
              </div>
            )}
          />
        ))}
      </Card>
      <Card className="space-y-5">
        <h2 className="text-lg font-bold">Only for us</h2>
        <AccountField
          form={form}
          name="id_number"
          enterKeyHint="done"
          hint="Never shown to others. You need it to reset your password."
        />
      </Card>
      <FormFailure errors={errors} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} className="grow sm:grow-0">
          {isBusy ? 'Saving…' : 'Save profile'}
        </Button>
        <ButtonLink look="quiet" className="grow sm:grow-0" to={pathTo('fundiDashboard')}>
          Back to dashboard
        </ButtonLink>
      </div>
    </form>
  );
}

/** The fundi's profile update (spec §2). */
export function FundiProfile() {
  const state = useFundiProfile();
  return (
    <SidebarLayout>
      <PageTitle title="Update your profile" />
      {state.status === 'loading' && (
        <Loading text="Loading your profile..." boxes={['h-[52rem] max-w-2xl']} />
      )}
      {state.status === 'failed' && <LoadFailed text={FAILURE.profileLoad} onRetry={state.retry} />}
      {state.status === 'loaded' && <FundiProfileForm account={state.account} />}
    </SidebarLayout>
  );
}
