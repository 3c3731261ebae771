/**
 * What was typed and not sent yet: it survives a failed call, an ended session and a reload, and
 * goes with a success or a logout. Only the fields named are kept: never passwords or ID numbers.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from 'react-hook-form';
import { DRAFTS } from '../session/personal.ts';
import { deviceStorage, tabStorage } from '../session/storage.ts';

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

/** Forgets one draft where its form is not shown any more. */
export function clearDraft(storage: keyof typeof storages, name: string) {
  write(storage, name, {});
}

interface DraftOptions<Input extends FieldValues> {
  /** Text and on/off fields to keep; never passwords or ID numbers. */
  fields: readonly FieldPath<Input>[];
  /** `device` outlives the tab; `tab` ends with it. */
  storage: 'device' | 'tab';
}

interface Draft {
  /** The form was filled from a draft; a screen may say so. */
  restored: boolean;
  /** Forgets the draft, after a success or when the person starts afresh. */
  clear: () => void;
}

/**
 * Keeps those of `fields` that differ from the form's default values, under `name`, and fills them
 * in again before the first paint. A draft of somebody's own record has its id in the name.
 */
export function useDraft<Input extends FieldValues, Output>(
  name: string,
  form: UseFormReturn<Input, unknown, Output>,
  { fields, storage }: DraftOptions<Input>,
): Draft {
  const { setValue, subscribe } = form;
  const { defaultValues } = form.formState;
  const [restored, setRestored] = useState(() => readAll(storage)[name] !== undefined);
  const fieldList = fields.join(',');

  // Again when the record is loaded anew: the draft stays on top.
  useLayoutEffect(() => {
    const kept = asObject(readAll(storage)[name]);
    for (const field of fieldList.split(',') as FieldPath<Input>[]) {
      const value = kept[field];
      if (value === undefined || typeof value !== typeof valueAt(defaultValues, field)) continue;
      setValue(field, value as FieldPathValue<Input, FieldPath<Input>>, { shouldDirty: true });
    }
  }, [storage, name, fieldList, defaultValues, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name: changedField, values, defaultValues }) => {
          // A reset is no typing.
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
