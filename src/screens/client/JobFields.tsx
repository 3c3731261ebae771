import { useQuery } from '@tanstack/react-query';
import { useId, type FormEvent } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Button } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { TextArea, TextField } from '../../components/Field.tsx';
import { FormFailure } from '../../components/FormFailure.tsx';
import { TEXT_LIMITS } from '../../contract/limits.ts';
import { commonPlaces } from '../../contract/rules.ts';
import type { JobInput } from '../../contract/schemas.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { CharacterCount } from './CharacterCount.tsx';

interface JobFieldsProps {
  form: UseFormReturn<JobInput, unknown, JobInput>;
  isBusy: boolean;
  onSubmit: (event?: FormEvent) => void;
  action: string;
  busyText: string;
  look?: 'accent';
}

/** How many places of the town are offered. */
const MOST_PLACES = 12;

/** The fields of a job, all required (spec §5). */
export function JobFields({ form, isBusy, onSubmit, action, busyText, look }: JobFieldsProps) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const placesId = useId();
  const { data } = useQuery(fundisQuery());
  // The town's own, in the spelling that most fundis use.
  const locations = data?.items.map(({ location }) => location) ?? [];
  return (
    <Card className="max-w-2xl">
      <form noValidate onSubmit={onSubmit} className="space-y-5">
        <TextField
          label="Title"
          required
          dir="auto"
          autoComplete="off"
          enterKeyHint="next"
          placeholder="Fix a leaking roof"
          hint={<CharacterCount control={control} name="title" max={TEXT_LIMITS.title} />}
          error={errors.title?.message}
          {...register('title')}
        />
        <TextArea
          label="Description"
          required
          dir="auto"
          rows={6}
          placeholder="What needs to be done, when, and what you have already"
          hint={
            <CharacterCount control={control} name="description" max={TEXT_LIMITS.description} />
          }
          error={errors.description?.message}
          {...register('description')}
        />
        <TextField
          label="Location"
          required
          autoCapitalize="words"
          dir="auto"
          autoComplete="address-level2"
          enterKeyHint="send"
          placeholder="Estate or town"
          list={placesId}
          hint={<CharacterCount control={control} name="location" max={TEXT_LIMITS.location} />}
          error={errors.location?.message}
          {...register('location')}
        />
        <datalist id={placesId}>
          {commonPlaces(locations, MOST_PLACES).map((place) => (
            <option key={place}>{place}</option>
          ))}
        </datalist>
        <FormFailure errors={errors} />
        <Button type="submit" look={look ?? 'primary'} busy={isBusy} className="w-full sm:w-auto">
          {isBusy ? busyText : action}
        </Button>
      </form>
    </Card>
  );
}
