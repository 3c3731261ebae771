import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { matchesFilter } from '../../contract/rules.ts';
import type { Fundi, Job } from '../../contract/schemas.ts';
import { tradesOf, type Trade } from '../../contract/trades.ts';
import { fundisQuery } from '../../lib/api/queries.ts';
import { paths } from '../../paths.ts';

/** How many fundis of a trade can be called, and in which place; all places where nobody is in that of the job. */
function countOf(fundis: readonly Fundi[], trade: Trade, location: string | null) {
  const able = fundis.filter(
    ({ skills, phone_number }) => phone_number && tradesOf(skills).includes(trade),
  );
  const near = able.filter((fundi) => location !== null && matchesFilter(fundi.location, location));
  return near.length > 0
    ? { count: near.length, place: location }
    : { count: able.length, place: null };
}

/** Who could do an own job: "Find fundis for Plumbing in Gachororo (9)", a link to them. From the directory. */
export function WhoCan({ job }: { job: Job }) {
  const [trade] = tradesOf(`${job.title} ${job.description}`);
  const { data } = useQuery({ ...fundisQuery(), enabled: trade !== undefined });
  if (!data || !trade) return null;
  const { count, place } = countOf(data.items, trade, job.location);
  if (count === 0) return null;
  const search = new URLSearchParams({ q: trade.name, ...(place && { location: place }) });
  return (
    <Link
      to={`${paths.fundiList}?${search}`}
      className="-my-2 inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
    >
      {`Find fundis for ${trade.name}${place ? ` in ${place}` : ''} (${count})`}
    </Link>
  );
}
