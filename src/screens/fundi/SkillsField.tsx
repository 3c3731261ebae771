import { useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { TextField } from '../../components/Field.tsx';
import { Icon } from '../../components/Icon.tsx';
import { splitSkills } from '../../contract/rules.ts';
import type { FundiProfileInput } from '../../contract/schemas.ts';

/** Common trades of a Kenyan town, which one press adds. */
const COMMON = [
  'Plumbing',
  'Electrical',
  'Masonry',
  'Carpentry',
  'Painting',
  'Tiling',
  'Welding',
  'Roofing',
  'House cleaning',
  'Phone repair',
  'Tailoring',
  'Mechanic',
];
const OFFERED = 6;

/** Skills as one comma-separated text (spec §3), with buttons that add common ones. */
export function SkillsField({ form }: { form: UseFormReturn<FundiProfileInput> }) {
  const { control, formState, register, setValue } = form;
  const [added, setAdded] = useState('');
  const skills = splitSkills(useWatch({ control, name: 'skills' }));
  const known = new Set(skills.map((skill) => skill.toLowerCase()));
  const offered = COMMON.filter((skill) => !known.has(skill.toLowerCase())).slice(0, OFFERED);
  const add = (skill: string) => {
    setAdded(skill);
    setValue('skills', [...skills, skill].join(', '), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
  };
  return (
    <div>
      <TextField
        label="Skills"
        required
        dir="auto"
        autoComplete="off"
        autoCapitalize="sentences"
        enterKeyHint="next"
        hint="Separate them with commas, the one you do best first."
        error={formState.errors.skills?.message}
        {...register('skills')}
      />
      <ul aria-label="Common trades" className="mt-2 flex flex-wrap gap-2">
        {offered.map((skill, place) => (
          // Keyed by position, so that the focus stays on a button when its skill is removed.
          <li key={place}>
            <button
              type="button"
              aria-label={`Add ${skill}`}
              onClick={() => add(skill)}
              className="inline-flex min-h-11 items-center gap-1 rounded-full border border-line bg-surface px-3 text-sm font-medium hover:bg-sunken"
            >
              <Icon name="plus" className="size-4" />
              {skill}
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {added && `${added} added.`}
      </p>
    </div>
  );
}
