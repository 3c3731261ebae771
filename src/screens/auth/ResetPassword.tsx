import { useForm } from '../../components/Field.tsx';
import { RESET_REDIRECT_MS } from '../../contract/constants.ts';
import { resetForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Role } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { accounts } from './accounts.ts';
import { AuthForm, useThenLogin } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';

/** The password reset of one role (spec §2, §5). */
export function ResetPassword({ role }: { role: Role }) {
  const form = useForm(resetForm, {
    phone_number: '',
    id_number: '',
    new_password: '',
    confirm_password: '',
  });
  const submit = useThenLogin(role, form, {
    send: (values) => {
      const { confirm_password: _, ...body } = values;
      return call('resetPassword', { body });
    },
    fallback: FAILURE.reset,
    success: 'Your password is changed. Log in with the new one.',
    delayMs: RESET_REDIRECT_MS,
  });
  const { noun, to } = accounts[role];
  return (
    <AuthLayout
      role={role}
      page="reset"
      title={`Reset your ${noun} password`}
      intro="Your phone number and ID number together show that the account is yours."
      links={[{ text: 'You remember it?', label: `Log in as a ${noun}`, to: to.login }]}
    >
      <AuthForm
        form={form}
        fields={[
          { name: 'phone_number' },
          { name: 'id_number', hint: 'As you gave it when you registered.' },
          { name: 'new_password', deps: ['confirm_password'] },
          { name: 'confirm_password' },
        ]}
        words={['Change password', 'Changing your password…', 'Password changed']}
        {...submit}
      />
    </AuthLayout>
  );
}
