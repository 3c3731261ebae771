import { Link } from 'react-router-dom';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { cardSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { TradeIcon as TradeName } from '../../contract/trades.ts';
import { callHref, chatHref, firstSentence } from '../../lib/contact.ts';
import type { Marks } from '../../lib/list/marks.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { Icon } from '../Icon.tsx';
import { FundiTile } from './FundiTile.tsx';
import { Marked } from './Marked.tsx';

/**
 * Height of a card, in rem: always the same, so that a list whose cards nobody has measured keeps its place. On a
 * desktop, where three stand side by side, name and price have the whole width, and the place stands beside the buttons.
 */
export const FUNDI_CARD_REM = { phone: 5.75, desktop: 8.75 } as const;

interface FundiCardProps {
  fundi: Fundi;
  trade?: TradeName | undefined;
  marks?: Marks | undefined;
}

/** What decides: who, whether they can come, trade, place and price, each cut after a word to its line. */
function Facts({ fundi, marks }: FundiCardProps) {
  const skills = cardSkills(fundi.skills);
  return (
    <div className="min-w-0 flex-1 text-sm leading-[1.125rem] lg:leading-[1.25rem]">
      {/* Beside the two buttons, where there are some. */}
      <div className={fundi.phone_number ? 'pr-[calc(2rem+64px)] lg:pr-0 narrow:pr-0' : ''}>
        <h3
          dir="auto"
          translate="no"
          className="line-clamp-1 text-base leading-[1.25rem] font-bold wrap-anywhere group-hover:underline narrow:line-clamp-none"
        >
          <Marked text={fundiName(fundi)} marks={marks} />
        </h3>
        <p className="flex items-center gap-1.5 text-muted narrow:flex-wrap">
          <span aria-hidden="true" className="size-2 rounded-full bg-success" />
          {FALLBACK.available}
          {!fundi.phone_number && <span>· No number</span>}
        </p>
      </div>
      {/* One line high: a second skill that is not whole beside the first stands below it, and out of sight. */}
      <ul
        aria-label="Skills"
        className="flex h-[1.125rem] flex-wrap gap-x-1.5 overflow-hidden font-medium lg:h-[1.25rem] narrow:h-auto narrow:flex-col"
      >
        {(skills.length > 0 ? skills : [FALLBACK.cardSkills]).map((skill, index) => (
          <li
            key={index}
            dir="auto"
            className="line-clamp-1 max-w-full not-first:border-l not-first:border-line not-first:pl-1.5 narrow:line-clamp-none narrow:not-first:border-0 narrow:not-first:pl-0"
          >
            <Marked text={skill} marks={marks} />
          </li>
        ))}
      </ul>
      {/* A long price has more of the line than a long place. */}
      <div className="grid grid-cols-[minmax(3.5rem,1fr)_auto] gap-x-3 text-muted lg:flex lg:flex-col-reverse narrow:block narrow:pr-[calc(2rem+72px)] tiny:pr-0">
        <p
          dir="auto"
          className="line-clamp-1 narrow:line-clamp-none lg:pr-[calc(2rem+64px)] lg:leading-[2.75rem]"
        >
          <Marked text={fundi.location ?? FALLBACK.cardLocation} marks={marks} />
        </p>
        {fundi.rate_note ? (
          <p
            dir="auto"
            translate="no"
            className="line-clamp-1 font-bold text-ink narrow:line-clamp-none"
          >
            {fundi.rate_note}
          </p>
        ) : (
          <p>{FALLBACK.rateNote}</p>
        )}
      </div>
    </div>
  );
}

/** A finger has 44 px; the circle is smaller, so that it touches no word. */
const round = 'grid size-11 place-items-center rounded-full bg-clip-content p-0.5';

/** Call and WhatsApp: beside the card's own link, as a link holds no other. */
function Contact({ fundi, phone }: { fundi: Fundi; phone: string }) {
  const name = fundiName(fundi);
  return (
    <div className="absolute top-0.5 right-1.5 flex gap-1 lg:top-auto lg:bottom-2 narrow:top-auto narrow:bottom-2 tiny:static tiny:px-2 tiny:pb-2">
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
        <Icon name="whatsapp" />
      </a>
    </div>
  );
}

/** A fundi of the directory (spec §2): a press on it opens their page, two buttons reach them. */
export function FundiCard({ fundi, trade, marks }: FundiCardProps) {
  const face = (
    <>
      {/* With large text the facts flow around it. */}
      <FundiTile
        name={fundi.name}
        trade={trade}
        className="size-14 narrow:float-left narrow:mr-3"
      />
      <Facts fundi={fundi} marks={marks} />
    </>
  );
  return (
    <div className="relative h-full rounded-2xl border border-line bg-surface raised lg:h-[8.75rem]">
      {fundi.id === '' ? (
        <div className="flex gap-3 p-2 lg:px-3 lg:py-1.5 narrow:block">{face}</div>
      ) : (
        <Link
          to={pathTo('fundiDetail', { id: fundi.id })}
          className="group flex h-full gap-3 rounded-2xl bg-surface p-2 lg:px-3 lg:py-1.5 narrow:block narrow:h-auto"
        >
          {face}
        </Link>
      )}
      {fundi.phone_number && <Contact fundi={fundi} phone={fundi.phone_number} />}
    </div>
  );
}
