/**
 * Drafts: what a person typed and has not sent. A draft survives a failed call, an expired session and
 * a reload. A success or a logout removes it. Passwords and ID numbers are never stored.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { DRAFTS } from '../session/personal.ts';
import { deviceStorage, tabStorage } from '../session/storage.ts';

/** Fields that prove who somebody is: no draft of them is stored, whatever the form. */
const PRIVATE = ['id_number', 'password', 'new_password', 'confirm_password'];
const storages = { device: deviceStorage, tab: tabStorage };

type Values = Record<string, unknown>;

function asObject(value: unknown): Values {
  return value !== null && typeof value === 'object' ? (value as Values) : {};
}

function readAll(storage: keyof typeof storages): Values {
  try {
    return asObject(JSON.parse(storages[storage].get(DRAFTS) ?? '{}'));
  } catch {
    return {};
  }
}

function write(storage: keyof typeof storages, name: string, values: Values) {
  const { [name]: _, ...others } = readAll(storage);
  const all = Object.keys(values).length > 0 ? { ...others, [name]: values } : others;
  if (Object.keys(all).length > 0) storages[storage].set(DRAFTS, JSON.stringify(all));
  else storages[storage].remove(DRAFTS);
}

/** The value at a dotted path such as `client_profile.role_note`. */
function valueAt(values: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((part, key) => asObject(part)[key], values);
}

/** The dotted paths of the text and on/off fields that may be stored. */
const storable = (values: unknown, above = ''): string[] =>
  Object.entries(asObject(values)).flatMap(([key, value]) => {
    if (PRIVATE.includes(key)) return [];
    const path = above + key;
    return typeof value === 'object' ? storable(value, `${path}.`) : [path];
  });

/** Removes one draft when its form is no longer on screen. */
export function clearDraft(storage: keyof typeof storages, name: string) {
  write(storage, name, {});
}

interface Draft {
  /** The form was filled from a draft; a screen may show that. */
  restored: boolean;
  /** Removes the draft, after a success or when the person starts again. */
  clear: () => void;
}

/**
 * Stores the fields that differ from the form's default values under `name`, and fills them in again
 * before the first paint. The name of a draft of a record contains the record's id. In `device` it
 * stays when the tab is closed, in `tab` it does not.
 */
export function useDraft<Input extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
  storage: keyof typeof storages,
): Draft {
  const { setValue, subscribe } = form;
  const { defaultValues } = form.formState;
  const [restored, setRestored] = useState(() => readAll(storage)[name] !== undefined);
  const fieldList = storable(defaultValues).join(',');

  // Also when the record is loaded again: the draft wins.
  useLayoutEffect(() => {
    const stored = asObject(readAll(storage)[name]);
    for (const field of fieldList.split(',') as FieldPath<Input>[]) {
      const value = stored[field];
      if (value === undefined || typeof value !== typeof valueAt(defaultValues, field)) continue;
      setValue(field, value as FieldPathValue<Input, FieldPath<Input>>, { shouldDirty: true });
    }
  }, [storage, name, fieldList, defaultValues, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: changedField, values, defaultValues }) => {
          // A reset is not typing.
          if (changedField === undefined) return;
          const changed: Values = {};
          for (const field of fieldList.split(',')) {
            const value = valueAt(values, field);
            if (value !== valueAt(defaultValues, field)) changed[field] = value;
          }
          write(storage, name, changed);
        },
      }),
    [subscribe, storage, name, fieldList],
  );

  return {
    restored,
    clear: () => {
      write(storage, name, {});
      setRestored(false);
    },
  };
}
