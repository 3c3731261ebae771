import { useQuery } from '@tanstack/react-query';
import { AccountField } from '../../components/AccountField.tsx';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { fieldOf, FormFailure, TextArea, useForm } from '../../components/Field.tsx';
import { ProfileScreen, useProfileSubmit } from '../../components/shell/ProfileScreen.tsx';
import { clientProfileForm } from '../../contract/forms.ts';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { myClientQuery } from '../../lib/api/queries.ts';
import { ownerName, renameOwner } from '../../lib/session/personal.ts';
import { pathTo } from '../../paths.ts';
import { CharacterCount } from './CountedField.tsx';

function ProfileForm({ client }: { client: ClientAccount }) {
  const form = useForm(clientProfileForm, {
    name: client.name,
    id_number: client.id_number,
    phone_number: client.phone_number,
    client_profile: { role_note: client.client_profile.role_note ?? '' },
  });
  const { isBusy, onSubmit } = useProfileSubmit(form, {
    send: (body) => call('updateMyClient', { body }),
    queryKey: myClientQuery().queryKey,
    rename: { role_note: 'client_profile.role_note', client_profile: 'client_profile.role_note' },
    // The person logs in with the new phone next time, and finds their drafts and payments.
    onSaved: (saved) => renameOwner(ownerName('client', saved.phone_number)),
    to: pathTo('clientDashboard'),
  });
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="space-y-4">
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
                control={form.control}
                name="client_profile.role_note"
                max={TEXT_LIMITS.roleNote}
              />
            </>
          }
          {...fieldOf(form, 'client_profile.role_note')}
        />
        <FormFailure errors={form.formState.errors} />
        <Button type="submit" busy={isBusy} className="mt-2 w-full">
          {isBusy ? 'Saving…' : 'Save profile'}
        </Button>
      </form>
    </Card>
  );
}

/** Client profile update (spec §2, §5). */
export function ClientProfile() {
  return (
    <ProfileScreen query={useQuery(myClientQuery())} box="h-136">
      {(client) => <ProfileForm client={client} />}
    </ProfileScreen>
  );
}
