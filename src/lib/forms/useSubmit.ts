import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { fieldErrors } from '../api/errorText.ts';
import { useFailureToast } from '../api/failure.ts';
import { getSession } from '../session/session.ts';

interface SubmitOptions<Input extends FieldValues, Output, Answer> {
  send: (values: Output) => Promise<Answer>;
  /** The text for a failure that has none of its own (spec §8). */
  fallback: string;
  /** The failure on the screen, longer than its toast. */
  explain?: (text: string, error: unknown) => string;
  /** Called after a success, also when the person has left the screen. */
  onSent?: (answer: Answer) => void;
  /** Called after a success only at the same address and in the same session, and may go to another. */
  onDone?: (answer: Answer) => void;
  /** The form's field for a name in an error body, where the two differ. */
  rename?: Record<string, FieldPath<Input>>;
}

interface Submit {
  /** The call is being made, or was before the person left and came back, or has succeeded. */
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
}

/** Shows the texts of an error body at the fields they name. Returns whether there is one. */
function showAtFields<Input extends FieldValues, Output>(
  { getValues, setError }: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  rename: Record<string, FieldPath<Input>>,
): boolean {
  const found = Object.entries(fieldErrors(error))
    .map(([name, message]) => ({ field: rename[name] ?? (name as FieldPath<Input>), message }))
    .filter(({ field }) => get(getValues(), field) !== undefined);
  for (const { field, message } of found) setError(field, { type: 'server', message });
  return found.length > 0;
}

/** Returns a function that moves the focus to the first wrong field, after the field is marked. */
function useFocusFirstWrong() {
  const form = useRef<HTMLFormElement>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return {
    remember: (event?: FormEvent) => {
      if (event?.target instanceof HTMLFormElement) form.current = event.target;
    },
    focusFirstWrong: () => setAttempt((last) => last + 1),
  };
}

/**
 * Sends a form (spec §8): one call at a time, and none after a success. A failure shows a toast until the next try
 * or another screen, and its texts at their fields; a text without a field becomes `root.server`, which
 * `FormFailure` shows. The first wrong field gets the focus, whether the form or the API found it.
 */
export function useSubmit<Input extends FieldValues, Output, Answer>(
  form: UseFormReturn<Input, unknown, Output>,
  {
    send,
    fallback,
    explain = (text) => text,
    onSent,
    onDone,
    rename = {},
  }: SubmitOptions<Input, Output, Answer>,
): Submit {
  const client = useQueryClient();
  const [{ token }] = useState(getSession);
  const { pathname } = useLocation();
  const [path] = useState(pathname);
  const mutationKey = ['submit', path, token];
  const isSending = useIsMutating({ mutationKey }) > 0;
  // A second press may come before the render that knows of the success.
  const isLocked = useRef(false);
  const failure = useFailureToast();
  // On another screen the toast would speak of a form that is not there.
  useEffect(() => failure.takeBack, [failure]);
  const { remember, focusFirstWrong } = useFocusFirstWrong();
  const { mutate, isSuccess } = useMutation({
    mutationKey,
    mutationFn: send,
    onMutate: failure.takeBack,
    onSuccess: (answer) => {
      const isHere = window.location.pathname === path && getSession().token === token;
      onSent?.(answer);
      if (isHere) onDone?.(answer);
    },
    onError: (error) => {
      isLocked.current = false;
      const text = failure.report(error, fallback);
      const hasField = showAtFields(form, error, rename);
      if (text !== null && !hasField) {
        form.setError('root.server', { message: explain(text, error) });
      }
      focusFirstWrong();
    },
  });
  const sendOnce = (values: Output) => {
    if (isLocked.current || client.isMutating({ mutationKey }) > 0) return;
    isLocked.current = true;
    mutate(values);
  };
  return {
    isBusy: isSending || isSuccess,
    onSubmit: (event) => {
      remember(event);
      // Not in its callback for wrong fields, which it calls before they are marked.
      void form.handleSubmit(sendOnce)(event).then(focusFirstWrong);
    },
  };
}
