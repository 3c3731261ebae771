import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { getSession, useSession } from '../../lib/session/session.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { accounts } from './accounts.ts';
import { goOn, readAuthState, type AuthState } from './authState.ts';

/** Says to a person who is logged in already that they are, and links to the dashboard. */
export function SignedInNotice({ role }: { role: Role }) {
  const { token, userType } = useSession();
  const { from } = readAuthState(useLocation().state);
  const wanted = goOn(from, userType ?? role);
  // Not shown when the session begins on this screen: the form would move.
  const [cameLoggedIn] = useState(() => getSession().token !== null);
  if (token === null || !cameLoggedIn) return null;
  const who = userType === null ? '' : ` as a ${accounts[userType].noun}`;
  return (
    <Notice>
      <p>{`You are already logged in${who}.`}</p>
      <ButtonLink look="quiet" to={wanted?.to ?? accounts[userType ?? role].to.dashboard}>
        <span>{wanted?.label ?? 'Go to your dashboard'}</span>
      </ButtonLink>
    </Notice>
  );
}

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
