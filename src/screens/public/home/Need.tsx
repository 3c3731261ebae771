import type { SyntheticEvent } from 'react';
import { Link } from 'react-router-dom';
import { Icon } from '../../../components/Icon.tsx';
import { TradeCloth } from '../../../components/list/FundiTile.tsx';
import { Skeleton } from '../../../components/States.tsx';
import type { Town } from '../../../contract/pages.ts';
import { namedTrades, type TradeCount } from '../../../lib/trades.ts';
import { paths, searchFor } from '../../../paths.ts';

interface SearchFormProps {
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
      <div className="flex min-h-14 rounded-2xl border border-muted/70 bg-surface narrow:flex-wrap">
        <input
          id="need"
          name="q"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Bomba inavuja"
          className="min-w-0 flex-1 rounded-2xl bg-transparent pl-4 text-base text-ellipsis text-ink placeholder:text-muted narrow:min-h-12 narrow:basis-full narrow:rounded-b-none narrow:border-b narrow:border-line"
        />
        <select
          name="location"
          aria-label="Place"
          className="my-1 w-[6.5rem] min-w-0 border-l border-line bg-transparent pl-2 text-base text-ellipsis text-ink sm:w-[9rem] narrow:flex-auto narrow:border-l-0 narrow:pl-4"
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
          className="m-1 grid w-[calc(1.5rem+24px)] place-items-center rounded-xl bg-brand text-brand-ink hover:bg-brand-strong narrow:min-h-12 narrow:w-auto narrow:flex-auto narrow:px-2"
        >
          <span className="flex items-center gap-2">
            <Icon name="search" className="size-6" />
            <span className="hidden font-semibold narrow:inline">Search</span>
          </span>
        </button>
      </div>
    </form>
  );
}

const OFFERED = 6;
const NAMED = 3;

// Rows of one height, so that nothing moves when the trades come.
const grid =
  'grid auto-rows-[4.5rem] grid-cols-3 gap-2 sm:auto-rows-[4rem] narrow:auto-rows-auto narrow:grid-cols-2 tiny:grid-cols-1';

function TradeTile({ trade: { trade, count } }: { trade: TradeCount }) {
  return (
    <Link
      to={searchFor(trade.name)}
      className="relative flex min-h-12 flex-col items-center pt-1.5 rounded-xl sm:flex-row sm:gap-2.5 sm:pt-0 border border-line bg-surface px-2 sm:px-3 text-xs leading-[1rem] sm:text-[0.9375rem] sm:leading-[1.125rem] font-medium hover:border-brand"
    >
      <TradeCloth trade={trade.icon} className="mb-0.5 size-7 rounded-lg sm:mb-0 sm:size-8" />
      <span className="max-sm:text-center">{`${trade.name} `}</span>
      <span className="absolute top-1 right-1.5 text-muted narrow:static sm:static sm:ml-auto">
        {count}
      </span>
    </Link>
  );
}

/** "Juja, Ruiru and Thika" */
const listed = (places: readonly string[]) =>
  places.length < 2 ? places.join('') : `${places.slice(0, -1).join(', ')} and ${places.at(-1)}`;

/** "153 fundis available now in Juja, Ruiru and Thika" */
function Available({ available, places }: Town) {
  const where = listed(places.slice(0, NAMED));
  return (
    <p className="flex gap-2">
      <span aria-hidden="true" className="mt-[0.5em] size-2 shrink-0 rounded-full bg-success" />
      <span className="line-clamp-4 min-w-0 wrap-anywhere">
        <b>{`${available} ${available === 1 ? 'fundi' : 'fundis'}`}</b>
        <span>{` available now${where && ` in ${where}`}`}</span>
      </span>
    </p>
  );
}

/**
 * Who can be called in the town: how many are available, and the most frequent trades. Null until it is known.
 * No hooks: our server draws it too, and the first paint shows that.
 */
export function TownFacts({ town }: { town: Town | null }) {
  if (town?.available === 0) return null;
  return (
    <div data-trades="" className="space-y-2">
      {town ? <Available {...town} /> : <Skeleton className="h-6" />}
      <nav aria-label="Trades">
        {town ? (
          <ul className={grid}>
            {namedTrades(town.trades.slice(0, OFFERED)).map((trade) => (
              <li key={trade.trade.id} className="grid">
                <TradeTile trade={trade} />
              </li>
            ))}
          </ul>
        ) : (
          <div className={grid}>
            {Array.from({ length: OFFERED }, (_, index) => (
              <Skeleton key={index} className="h-full narrow:h-20" />
            ))}
          </div>
        )}
      </nav>
    </div>
  );
}
