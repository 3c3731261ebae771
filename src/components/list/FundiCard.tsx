import { Link } from 'react-router-dom';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { cardSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { TradeIcon as TradeName } from '../../contract/trades.ts';
import { callHref, chatHref, firstSentence } from '../../lib/contact.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { Avatar } from '../Avatar.tsx';
import { Icon } from '../Icon.tsx';
import { Marked } from './Marked.tsx';
import { TradeIcon } from '../TradeIcon.tsx';

/**
 * Height of a card, in rem: the same with a name of one line and of two, so that a list whose cards
 * nobody has measured keeps its place.
 */
export const FUNDI_CARD_REM = 6.75;

interface FundiCardProps {
  fundi: Fundi;
  /** The icon of the fundi's trade; its place is empty before the app has come. */
  trade?: TradeName | undefined;
  /** What shows why the fundi was found. */
  marks?: Marks | undefined;
}

/** Name and availability, which leave room for the two buttons when there are some. */
function Head({ fundi, marks }: FundiCardProps) {
  return (
    <div
      className={`flex min-h-13.5 items-center gap-2.5 ${fundi.phone_number ? 'pr-24 narrow:pr-0' : ''}`}
    >
      <Avatar name={fundi.name} className="size-11 text-[20px]" />
      <div className="min-w-0">
        <h3
          dir="auto"
          translate="no"
          className="line-clamp-2 leading-[1.125rem] font-bold wrap-anywhere group-hover:underline"
        >
          <Marked text={fundiName(fundi)} marks={marks} />
        </h3>
        <p className="flex items-center gap-1.5 text-sm leading-[1.125rem] font-medium text-success narrow:flex-wrap">
          <span aria-hidden="true" className="size-2 rounded-full bg-current" />
          {FALLBACK.available}
          {!fundi.phone_number && <span className="font-normal text-muted">· No number</span>}
        </p>
      </div>
    </div>
  );
}

/** What decides: trade, place and price, each cut to its line. */
function Facts({ fundi, trade, marks }: FundiCardProps) {
  const skills = cardSkills(fundi.skills);
  return (
    <div className="text-sm leading-[1.125rem]">
      <div className="flex items-center gap-1.5 font-medium text-brand">
        <TradeIcon name={trade} className="size-4.5" />
        <ul aria-label="Skills" className="flex min-w-0 gap-1.5 narrow:flex-col">
          {(skills.length > 0 ? skills : [FALLBACK.cardSkills]).map((skill, index) => (
            <li
              key={index}
              dir="auto"
              className="min-w-0 truncate not-first:shrink-2 not-first:border-l not-first:border-line not-first:pl-1.5 narrow:not-first:border-0 narrow:not-first:pl-0"
            >
              <Marked text={skill} marks={marks} />
            </li>
          ))}
        </ul>
      </div>
      <div className="flex gap-3 text-muted narrow:flex-col narrow:gap-0">
        <p className="flex max-w-[45%] min-w-0 shrink-0 items-center gap-1.5 narrow:max-w-none">
          <Icon name="pin" className="size-4.5" />
          <span dir="auto" className="truncate">
            <Marked text={fundi.location ?? FALLBACK.cardLocation} marks={marks} />
          </span>
        </p>
        <p className="flex min-w-0 items-center gap-1.5">
          <Icon name="cash" className="size-4.5" />
          <span
            dir="auto"
            translate={fundi.rate_note ? 'no' : undefined}
            className="truncate text-ink"
          >
            {fundi.rate_note ?? FALLBACK.rateNote}
          </span>
        </p>
      </div>
    </div>
  );
}

const round = 'grid size-11 place-items-center rounded-full';

/** Call and WhatsApp: beside the card's own link, as a link holds no other. */
function Contact({ fundi, phone }: { fundi: Fundi; phone: string }) {
  const name = fundiName(fundi);
  return (
    <div className="absolute top-2 right-2 flex gap-1.5 narrow:static narrow:px-2 narrow:pb-2">
      <a
        href={callHref(phone)}
        aria-label={`Call ${name}`}
        className={`${round} bg-brand text-brand-ink hover:bg-brand-strong`}
      >
        <Icon name="phone" />
      </a>
      <a
        href={chatHref(phone, firstSentence(fundi))}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`WhatsApp ${name}`}
        className={`${round} bg-brand-soft text-brand hover:bg-sunken`}
      >
        <Icon name="chat" />
      </a>
    </div>
  );
}

/** A fundi of the directory (spec §2): a press on it opens their page, two buttons reach them. */
export function FundiCard({ fundi, trade, marks }: FundiCardProps) {
  const face = (
    <>
      <Head fundi={fundi} marks={marks} />
      <Facts fundi={fundi} trade={trade} marks={marks} />
    </>
  );
  return (
    <div className="relative h-full rounded-2xl border border-line bg-surface raised">
      {fundi.id === '' ? (
        <div className="p-2">{face}</div>
      ) : (
        <Link
          to={pathTo('fundiDetail', { id: fundi.id })}
          className="group block h-full rounded-2xl bg-surface p-2 narrow:h-auto"
        >
          {face}
        </Link>
      )}
      {fundi.phone_number && <Contact fundi={fundi} phone={fundi.phone_number} />}
    </div>
  );
}
