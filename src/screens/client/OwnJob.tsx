import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { TradeCloth } from '../../components/list/FundiTile.tsx';
import { linkLook } from '../../components/looks.ts';
import { Switch, SwitchNote } from '../../components/Switch.tsx';
import { matchesFilter } from '../../contract/rules.ts';
import type { Fundi, Job } from '../../contract/schemas.ts';
import { tradesOf, type Trade } from '../../contract/trades.ts';
import { call } from '../../lib/api/client.ts';
import { errorText } from '../../lib/api/errorText.ts';
import { fundisQuery, myJobsQuery } from '../../lib/api/queries.ts';
import { useSwitch, type SwitchState } from '../../lib/api/useSwitch.ts';
import { jobTitle } from '../../lib/names.ts';
import { jobIconOf } from '../../lib/trades.ts';
import { paths, pathTo } from '../../paths.ts';
import { saysPayment, standingOf } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';
import { useChanged } from './own.ts';

/** The toggle of a job (spec §4); `fallback` is what a screen says when it fails (spec §8). */
export function useJobSwitch({ id, is_active }: Job, fallback: string) {
  const client = useQueryClient();
  const changed = useChanged();
  const { queryKey } = myJobsQuery();
  const readSaved = async () => {
    // One that is under way may be older than the choice.
    await client.cancelQueries({ queryKey });
    const { items } = await client.fetchQuery({ ...myJobsQuery(), staleTime: 0 });
    return items.find((job) => job.id === id)?.is_active;
  };
  return useSwitch({
    name: `job ${id}`,
    saved: is_active,
    send: (isOn) => call('updateJob', { params: { id }, body: { is_active: isOn } }),
    readSaved,
    onSaved: (isOn) =>
      client.setQueryData(
        queryKey,
        (jobs) =>
          jobs && {
            ...jobs,
            items: jobs.items.map((job) => (job.id === id ? { ...job, is_active: isOn } : job)),
          },
        // What the list says about payments is as old as before.
        { updatedAt: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0 },
      ),
    onEnd: changed.jobs,
    textOf: (error) => errorText(error, fallback),
  });
}

interface OwnJobHeadProps {
  job: Job;
  control: SwitchState;
  /** The level of its heading. */
  as: 'h2' | 'h3';
  /** Place, date or state, below the title. */
  children: ReactNode;
}

/**
 * The head of an own job: its trade, its title as a link to its page, and its toggle (spec §2), with why that was
 * refused or cannot be used: a job that is not paid for cannot be switched on. A job that was taken down has none.
 */
export function OwnJobHead({ job, control, as: Heading, children }: OwnJobHeadProps) {
  const { payment, now } = useKnownPayment({ purpose: 'post_job', id: job.id });
  const noteId = useId();
  const { isOn, set, refusal } = control;
  const standing = standingOf(payment, now);
  const isOpen = saysPayment(job) && standing !== 'payable';
  const title = jobTitle(job);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 narrow:grid-cols-[var(--size-10)_minmax(0,1fr)]">
      <TradeCloth
        trade={jobIconOf(job)}
        className="row-span-2 size-10 self-start rounded-xl narrow:row-span-1"
      />
      <Heading
        dir="auto"
        className="col-span-2 line-clamp-3 font-bold wrap-anywhere sm:col-span-1 narrow:col-span-1"
      >
        {job.id === '' ? (
          title
        ) : (
          <Link to={pathTo('jobDetail', { id: job.id })} className="hover:underline">
            {title}
          </Link>
        )}
      </Heading>
      <div className="col-start-2 min-w-0 text-sm text-muted narrow:col-span-2 narrow:col-start-1">
        {children}
      </div>
      {!job.taken_down && (
        <>
          {/* The switch at the right, the word before it: so the switches of a list stand in one column. */}
          <div className="grid [&>button]:flex-row-reverse sm:col-start-3 sm:row-span-2 sm:row-start-1 narrow:col-span-2 narrow:col-start-1 narrow:[&>button]:flex-row">
            <Switch
              label={`Active: ${title}`}
              shortLabel={isOn ? 'Active' : 'Inactive'}
              checked={isOn}
              disabled={isOpen || (job.is_paid === false && !isOn)}
              noteId={noteId}
              onChange={set}
            />
          </div>
          <div className="col-span-full">
            <SwitchNote id={noteId} refusal={isOpen ? null : refusal}>
              {isOpen && standing !== 'paid' && 'You can switch it on when the payment has come.'}
            </SwitchNote>
          </div>
        </>
      )}
    </div>
  );
}

/** Counts the fundis of a trade in this place, or everywhere if there is none; without a trade all of the place. */
function countOf(fundis: readonly Fundi[], trade: Trade | undefined, location: string | null) {
  const able = fundis.filter(
    ({ skills, phone_number }) => phone_number && (!trade || tradesOf(skills).includes(trade)),
  );
  const near = able.filter((fundi) => location !== null && matchesFilter(fundi.location, location));
  return near.length > 0
    ? { count: near.length, place: location }
    : { count: trade ? able.length : 0, place: null };
}

/**
 * Who could do an own job: "Find fundis for Plumbing in Gachororo (9)", a link to them; "Find fundis in Thika (24)"
 * for a job whose words name no trade. From the directory.
 */
export function WhoCan({ job }: { job: Job }) {
  const [trade] = tradesOf(`${job.title} ${job.description}`);
  const { data } = useQuery(fundisQuery());
  if (!data) return null;
  const { count, place } = countOf(data.items, trade, job.location);
  if (count === 0) return null;
  const wanted = { ...(trade && { q: trade.name }), ...(place && { location: place }) };
  return (
    <Link
      to={`${paths.fundiList}?${new URLSearchParams(wanted)}`}
      className={`${linkLook} -my-2 text-sm`}
    >
      {`Find fundis${trade ? ` for ${trade.name}` : ''}${place ? ` in ${place}` : ''} (${count})`}
    </Link>
  );
}
