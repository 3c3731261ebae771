import { Link } from 'react-router-dom';
import { AccountField } from '../../components/AccountField.tsx';
import { Button } from '../../components/Button.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { SignedInNotice } from './SignedInNotice.tsx';
import { accounts } from './accounts.ts';
import { useLogin } from './useLogin.ts';

/** The login of one role, at both of the fundi's addresses (spec §2, §4). */
export function Login({ role }: { role: Role }) {
  const { form, isBusy, isDone, onSubmit, state, other } = useLogin(role);
  const otherRole = role === 'fundi' ? 'client' : 'fundi';
  const { noun, to } = accounts[role];
  const { errors } = form.formState;
  return (
    <AuthLayout
      role={role}
      page="login"
      title={role === 'fundi' ? 'Fundi login' : 'Client login'}
      intro="Use the phone number and password of your account."
      links={[
        { text: 'New here?', label: `Register as a ${noun}`, to: to.register },
        { text: 'Forgot your password?', label: 'Reset password', to: to.reset },
      ]}
    >
      {state.expired && (
        <Notice tone="warning" role="alert">
          <p>You were logged out. Please log in again.</p>
        </Notice>
      )}
      <SignedInNotice role={role} />
      {/* Before the app has come, nothing typed may go into the address. */}
      <form method="dialog" noValidate onSubmit={onSubmit} className="space-y-4">
        <AccountField form={form} name="phone_number" />
        <AccountField
          form={form}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
        />
        <FormFailure errors={errors} />
        {other && (
          <p>
            <span>{`Do you have a ${accounts[otherRole].noun} account? `}</span>
            <Link
              to={accounts[otherRole].to.login}
              state={other}
              className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4 hover:text-brand-strong"
            >
              {`Log in as a ${accounts[otherRole].noun}`}
            </Link>
          </p>
        )}
        <Button type="submit" busy={isBusy} className="w-full">
          {isDone ? 'Opening your account…' : isBusy ? 'Logging in…' : 'Log in'}
        </Button>
      </form>
    </AuthLayout>
  );
}
