/**
 * Drafts: what a person typed into a new job, a new ad or the phone of a payment, and has not sent. A draft
 * survives a failed call, an expired session and a reload. A success or a logout removes it. Passwords and ID
 * numbers are never stored.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { personalKey, readPersonal, writePersonal } from '../session/personal.ts';

/** Fields that prove who somebody is: no draft of them is stored, whatever the form. */
const PRIVATE = ['id_number', 'password', 'new_password', 'confirm_password'];

type Values = Record<string, unknown>;

const keyOf = (name: string) => personalKey('draft', name);

/** The text and on/off fields that may be stored. */
const storable = (values: object) =>
  Object.entries(values).flatMap(([field, value]) =>
    PRIVATE.includes(field) || typeof value === 'object' ? [] : [field],
  );

/** Removes the signed-in person's draft of this name. */
export const clearDraft = (name: string) => writePersonal(keyOf(name), null);

interface Draft {
  /** The form was filled from a draft; a screen may show that. */
  restored: boolean;
  clear: () => void;
}

/** Stores the fields that differ from the form's defaults under `name`, and restores them before the first paint. */
export function useDraft<Input extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
): Draft {
  const { setValue, subscribe } = form;
  const { defaultValues } = form.formState;
  // Whoever logs in in another tab meanwhile: what is typed here belongs to the person of before.
  const [key] = useState(() => keyOf(name));
  const [restored, setRestored] = useState(() => readPersonal(key) !== null);
  const fieldList = storable(defaultValues ?? {}).join(',');

  useLayoutEffect(() => {
    const stored = (readPersonal(key) ?? {}) as Values;
    for (const field of fieldList.split(',') as FieldPath<Input>[]) {
      const value = stored[field];
      if (value === undefined || typeof value !== typeof defaultValues?.[field]) continue;
      setValue(field, value as FieldPathValue<Input, FieldPath<Input>>, { shouldDirty: true });
    }
  }, [key, fieldList, defaultValues, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: changedField, values, defaultValues }) => {
          // A reset is not typing.
          if (changedField === undefined) return;
          const changed = fieldList
            .split(',')
            .filter((field) => values[field] !== defaultValues?.[field])
            .map((field) => [field, values[field] as unknown]);
          writePersonal(key, changed.length > 0 ? Object.fromEntries(changed) : null);
        },
      }),
    [subscribe, key, fieldList],
  );

  return {
    restored,
    clear: () => {
      writePersonal(key, null);
      setRestored(false);
    },
  };
}
