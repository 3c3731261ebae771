import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { agoText } from '../../contract/dates.ts';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import type { Job } from '../../contract/schemas.ts';
import { jobTitle } from '../../lib/names.ts';
import { jobIconOf } from '../../lib/trades.ts';
import { pathTo } from '../../paths.ts';
import { Icon } from '../Icon.tsx';
import { TradeCloth } from './FundiTile.tsx';

interface LineProps {
  to: string;
  tile: ReactNode;
  title: string;
  /** Whether the title is a name, which no browser may translate. */
  isName?: boolean;
  /** What stands below it, each in an element of its own. */
  children: ReactNode;
}

/** One row of a short list; a press opens its page. */
export function Line({ to, tile, title, isName = false, children }: LineProps) {
  return (
    <li>
      <Link to={to} className="group flex items-center gap-3 py-2.5">
        {tile}
        <span className="min-w-0 flex-1">
          <span
            dir="auto"
            translate={isName ? 'no' : undefined}
            className="line-clamp-1 font-bold wrap-anywhere group-hover:underline narrow:line-clamp-3"
          >
            {title}
          </span>
          <span className="flex flex-wrap gap-x-2 text-sm text-muted">{children}</span>
        </span>
        <Icon name="next" className="size-5 text-brand" />
      </Link>
    </li>
  );
}

interface JobLineProps {
  job: Job;
  /** In ms since 1970, to say how long ago it was posted. */
  now: number;
  /** What marks it. */
  children?: ReactNode;
}

/** A job as one row of a short list. */
export const JobLine = ({ job, now, children }: JobLineProps) => (
  <Line
    to={pathTo('jobDetail', { id: job.id })}
    tile={<TradeCloth trade={jobIconOf(job)} className="size-10 rounded-xl" />}
    title={jobTitle(job)}
  >
    {/* One line but on the narrowest phones, so that lists are as high as the room that is kept for them. */}
    <span className="flex max-w-full gap-x-2 whitespace-nowrap max-[22rem]:flex-wrap">
      <span dir="auto" className="truncate">
        {job.location ?? FALLBACK.jobLocation}
      </span>
      <span>{agoText(job.created_at, now)}</span>
      {children}
    </span>
  </Line>
);

interface MoreLinkProps {
  to: string;
  tile: ReactNode;
  text: string;
}

/** The way on from a page where nothing like it can be listed. */
export const MoreLink = ({ to, tile, text }: MoreLinkProps) => (
  <Link
    to={to}
    className="flex min-h-14 items-center gap-3 rounded-2xl border border-line bg-surface px-4 py-2 font-bold raised hover:border-brand"
  >
    {tile}
    <span className="flex-1 wrap-anywhere">{text}</span>
    <Icon name="next" className="size-5 text-brand" />
  </Link>
);
