import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { Fundi } from '../../contract/schemas.ts';
import { tradesOf } from '../../contract/trades.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { callHref } from '../../lib/contact.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { ButtonAnchor } from '../../components/Button.tsx';

const MOST = 3;

/** Fundis with a number who do the same work as `fundi`, those of the same place first. */
function othersLike(fundi: Fundi, fundis: readonly Fundi[]): Fundi[] {
  const [trade] = tradesOf(fundi.skills);
  const isAlike = (other: Fundi) =>
    other.is_available &&
    other.phone_number &&
    String(other.id) !== String(fundi.id) &&
    trade &&
    tradesOf(other.skills).includes(trade);
  const alike = fundis.filter(isAlike);
  const isNear = ({ location }: Fundi) => location === fundi.location;
  return [...alike.filter(isNear), ...alike.filter((other) => !isNear(other))].slice(0, MOST);
}

/** On the page of a fundi without a number: whom else one may call. Reads the directory. */
export function OthersToCall({ fundi }: { fundi: Fundi }) {
  const { data } = useQuery(fundisQuery());
  const others = data ? othersLike(fundi, data.items) : [];
  if (others.length === 0) return null;
  return (
    <>
      <h3 className="font-bold">Others you can call</h3>
      <ul className="space-y-2">
        {others.map((other) => (
          <li key={other.id} className="flex items-center justify-between gap-3">
            <Link to={pathTo('fundiDetail', { id: other.id })} className="min-w-0 py-1.5">
              <span
                dir="auto"
                translate="no"
                className="line-clamp-1 font-bold text-brand underline underline-offset-4 wrap-anywhere"
              >
                {fundiName(other)}
              </span>
              <span dir="auto" className="line-clamp-1 text-sm text-muted wrap-anywhere">
                {other.location}
              </span>
            </Link>
            <ButtonAnchor icon="phone" href={callHref(other.phone_number ?? '')}>
              Call{' '}
              <span translate="no" className="sr-only">
                {fundiName(other)}
              </span>
            </ButtonAnchor>
          </li>
        ))}
      </ul>
    </>
  );
}
