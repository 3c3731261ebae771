import { Link } from 'react-router-dom';
import type { FilterOption } from '../../contract/rules.ts';
import type { Id } from '../../contract/schemas.ts';
import type { Nearest } from '../../lib/list/nearest.ts';
import { cardGrid } from '../looks.ts';
import type { RenderItem } from './CardList.tsx';

interface NearestTextProps {
  nearest: Nearest<unknown>;
  placeKey: string;
  /** Says that there is nobody: "No plumber". */
  none: (wanted: string) => string;
}

interface FoundLinksProps {
  options: readonly FilterOption[];
  /** What stands before the first, with the space. */
  before: string;
  textOf: (option: FilterOption) => string;
  searchOf: (value: string) => Record<string, string>;
}

const FoundLinks = ({ options, before, textOf, searchOf }: FoundLinksProps) =>
  options.map((option, index) => (
    <span key={option.value}>
      <span>{index === 0 ? before : ', '}</span>
      <Link
        to={{ search: String(new URLSearchParams(searchOf(option.value))) }}
        className="py-2.5 font-semibold text-brand underline underline-offset-4"
      >
        {textOf(option)}
      </Link>
    </span>
  ));

/**
 * "No electrician in Ruiru yet. 3 in Juja, 2 in Thika", with links to these; or "No solar fitter here yet.
 * Similar work: Electrical work (4)" where nobody is one.
 */
export function NearestText({ nearest, placeKey, none }: NearestTextProps) {
  const { wanted, trade, place, places, similar } = nearest;
  if (wanted === '' && place === '') return null;
  const who = wanted === '' ? 'Nobody' : none(trade ? wanted : `“${wanted}”`);
  return (
    <p className="max-w-prose wrap-anywhere">
      <span className="line-clamp-4">
        {place === '' ? `${who} here yet.` : `${who} in ${place} yet.`}
      </span>
      <FoundLinks
        options={places}
        before=" "
        textOf={({ value, count }) => `${count} in ${value}`}
        searchOf={(value) => ({ [placeKey]: value, q: trade?.name ?? wanted })}
      />
      <FoundLinks
        options={similar}
        before=" Similar work: "
        textOf={({ value, count }) => `${value} (${count})`}
        searchOf={(value) => ({ q: value })}
      />
    </p>
  );
}

interface NearestCardsProps<T extends { id: Id }> {
  nearest: Nearest<T>;
  noun: string;
  renderItem: RenderItem<T>;
}

/** The nearest of what was not found: the same trade elsewhere, others in that place, or similar work. */
export function NearestCards<T extends { id: Id }>({
  nearest: { items, places, place },
  noun,
  renderItem,
}: NearestCardsProps<T>) {
  if (items.length === 0) return null;
  return (
    <>
      <h3 className="text-lg font-bold">
        {places.length > 0 ? 'Elsewhere' : place ? `Others in ${place}` : 'Similar work'}
      </h3>
      {/* For Safari a list without bullets is a list only when it has the role. */}
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles */}
      <ul role="list" aria-label={`nearest ${noun}`} className={cardGrid}>
        {items.map((item, index) => (
          <li key={item.id || index} className="min-w-0">
            {renderItem(item)}
          </li>
        ))}
      </ul>
    </>
  );
}
