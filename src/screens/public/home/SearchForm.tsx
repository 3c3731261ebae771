import type { SyntheticEvent } from 'react';
import { Icon } from '../../../components/Icon.tsx';
import { paths } from '../../../paths.ts';

interface SearchFormProps {
  /** Places that can be chosen, the most frequent first. */
  places: readonly string[];
  /** Searches within the app. Without it the browser itself opens the directory. */
  onSubmit?: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/** The search of the home page: a plain form, which works before the app has come and without it. No hooks. */
export function SearchForm({ places, onSubmit }: SearchFormProps) {
  return (
    <form role="search" action={paths.fundiList} onSubmit={onSubmit}>
      <label htmlFor="need" className="mb-1.5 block font-semibold">
        What do you need done?
      </label>
      <div className="flex min-h-14 rounded-2xl border border-muted/60 bg-surface narrow:flex-col">
        <input
          id="need"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Bomba inavuja"
          className="min-w-0 flex-1 rounded-2xl bg-transparent pl-4 text-base text-ellipsis text-ink placeholder:text-muted narrow:min-h-12"
        />
        <select
          name="location"
          aria-label="Place"
          className="my-2 w-26 min-w-0 border-l border-line bg-transparent pl-2 text-base text-ink sm:w-36 narrow:min-h-12 narrow:w-auto narrow:border-l-0"
        >
          <option value="">Anywhere</option>
          {places.map((place) => (
            <option key={place} value={place}>
              {place}
            </option>
          ))}
        </select>
        <button
          type="submit"
          aria-label="Search"
          className="m-1 grid w-12 place-items-center rounded-xl bg-brand text-brand-ink hover:bg-brand-strong narrow:min-h-12 narrow:w-auto"
        >
          <Icon name="search" className="size-6" />
        </button>
      </div>
    </form>
  );
}
