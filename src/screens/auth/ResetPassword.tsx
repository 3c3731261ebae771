import { Button } from '../../components/Button.tsx';
import { PasswordField, PhoneField } from '../../components/Field.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import type { Role } from '../../contract/schemas.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { IdNumberField } from './IdNumberField.tsx';
import { accounts } from './accounts.ts';
import { useReset } from './useReset.ts';

/** The password reset of one role (spec §2, §5). */
export function ResetPassword({ role }: { role: Role }) {
  const { form, isBusy, isDone, onSubmit } = useReset(role);
  const { noun, to } = accounts[role];
  const { errors } = form.formState;
  return (
    <AuthLayout
      role={role}
      page="reset"
      title={`Reset your ${noun} password`}
      intro="Your phone number and ID number together show that the account is yours."
      links={[{ text: 'You remember it?', label: `Log in as a ${noun}`, to: to.login }]}
    >
      {/* Before the app has come, nothing typed may go into the address. */}
      <form method="dialog" noValidate onSubmit={onSubmit} className="space-y-4">
        <PhoneField
          label="Phone number"
          required
          enterKeyHint="next"
          error={errors.phone_number?.message}
          {...form.register('phone_number')}
        />
        <IdNumberField
          hint="As you gave it when you registered."
          error={errors.id_number?.message}
          {...form.register('id_number')}
        />
        <PasswordField
          label="New password"
          required
          autoComplete="new-password"
          enterKeyHint="next"
          error={errors.new_password?.message}
          {...form.register('new_password', { deps: ['confirm_password'] })}
        />
        <PasswordField
          label="Confirm password"
          required
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.confirm_password?.message}
          {...form.register('confirm_password')}
        />
        <FormFailure errors={errors} />
        <Button type="submit" busy={isBusy} className="w-full">
          {isDone ? 'Password changed' : isBusy ? 'Changing your password…' : 'Change password'}
        </Button>
      </form>
    </AuthLayout>
  );
}
