import { AccountField } from '../../components/AccountField.tsx';
import { Button } from '../../components/Button.tsx';
import { FormFailure } from '../../components/Field.tsx';
import { RESET_REDIRECT_MS } from '../../contract/constants.ts';
import { resetForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Role } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { accounts } from './accounts.ts';
import { useThenLogin } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** The password reset of one role (spec §2, §5). */
export function ResetPassword({ role }: { role: Role }) {
  const form = useForm(resetForm, {
    phone_number: '',
    id_number: '',
    new_password: '',
    confirm_password: '',
  });
  const { isBusy, isDone, onSubmit } = useThenLogin(role, form, {
    send: (values) => {
      const { confirm_password: _, ...body } = values;
      return call('resetPassword', { body });
    },
    fallback: FAILURE.reset,
    success: 'Your password is changed. Log in with the new one.',
    delayMs: RESET_REDIRECT_MS,
  });
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
        <AccountField form={form} name="phone_number" />
        <AccountField form={form} name="id_number" hint="As you gave it when you registered." />
        <AccountField form={form} name="new_password" deps={['confirm_password']} />
        <AccountField form={form} name="confirm_password" />
        <FormFailure errors={errors} />
        <Button type="submit" busy={isBusy} className="w-full">
          {isDone ? 'Password changed' : isBusy ? 'Changing your password…' : 'Change password'}
        </Button>
      </form>
    </AuthLayout>
  );
}
