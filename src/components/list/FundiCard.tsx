import { Link } from 'react-router-dom';
import { FALLBACK } from '../../contract/messages.ts';
import { cardSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { Avatar } from '../Avatar.tsx';
import { Badge } from '../Badge.tsx';
import { Icon } from '../Icon.tsx';
import { Marked } from './Marked.tsx';

/** Height of a card, in rem; the same as its class `min-h-48`. */
export const FUNDI_CARD_REM = 12;

interface FundiCardProps {
  fundi: Fundi;
  /** What shows why the fundi was found. */
  marks?: Marks | undefined;
}

function Face({ fundi, marks }: FundiCardProps) {
  const skills = cardSkills(fundi.skills);
  return (
    <>
      <div className="flex items-center gap-3.5">
        <Avatar name={fundi.name} className="size-14 text-2xl" />
        <div className="min-w-0">
          <h3
            dir="auto"
            className="truncate text-lg leading-[1.5rem] font-bold group-hover:underline"
          >
            <Marked text={fundiName(fundi)} marks={marks} />
          </h3>
          <p className="flex items-center gap-1 text-sm text-muted">
            <Icon name="pin" className="size-4" />
            <span dir="auto" className="truncate">
              <Marked text={fundi.location ?? FALLBACK.cardLocation} marks={marks} />
            </span>
          </p>
        </div>
      </div>
      {/* As a grid, a short skill takes what it needs and a long one gets the rest. */}
      <ul
        aria-label="Skills"
        className="mt-3 grid grid-flow-col justify-start gap-1.5 narrow:grid-flow-row"
      >
        {(skills.length > 0 ? skills : [FALLBACK.cardSkills]).map((skill, index) => (
          <li
            key={index}
            dir="auto"
            className="chip min-w-0 truncate rounded-lg bg-brand-soft px-2.5 py-1 text-sm font-medium text-brand"
          >
            <Marked text={skill} marks={marks} />
          </li>
        ))}
      </ul>
      <div className="mt-auto flex items-center justify-between gap-3 narrow:flex-wrap border-t border-line pt-2.5">
        {/* Always two lines high, so that all cards have one height. */}
        <p className="flex min-h-10 min-w-0 items-center gap-1.5 text-sm leading-[1.25rem] narrow:basis-full">
          <Icon name="cash" className="size-4 text-muted" />
          <span dir="auto" className="line-clamp-2 wrap-anywhere">
            {fundi.rate_note ?? FALLBACK.rateNote}
          </span>
        </p>
        <span className="shrink-0">
          <Badge tone="success">
            <span aria-hidden="true" className="size-2 rounded-full bg-current" />
            {FALLBACK.available}
          </Badge>
        </span>
      </div>
    </>
  );
}

const look =
  'group flex h-full min-h-48 flex-col rounded-2xl border border-line bg-surface p-4 raised';

/** A fundi of the directory (spec §2); a press anywhere on it opens their page. */
export function FundiCard({ fundi, marks }: FundiCardProps) {
  if (fundi.id === '') {
    return (
      <div className={look}>
        <Face fundi={fundi} marks={marks} />
      </div>
    );
  }
  return (
    <Link to={pathTo('fundiDetail', { id: fundi.id })} className={`${look} hover:border-brand`}>
      <Face fundi={fundi} marks={marks} />
    </Link>
  );
}
