import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
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
import { paths, pathTo } from '../../paths.ts';
import { saysPayment, standingOf } from '../../payments/payment.ts';
import { useKnownPayment } from '../../payments/useKnown.ts';
import { useChanged } from './own.ts';

/** The toggle of a job (spec §4); `fallback` is what a screen says when it fails (spec §8). */
export function useJobSwitch({ id, is_active }: Job, fallback: string) {
  const client = useQueryClient();
  const changed = useChanged();
  const { queryKey } = myJobsQuery();
  return useSwitch({
    name: `job ${id}`,
    saved: is_active,
    send: (isOn) => call('updateJob', { params: { id }, body: { is_active: isOn } }),
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

interface JobSwitchProps {
  job: Job;
  control: SwitchState;
}

/**
 * The toggle of a job (spec §2), and below it why it was refused or cannot be used: a job that is not paid for
 * cannot be switched on. Its parent is a flex box that wraps.
 */
export function JobSwitch({ job, control }: JobSwitchProps) {
  const { payment, now } = useKnownPayment({ purpose: 'post_job', id: job.id });
  const noteId = useId();
  const { isOn, set, refusal } = control;
  const isOpen = saysPayment(job) && standingOf(payment, now) !== 'payable';
  return (
    <>
      {/* The switch at the right, the word before it: so the switches of a list stand in one column. */}
      <div className="grid min-w-[7.75rem] [&>button]:flex-row-reverse narrow:[&>button]:flex-row">
        <Switch
          label={`Active: ${jobTitle(job)}`}
          shortLabel={isOn ? 'Active' : 'Inactive'}
          checked={isOn}
          disabled={isOpen || (job.is_paid === false && !isOn)}
          noteId={noteId}
          onChange={set}
        />
      </div>
      <SwitchNote id={noteId} refusal={isOpen ? null : refusal}>
        {isOpen && 'You can switch it on when the payment has come.'}
      </SwitchNote>
    </>
  );
}

/** The title of an own job, which leads to its page. */
export function OwnJobTitle({ job }: { job: Job }) {
  const title = jobTitle(job);
  if (job.id === '') return title;
  return (
    <Link to={pathTo('jobDetail', { id: job.id })} className="hover:underline">
      {title}
    </Link>
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
