import {
  useWatch,
  type Control,
  type FieldPath,
  type FieldValues,
  type UseFormReturn,
} from 'react-hook-form';
import { Button } from '../../components/Button.tsx';
import { fieldOf } from '../../components/Field.tsx';
import { Notice } from '../../components/Notice.tsx';
import { TEXT_LIMITS } from '../../contract/limits.ts';

interface CharacterCountProps<Input extends FieldValues, Output> {
  control: Control<Input, unknown, Output>;
  name: FieldPath<Input>;
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

/** `fieldOf` of a text, with its count as the hint. */
export const countedFieldOf = <Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: FieldPath<Input> & keyof typeof TEXT_LIMITS,
) => ({
  hint: <CharacterCount control={form.control} name={name} max={TEXT_LIMITS[name]} />,
  ...fieldOf(form, name),
});

/** Says that the form was filled from what was typed before, and offers to start again. */
export function DraftNotice({ onDiscard, note }: { onDiscard: () => void; note?: string }) {
  return (
    <Notice role="status">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p>We kept what you typed last time.</p>
          {note && <p>{note}</p>}
        </div>
        <Button look="quiet" onClick={onDiscard}>
          Start afresh
        </Button>
      </div>
    </Notice>
  );
}
