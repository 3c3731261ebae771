import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../components/Button.tsx';
import { PasswordField, PhoneField, TextField } from '../../components/Field.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { PASSWORD_MIN_LENGTH } from '../../contract/constants.ts';
import type { Role } from '../../contract/schemas.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { HasAccount } from './HasAccount.tsx';
import { IdNumberField } from './IdNumberField.tsx';
import { SignedInNotice } from './SignedInNotice.tsx';
import { accounts } from './accounts.ts';
import { useRegister } from './useRegister.ts';

/** The registration of one role (spec §2, §5), or why somebody who is logged in does not need it. */
export function Register({ role }: { role: Role }) {
  const { userType } = useSession();
  const [who] = useState(userType);
  const [wanted, setWanted] = useState<Role | null>(null);
  // Not when another tab logs in: what is typed here would be gone.
  if (who === null || who !== userType || wanted === role) return <Form role={role} />;
  return <HasAccount role={who} other={role} onRegister={() => setWanted(role)} />;
}

function Form({ role }: { role: Role }) {
  const { form, isBusy, isDone, onSubmit } = useRegister(role);
  const { noun, price, to } = accounts[role];
  const { errors } = form.formState;
  return (
    <AuthLayout
      role={role}
      page="register"
      title={`Register as a ${noun}`}
      intro={<strong className="font-semibold text-ink">{price}</strong>}
      links={[{ text: 'You have an account?', label: `Log in as a ${noun}`, to: to.login }]}
    >
      <SignedInNotice role={role} />
      {/* Before the app has come, nothing typed may go into the address. */}
      <form method="dialog" noValidate onSubmit={onSubmit} className="space-y-4">
        <TextField
          label="Name"
          required
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          error={errors.name?.message}
          {...form.register('name')}
        />
        <PhoneField
          label="Phone number"
          required
          enterKeyHint="next"
          hint="A Kenyan number. You will log in with it."
          error={errors.phone_number?.message}
          {...form.register('phone_number')}
        />
        <IdNumberField
          hint="National ID or passport. Never shown to others; you need it to reset your password."
          error={errors.id_number?.message}
          {...form.register('id_number')}
        />
        <PasswordField
          label="Password"
          required
          autoComplete="new-password"
          enterKeyHint="next"
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          error={errors.password?.message}
          {...form.register('password', { deps: ['confirm_password'] })}
        />
        <PasswordField
          label="Confirm password"
          required
          autoComplete="new-password"
          enterKeyHint="go"
          error={errors.confirm_password?.message}
          {...form.register('confirm_password')}
        />
        <p className="text-sm text-muted">
          By registering you agree to the{' '}
          <Link to={pathTo('terms')} className="text-brand underline underline-offset-2">
            terms
          </Link>{' '}
          and the{' '}
          <Link to={pathTo('privacy')} className="text-brand underline underline-offset-2">
            privacy notice
          </Link>
          .
        </p>
        <FormFailure errors={errors} />
        <Button type="submit" busy={isBusy} className="w-full">
          {isDone ? 'Account created' : isBusy ? 'Creating your account…' : 'Create account'}
        </Button>
      </form>
    </AuthLayout>
  );
}
