import type { ComponentProps } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { fieldOf, PasswordField, PhoneField, TextField } from './Field.tsx';

type Props = ComponentProps<typeof TextField>;

const newPassword = { Field: PasswordField, autoComplete: 'new-password' };

/** What the fields of an account are called, and how a phone helps to fill them. */
const kinds = {
  name: {
    Field: TextField,
    label: 'Name',
    dir: 'auto',
    autoComplete: 'name',
    autoCapitalize: 'words',
  },
  phone_number: { Field: PhoneField, label: 'Phone number' },
  // The phone's keyboard shows digits first; passports have letters too.
  id_number: {
    Field: TextField,
    label: 'ID number',
    inputMode: 'numeric',
    autoComplete: 'off',
    autoCapitalize: 'characters',
    spellCheck: false,
  },
  password: { ...newPassword, label: 'Password' },
  new_password: { ...newPassword, label: 'New password' },
  confirm_password: { ...newPassword, label: 'Confirm password', enterKeyHint: 'go' },
} satisfies Record<string, { Field: typeof TextField } & Props>;

export interface AccountFieldProps<Input extends FieldValues, Output> extends Omit<
  Props,
  'form' | 'name' | 'label'
> {
  form: UseFormReturn<Input, unknown, Output>;
  name: FieldPath<Input> & keyof typeof kinds;
  deps?: FieldPath<Input>[];
}

/** A required field of an account, with its error, alike on every form that has it (spec §5). */
export function AccountField<Input extends FieldValues, Output>({
  form,
  name,
  deps = [],
  ...props
}: AccountFieldProps<Input, Output>) {
  const { Field, ...kind } = kinds[name];
  return (
    <Field required enterKeyHint="next" {...kind} {...props} {...fieldOf(form, name, { deps })} />
  );
}
