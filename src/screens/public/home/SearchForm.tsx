import type { SyntheticEvent } from 'react';
import { Button } from '../../../components/Button.tsx';
import { paths } from '../../../paths.ts';

interface SearchFormProps {
  /** Searches within the app. Without it the browser itself opens the directory. */
  onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/** The search of the home page: a plain form, which works before the app has come and without it. No hooks. */
export function SearchForm({ onSubmit }: SearchFormProps) {
  return (
    <form role="search" action={paths.fundiList} onSubmit={onSubmit}>
      <label htmlFor="need" className="mb-1 block font-semibold">
        What do you need done?
      </label>
      <div className="flex gap-2 narrow:flex-col">
        <input
          id="need"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className="min-h-12 min-w-0 flex-1 rounded-xl border border-muted/60 bg-surface px-3 text-base text-ink"
        />
        <Button type="submit" icon="search">
          Search
        </Button>
      </div>
    </form>
  );
}
