import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

interface CharacterCountProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** Longest accepted text, in characters (`TEXT_LIMITS`). */
  max: number;
}

/** How many characters of a field are used. Only this component renders again at each key. */
export function CharacterCount<Input extends FieldValues, Output>({
  control,
  name,
  max,
}: CharacterCountProps<Input, Output>) {
  const value: unknown = useWatch({ control, name });
  const used = typeof value === 'string' ? value.trim().length : 0;
  return (
    <span className={`tabular-nums ${used > max ? 'font-semibold text-danger' : ''}`}>
      {`${used} of ${max} characters`}
    </span>
  );
}
