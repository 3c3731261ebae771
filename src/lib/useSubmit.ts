import { useMutation } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { get, type FieldPath, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { fieldErrors } from './errors.ts';
import { tellFailure } from './failure.ts';

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

/** Shows the texts of an error body at the fields they name; the first one gets the focus. */
function showAtFields<Input extends FieldValues, Output>(
  { getValues, setError }: UseFormReturn<Input, unknown, Output>,
  error: unknown,
  rename: Record<string, FieldPath<Input>>,
) {
  let shouldFocus = true;
  for (const [name, message] of Object.entries(fieldErrors(error))) {
    const field = rename[name] ?? (name as FieldPath<Input>);
    if (get(getValues(), field) === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus });
    shouldFocus = false;
  }
}

/**
 * Sends a form: one call however often it is submitted, a failure told once in a toast and at the
 * fields it names, and no second call after a success (spec §8).
 */
export function useSubmit<Input extends FieldValues, Output, Answer>(
  form: UseFormReturn<Input, unknown, Output>,
  { send, fallback, onSent, onDone, rename = {} }: SubmitOptions<Input, Output, Answer>,
): Submit {
  // The state of the mutation is only known at the next render, a second press comes before it.
  const isLocked = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: send,
    onSuccess: onSent,
    onError: (error) => {
      isLocked.current = false;
      tellFailure(error, fallback);
      showAtFields(form, error, rename);
    },
  });
  const sendOnce = (values: Output) => {
    if (isLocked.current) return;
    isLocked.current = true;
    mutate(values, onDone && { onSuccess: onDone });
  };
  return {
    isBusy: isPending || isSuccess,
    onSubmit: (event) => void form.handleSubmit(sendOnce)(event),
  };
}
