import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonAnchor } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { FundiTile, TradeCloth } from '../../components/list/FundiTile.tsx';
import { Line, MoreLink } from '../../components/list/Line.tsx';
import { linkLook } from '../../components/looks.ts';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { tradesOf } from '../../contract/trades.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { callHref } from '../../lib/contact.ts';
import { fundiName } from '../../lib/names.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { pathTo, searchFor } from '../../paths.ts';

const OTHERS_MAX = 3;

/** Fundis of a list with a number who do the same work as `fundi`, those of the same place first; three at most. */
function fundisLike(fundi: Fundi, fundis: readonly Fundi[]): Fundi[] {
  const [trade] = tradesOf(fundi.skills);
  if (!trade) return [];
  // A list of thousands has few different skills, and each takes long to read.
  const texts = [...new Set(fundis.map(({ skills }) => skills))];
  const fitting = new Set(texts.filter((skills) => tradesOf(skills).includes(trade)));
  const alike = fundis.filter(
    ({ id, is_available, phone_number, skills }) =>
      is_available && phone_number && String(id) !== String(fundi.id) && fitting.has(skills),
  );
  const isNear = ({ location }: Fundi) => location === fundi.location;
  return [...alike.filter(isNear), ...alike.filter((other) => !isNear(other))].slice(0, OTHERS_MAX);
}

/** On the page of a fundi without a number: whom else one may call. Reads the directory. */
export function OthersToCall({ fundi }: { fundi: Fundi }) {
  const { data } = useQuery(fundisQuery());
  const others = useMemo(() => fundisLike(fundi, data?.items ?? []), [fundi, data]);
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

const FundiLine = ({ fundi }: { fundi: Fundi }) => (
  <Line
    to={pathTo('fundiDetail', { id: fundi.id })}
    tile={<FundiTile name={fundi.name} trade={tradeIconOf(fundi.skills)} className="size-11" />}
    title={fundiName(fundi)}
    isName
  >
    <span dir="auto" className="max-w-full truncate">
      {fundi.location ?? FALLBACK.cardLocation}
    </span>
    {fundi.rate_note && (
      <span dir="auto" translate="no" className="max-w-full truncate font-medium text-ink">
        {fundi.rate_note}
      </span>
    )}
  </Line>
);

/** Others of the same trade, from the directory if it was read before: no call is made for it. */
export function MoreOfTrade({ fundi }: { fundi: Fundi }) {
  const client = useQueryClient();
  const [list] = useState(() => client.getQueryData(fundisQuery().queryKey));
  const others = useMemo(() => fundisLike(fundi, list?.items ?? []), [fundi, list]);
  const [trade] = tradesOf(fundi.skills);
  if (!trade) return null;
  const more = `More fundis for ${trade.name}`;
  if (others.length === 0 || !fundi.phone_number) {
    const tile = <TradeCloth trade={trade.icon} className="size-9 rounded-lg" />;
    return <MoreLink to={searchFor(trade.name)} tile={tile} text={more} />;
  }
  return (
    <Card>
      <h2 className="text-lg font-bold">{more}</h2>
      <ul className="divide-y divide-line">
        {others.map((other) => (
          <FundiLine key={other.id} fundi={other} />
        ))}
      </ul>
      <Link to={searchFor(trade.name)} className={linkLook}>
        See all
      </Link>
    </Card>
  );
}
