import { Controller } from 'react-hook-form';
import { AccountField } from '../../components/AccountField.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { TextArea, TextField } from '../../components/Field.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { Switch } from '../../components/Switch.tsx';
import type { FundiAccount } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { SkillsField } from './SkillsField.tsx';
import { useFundiProfileForm } from './useFundiProfile.ts';

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
export function FundiProfileForm({ account }: { account: FundiAccount }) {
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
