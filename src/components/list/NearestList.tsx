import { Link } from 'react-router-dom';
import type { Id } from '../../contract/schemas.ts';
import type { Nearest } from '../../lib/list/nearest.ts';
import { CardGrid, type RenderItem } from './CardGrid.tsx';

interface NearestTextProps {
  nearest: Nearest<unknown>;
  /** Says that there is nobody: "No plumber". */
  none: (wanted: string) => string;
}

/** "No electrician in Ruiru yet. 3 in Juja, 2 in Thika", with links to these. */
export function NearestText({ nearest, none }: NearestTextProps) {
  const { wanted, trade, place, places } = nearest;
  if (wanted === '' && place === '') return null;
  const who = wanted === '' ? 'Nobody' : none(trade ? wanted : `“${wanted}”`);
  return (
    <p className="max-w-prose wrap-anywhere">
      <span>{place === '' ? `${who} yet.` : `${who} in ${place} yet.`}</span>
      {places.map(({ value, count }, index) => (
        <span key={value}>
          <span>{index === 0 ? ' ' : ', '}</span>
          <Link
            to={{
              search: String(new URLSearchParams({ location: value, q: trade?.name ?? wanted })),
            }}
            className="-my-2.5 inline-block py-2.5 font-semibold text-brand underline underline-offset-4"
          >
            {`${count} in ${value}`}
          </Link>
        </span>
      ))}
    </p>
  );
}

interface NearestCardsProps<T extends { id: Id }> {
  nearest: Nearest<T>;
  /** The noun for several items. */
  noun: string;
  rowRem: number;
  renderItem: RenderItem<T>;
}

/** The nearest of what was not found: the same trade elsewhere, or others in that place. */
export function NearestCards<T extends { id: Id }>({
  nearest: { items, places, place },
  noun,
  rowRem,
  renderItem,
}: NearestCardsProps<T>) {
  if (items.length === 0) return null;
  return (
    <>
      <h3 className="text-lg font-bold">
        {places.length > 0 ? 'Elsewhere' : `Others in ${place}`}
      </h3>
      <CardGrid items={items} renderItem={renderItem} label={`nearest ${noun}`} rowRem={rowRem} />
    </>
  );
}
