import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useForm } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { LOGIN_REDIRECT_MS } from '../../contract/constants.ts';
import { loginForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import { hasOuterSpace } from '../../contract/rules.ts';
import type { Role } from '../../contract/schemas.ts';
import { call, endOnServer } from '../../lib/api/client.ts';
import { statusOf } from '../../lib/api/errors.ts';
import { myFundiQuery } from '../../lib/api/queries.ts';
import { readLogin } from '../../lib/api/readers.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { becomeOwner, ownerName } from '../../lib/session/personal.ts';
import { clearSessionEnd, signIn } from '../../lib/session/session.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { after, PROFILE_MS } from '../../lib/waits.ts';
import { pathTo } from '../../paths.ts';
import { accounts } from './accounts.ts';
import { readAuthState, returnAddress, type AuthState } from './authState.ts';
import { AuthForm, SignedInNotice } from './AuthForm.tsx';
import { accountLink, AuthLayout } from './AuthLayout.tsx';

/** What an API answers to a wrong phone number or password. */
const REFUSALS = [400, 401, 403, 404];
const OUTER_SPACE = 'The password begins or ends with a space: try it without.';

/** Whether the profile has no skills or no location; false when the profile cannot be read. */
async function lacksProfile(client: QueryClient): Promise<boolean> {
  const read = client.fetchQuery({ ...myFundiQuery(), retry: false }).then(
    ({ skills, location }) => skills === null || location === null,
    () => false,
  );
  const patience = after(PROFILE_MS).then(() => false);
  return Promise.race([read, patience]);
}

/**
 * Where a login leads (spec §4): a fundi without skills or location to the profile, else back to
 * the page that asked for the login, else to the dashboard. A person whose session ended always
 * returns to the page they were on.
 */
async function destination(client: QueryClient, role: Role, { from, expired }: AuthState) {
  const back = returnAddress(from, role);
  if (role === 'fundi' && (await lacksProfile(client)) && !(expired && back)) {
    return pathTo('fundiProfile');
  }
  return back ?? accounts[role].to.dashboard;
}

/**
 * The login of one role: form, submit, and the redirect after its delay (spec §4, §9). After a refusal, `other`
 * is what the other role's login begins with: the API does not say whether the number is known there.
 */
function useLogin(role: Role) {
  const client = useQueryClient();
  const state = readAuthState(useLocation().state);
  const [target, setTarget] = useState<Target | null>(null);
  /** The phone number of the last try, which the API refused. */
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm(loginForm, { phone_number: state.phone ?? '', password: '' });
  useEffect(clearSessionEnd, []);
  useRedirect(target, LOGIN_REDIRECT_MS[role]);

  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (body) => {
      setRefused(null);
      const answer = call(role === 'fundi' ? 'loginFundi' : 'loginClient', { body });
      const login = readLogin(
        await answer.catch((error: unknown) => {
          if (REFUSALS.includes(statusOf(error) ?? 0)) setRefused(body.phone_number);
          throw error;
        }),
      );
      if (login === null) throw new Error('The login answered without a token.');
      becomeOwner(ownerName(role, body.phone_number));
      return login;
    },
    fallback: FAILURE.login,
    explain: (text, error) =>
      REFUSALS.includes(statusOf(error) ?? 0) && hasOuterSpace(form.getValues('password'))
        ? `${text.replace(/\.?$/, '.')} ${OUTER_SPACE}`
        : text,
    onSent: ({ token, offersLogout }) => {
      // The device forgets the session that it had.
      endOnServer();
      signIn(token, role, offersLogout);
    },
    onDone: () => setTarget({ to: destination(client, role, state) }),
  });
  const other: AuthState | null = refused === null ? null : { ...state, phone: refused };
  return { form, isBusy, onSubmit, isDone: target !== null, state, other };
}

/** The login of one role, at both of the fundi's addresses (spec §2, §4). */
export function Login({ role }: { role: Role }) {
  const { state, other, ...formProps } = useLogin(role);
  const otherRole = role === 'fundi' ? 'client' : 'fundi';
  const { noun, to } = accounts[role];
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
      <AuthForm
        {...formProps}
        fields={[
          { name: 'phone_number' },
          { name: 'password', autoComplete: 'current-password', enterKeyHint: 'go' },
        ]}
        help={
          other && (
            <p>
              <span>{`Do you have a ${accounts[otherRole].noun} account? `}</span>
              <Link to={accounts[otherRole].to.login} state={other} className={accountLink}>
                {`Log in as a ${accounts[otherRole].noun}`}
              </Link>
            </p>
          )
        }
        words={['Log in', 'Logging in…', 'Opening your account…']}
      />
    </AuthLayout>
  );
}
