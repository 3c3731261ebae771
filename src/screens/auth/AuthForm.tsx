import { useState, type FormEvent, type ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { AccountField, type AccountFieldProps } from '../../components/AccountField.tsx';
import { Button, ButtonLink } from '../../components/Button.tsx';
import { FormFailure } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import type { Role } from '../../contract/schemas.ts';
import { useSubmit } from '../../lib/forms/useSubmit.ts';
import { getSession, useSession } from '../../lib/session/session.ts';
import { toastSuccess } from '../../lib/toast.ts';
import { useRedirect, type Target } from '../../lib/useRedirect.ts';
import { accounts } from './accounts.ts';
import { goOn, readAuthState, type AuthState } from './authState.ts';

export function SignedInNotice({ role }: { role: Role }) {
  const { token, userType } = useSession();
  const { from } = readAuthState(useLocation().state);
  const who = userType ?? role;
  const wanted = goOn(from, who);
  // Not shown when the session begins on this screen: the form would move.
  const [cameLoggedIn] = useState(() => getSession().token !== null);
  if (token === null || !cameLoggedIn) return null;
  return (
    <Notice>
      <p>
        {userType === null
          ? 'You are already logged in.'
          : `You are already logged in as a ${accounts[userType].noun}.`}
      </p>
      <ButtonLink look="quiet" to={wanted?.to ?? accounts[who].to.dashboard}>
        <span>{wanted?.label ?? 'Go to your dashboard'}</span>
      </ButtonLink>
    </Notice>
  );
}

interface AuthFormProps<Input extends FieldValues, Output> {
  form: UseFormReturn<Input, unknown, Output>;
  fields: Omit<AccountFieldProps<Input, Output>, 'form'>[];
  /** What stands below the fields, and what below the reason of a failure. */
  children?: ReactNode;
  help?: ReactNode;
  words: readonly [ready: string, busy: string, done: string];
  isBusy: boolean;
  isDone: boolean;
  onSubmit: (event?: FormEvent) => void;
}

/** The form of an account screen, from a table of its fields. */
export function AuthForm<Input extends FieldValues, Output>(props: AuthFormProps<Input, Output>) {
  const { form, fields, children, help, words, isBusy, isDone, onSubmit } = props;
  const [ready, busy, done] = words;
  return (
    // Before the app has come, nothing typed may go into the address.
    <form method="dialog" noValidate onSubmit={onSubmit} className="space-y-4">
      {fields.map((field) => (
        <AccountField key={field.name} form={form} {...field} />
      ))}
      {children}
      <FormFailure errors={form.formState.errors} />
      {help}
      <Button type="submit" busy={isBusy} className="mt-2 w-full">
        {isDone ? done : isBusy ? busy : ready}
      </Button>
    </form>
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

/** Sends a registration or a reset, which leads to the login with the phone number filled in (spec §4). */
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
