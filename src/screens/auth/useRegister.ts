import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { REGISTRATION_REDIRECT_MS } from '../../contract/constants.ts';
import { registrationForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Role } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { accounts } from './accounts.ts';
import { readAuthState, type AuthState } from './authState.ts';

/** The registration of one role; a success leads to the matching login (spec §4). */
export function useRegister(role: Role) {
  const { from } = readAuthState(useLocation().state);
  const [target, setTarget] = useState<Target | null>(null);
  const form = useForm(registrationForm, {
    name: '',
    phone_number: '',
    id_number: '',
    password: '',
    confirm_password: '',
  });
  useRedirect(target, REGISTRATION_REDIRECT_MS);

  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (values) => {
      const { confirm_password: _, ...person } = values;
      if (role === 'fundi') await call('registerFundi', { body: { ...person, role } });
      else await call('registerClient', { body: { ...person, role } });
      return person.phone_number;
    },
    fallback: FAILURE.registration,
    onSent: () => toastSuccess('Your account is ready. Log in to start.'),
    onDone: (phone) => {
      const state: AuthState = { ...(from !== undefined && { from }), phone };
      setTarget({ to: accounts[role].to.login, state });
    },
  });
  return { form, isBusy, onSubmit, isDone: target !== null };
}
