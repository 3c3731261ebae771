import { useWatch, type Control, type FieldPath, type FieldValues } from 'react-hook-form';

interface CharacterCountProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
  /** Longest accepted text, in characters (`TEXT_LIMITS`). */
  max: number;
}

/** From here on, as a part of `max`, the count is shown. */
const NEAR = 0.8;

/** How many characters of a field are used, when it fills up. Only this component renders again at each key. */
export function CharacterCount<Input extends FieldValues, Output>({
  control,
  name,
  max,
}: CharacterCountProps<Input, Output>) {
  const value: unknown = useWatch({ control, name });
  const used = typeof value === 'string' ? value.trim().length : 0;
  if (used < NEAR * max) return null;
  return (
    <span className={`tabular-nums ${used > max ? 'font-semibold text-danger' : ''}`}>
      {`${used} of ${max} characters`}
    </span>
  );
}
