import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { RESET_REDIRECT_MS } from '../../contract/constants.ts';
import { resetForm } from '../../contract/forms.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { Role } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useForm } from '../../lib/forms/useForm.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { accounts } from './accounts.ts';
import { readAuthState, type AuthState } from './authState.ts';

/** The password reset; a success leads to the matching login (spec §4). */
export function useReset(role: Role) {
  const { from } = readAuthState(useLocation().state);
  const [target, setTarget] = useState<Target | null>(null);
  const form = useForm(resetForm, {
    phone_number: '',
    id_number: '',
    new_password: '',
    confirm_password: '',
  });
  useRedirect(target, RESET_REDIRECT_MS);

  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (values) => {
      const { confirm_password: _, ...body } = values;
      await call('resetPassword', { body });
      return body.phone_number;
    },
    fallback: FAILURE.reset,
    onSent: () => toastSuccess('Your password is changed. Log in with the new one.'),
    onDone: (phone) => {
      const state: AuthState = { ...(from !== undefined && { from }), phone };
      setTarget({ to: accounts[role].to.login, state });
    },
  });
  return { form, isBusy, onSubmit, isDone: target !== null };
}
