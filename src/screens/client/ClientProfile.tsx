import { AccountField } from '../../components/AccountField.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { TextArea } from '../../components/Field.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed } from '../../components/StateBox.tsx';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { CharacterCount } from './CharacterCount.tsx';
import { useClientProfile, useClientProfileForm } from './useClientProfile.ts';

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
