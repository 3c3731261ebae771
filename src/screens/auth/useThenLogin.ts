import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import type { Role } from '../../contract/schemas.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { accounts } from './accounts.ts';
import { readAuthState, type AuthState } from './authState.ts';

interface Options<Values> {
  send: (values: Values) => Promise<unknown>;
  /** The text for a failure that has none of its own (spec §8). */
  fallback: string;
  success: string;
  /** How long the success is shown before the login, in ms (spec §9). */
  delayMs: number;
}

/**
 * Sends a form whose success leads to the matching login, with the phone number filled in (spec §4): the registration
 * and the reset.
 */
export function useThenLogin<Input extends FieldValues, Values extends { phone_number: string }>(
  role: Role,
  form: UseFormReturn<Input, unknown, Values>,
  { send, fallback, success, delayMs }: Options<Values>,
) {
  const { from } = readAuthState(useLocation().state);
  const [target, setTarget] = useState<Target | null>(null);
  useRedirect(target, delayMs);

  const { isBusy, onSubmit } = useSubmit(form, {
    send: async (values) => {
      await send(values);
      return values.phone_number;
    },
    fallback,
    onSent: () => toastSuccess(success),
    onDone: (phone) => {
      const state: AuthState = { ...(from !== undefined && { from }), phone };
      setTarget({ to: accounts[role].to.login, state });
    },
  });
  return { isBusy, isDone: target !== null, onSubmit };
}
