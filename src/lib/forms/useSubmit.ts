import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { fieldErrors } from '../api/errors.ts';
import { tellFailure } from '../api/failure.ts';

interface SubmitOptions<Input extends FieldValues, Output, Answer> {
  send: (values: Output) => Promise<Answer>;
  /** Told when the failure brings no text of its own (spec §8). */
  fallback: string;
  /** After a success, though the person may have left the screen. */
  onSent?: (answer: Answer) => void;
  /** After a success, while the screen is still shown: the place to go on from. */
  onDone?: (answer: Answer) => void;
  /** The form's field for a name in an error body, where the two differ. */
  rename?: Record<string, FieldPath<Input>>;
}

interface Submit {
  /** The call is under way or has succeeded: the form is not to be sent again. */
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
}

/** Shows the texts of an error body at the fields they name. */
function showAtFields<Input extends FieldValues, Output>(
  { getValues, setError }: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  rename: Record<string, FieldPath<Input>>,
) {
  for (const [name, message] of Object.entries(fieldErrors(error))) {
    const field = rename[name] ?? (name as FieldPath<Input>);
    if (get(getValues(), field) === undefined) continue;
    setError(field, { type: 'server', message });
  }
}

/** Returns what moves the focus to the first wrong field of a page, once it is marked as such. */
function useFocusFirstWrong() {
  const form = useRef<HTMLFormElement>(null);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (turn > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [turn]);
  return {
    remember: (event?: FormEvent) => {
      if (event?.target instanceof HTMLFormElement) form.current = event.target;
    },
    focusFirstWrong: () => setTurn((last) => last + 1),
  };
}

/**
 * Sends a form: one call however often it is submitted, a failure told once in a toast and at the
 * fields it names, and no second call after a success (spec §8). The first wrong field of the page
 * gets the focus, whoever found it wrong.
 */
export function useSubmit<Input extends FieldValues, Output, Answer>(
  form: UseFormReturn<Input, unknown, Output>,
  { send, fallback, onSent, onDone, rename = {} }: SubmitOptions<Input, Output, Answer>,
): Submit {
  // The state of the mutation is only known at the next render, a second press comes before it.
  const isLocked = useRef(false);
  const { remember, focusFirstWrong } = useFocusFirstWrong();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    ...(onSent && { onSuccess: onSent }),
    onError: (error) => {
      isLocked.current = false;
      tellFailure(error, fallback);
      showAtFields(form, error, rename);
      focusFirstWrong();
    },
  });
  const sendOnce = (values: Output) => {
    if (isLocked.current) return;
    isLocked.current = true;
    mutate(values, { onSuccess: (answer) => onDone?.(answer) });
  };
  return {
    isBusy: isPending || isSuccess,
    onSubmit: (event) => {
      remember(event);
      void form.handleSubmit(sendOnce, focusFirstWrong)(event);
    },
  };
}
