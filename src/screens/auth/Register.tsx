import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { AppOnly } from '../../components/AppOnly.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { useForm } from '../../components/Field.tsx';
import { useLogout } from '../../components/shell/Guard.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { PASSWORD_MIN_LENGTH, REGISTRATION_REDIRECT_MS } from '../../contract/constants.ts';
import { registrationForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Role } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useSession } from '../../lib/session/session.ts';
import { pathTo } from '../../paths.ts';
import { accounts } from './accounts.ts';
import { goOn, readAuthState } from './authState.ts';
import { AuthForm, SignedInNotice, useThenLogin } from './AuthForm.tsx';
import { AuthLayout } from './AuthLayout.tsx';

interface HasAccountProps {
  role: Role;
  other: Role;
  onRegister: () => void;
}

function HasAccount({ role, other, onRegister }: HasAccountProps) {
  const logout = useLogout();
  const { noun, own } = accounts[role];
  const wanted = goOn(readAuthState(useLocation().state).from, role);
  const links = wanted
    ? [{ ...wanted, icon: 'next' as const }, ...own.filter(({ to }) => to !== wanted.to)]
    : own;
  return (
    <div className="mx-auto max-w-xl space-y-5 px-4 py-5 sm:px-6 sm:py-10">
      <PageTitle title={`You are logged in as a ${noun}`} />
      <p className="text-muted">
        {role === other
          ? 'Your account is ready. There is nothing to register.'
          : `A ${accounts[other].noun} has an account of its own.`}
      </p>
      <AppOnly>
        <ul className="space-y-3">
          {links.map(({ label, icon, to }, place) => (
            <li key={to}>
              <ButtonLink
                look={place === 0 ? 'primary' : 'quiet'}
                icon={icon}
                to={to}
                className="w-full"
              >
                {label}
              </ButtonLink>
            </li>
          ))}
          {role !== other && (
            <li>
              <Button
                look="quiet"
                icon={accounts[other].icon}
                onClick={onRegister}
                className="w-full"
              >
                {`Register as a ${accounts[other].noun} too`}
              </Button>
            </li>
          )}
        </ul>
        <p className="flex flex-wrap items-center gap-x-2 text-muted">
          Is this phone used by somebody else too?
          <Button look="plain" className="-ml-4" onClick={logout}>
            Logout
          </Button>
        </p>
      </AppOnly>
    </div>
  );
}

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
  const form = useForm(registrationForm, {
    name: '',
    phone_number: '',
    id_number: '',
    password: '',
    confirm_password: '',
  });
  const submit = useThenLogin(role, form, {
    send: (values) => {
      const { confirm_password: _, ...person } = values;
      return role === 'fundi'
        ? call('registerFundi', { body: { ...person, role } })
        : call('registerClient', { body: { ...person, role } });
    },
    fallback: FAILURE.registration,
    success: 'Your account is ready. Log in to start.',
    delayMs: REGISTRATION_REDIRECT_MS,
  });
  const { noun, price, to } = accounts[role];
  return (
    <AuthLayout
      role={role}
      page="register"
      title={`Register as a ${noun}`}
      intro={<strong className="font-semibold text-ink">{price}</strong>}
      links={[{ text: 'You have an account?', label: `Log in as a ${noun}`, to: to.login }]}
    >
      <SignedInNotice role={role} />
      <AuthForm
        form={form}
        fields={[
          { name: 'name' },
          { name: 'phone_number', hint: 'A Kenyan number. You will log in with it.' },
          {
            name: 'id_number',
            hint: 'National ID or passport. Never shown to others; you need it to reset your password.',
          },
          {
            name: 'password',
            deps: ['confirm_password'],
            hint: `At least ${PASSWORD_MIN_LENGTH} characters.`,
          },
          { name: 'confirm_password' },
        ]}
        words={['Create account', 'Creating your account…', 'Account created']}
        {...submit}
      >
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
      </AuthForm>
    </AuthLayout>
  );
}
