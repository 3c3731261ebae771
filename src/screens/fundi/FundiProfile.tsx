import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { AccountField } from '../../components/AccountField.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import {
  fieldOf,
  filled,
  FormFailure,
  TextArea,
  TextField,
  useForm,
} from '../../components/Field.tsx';
import { ProfileScreen, useProfileSubmit } from '../../components/shell/ProfileScreen.tsx';
import { Switch } from '../../components/Switch.tsx';
import { fundiProfileForm } from '../../contract/forms.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import { SWITCH } from '../../lib/api/useSwitch.ts';
import { pathTo } from '../../paths.ts';
import { SkillsField } from './SkillsField.tsx';

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
function ProfileForm({ account }: { account: FundiAccount }) {
  const client = useQueryClient();
  const form = useForm(fundiProfileForm, filled(fundiProfileForm, account));
  const { isBusy, onSubmit } = useProfileSubmit(form, {
    send: (body) => call('updateMyFundi', { body }),
    queryKey: myFundiQuery().queryKey,
    onSaved: () => void client.invalidateQueries({ queryKey: fundisQuery().queryKey }),
    to: pathTo('fundiDashboard'),
  });
  return (
    <form noValidate onSubmit={onSubmit} className="space-y-4">
      <Card className="space-y-4">
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
          {...fieldOf(form, 'location')}
        />
        <TextArea
          label="Your price"
          required
          rows={2}
          dir="auto"
          hint="What you charge, for instance Ksh 1,500 a day, or by agreement."
          {...fieldOf(form, 'rate_note')}
        />
        {switches.map(({ name, label, hint }) => (
          <Controller
            key={name}
            name={name}
            control={form.control}
            render={({ field }) => (
              <div>
                <Switch label={label} checked={field.value} onChange={field.onChange} />
                <p className="text-sm text-muted">{hint}</p>
              </div>
            )}
          />
        ))}
      </Card>
      <Card className="space-y-4">
        <h2 className="text-lg font-bold">Only for us</h2>
        <AccountField
          form={form}
          name="id_number"
          enterKeyHint="done"
          hint="Never shown to others. You need it to reset your password."
        />
      </Card>
      <FormFailure errors={form.formState.errors} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy} className="grow">
          {isBusy ? 'Saving…' : 'Save profile'}
        </Button>
        <ButtonLink look="quiet" className="grow" to={pathTo('fundiDashboard')}>
          Back to dashboard
        </ButtonLink>
      </div>
    </form>
  );
}

/** The fundi's profile update (spec §2). */
export function FundiProfile() {
  const query = useQuery(myFundiQuery());
  // A switch that was moved on the dashboard: the form must not move it back.
  const isChanging = useIsMutating({ mutationKey: [SWITCH] }) > 0;
  return (
    <ProfileScreen query={query} isChanging={isChanging} box="h-[52rem]">
      {(account) => <ProfileForm account={account} />}
    </ProfileScreen>
  );
}
