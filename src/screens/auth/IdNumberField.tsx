import type { ComponentProps } from 'react';
import { TextField } from '../../components/Field.tsx';

/** An ID number. The phone's keyboard shows digits first; passports have letters too. */
export function IdNumberField(props: Omit<ComponentProps<typeof TextField>, 'label'>) {
  return (
    <TextField
      label="ID number"
      required
      inputMode="numeric"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      enterKeyHint="next"
      {...props}
    />
  );
}
