import { useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { hasOwner, holdForm, personalKey, takeHeldForm } from '../session/personal.ts';
import { getSession } from '../session/session.ts';

/**
 * Brings back what was changed in a form whose session ended, when its person has logged in again: also a picture, and
 * in a form of which no draft is stored.
 */
export function useHeldForm<Input extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
) {
  const { getValues, setValue } = form;
  const { defaultValues } = form.formState;
  const [key] = useState(() => personalKey('draft', name));
  const [{ token }] = useState(getSession);
  useLayoutEffect(() => {
    for (const [field, value] of Object.entries(takeHeldForm(key))) {
      setValue(field as FieldPath<Input>, value, { shouldDirty: true });
    }
    return () => {
      // Without an owner the person has logged out.
      if (getSession().token === token || !hasOwner()) return;
      const changed = Object.entries(getValues()).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(defaultValues?.[field]),
      );
      if (changed.length > 0) holdForm(key, Object.fromEntries(changed));
    };
  }, [key, token, defaultValues, getValues, setValue]);
}
