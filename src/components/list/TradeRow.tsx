import { Link } from 'react-router-dom';
import { foldText } from '../../contract/rules.ts';
import type { TradeCount } from '../../lib/trades.ts';
import { searchFor } from '../../paths.ts';
import { Skeleton } from '../Skeleton.tsx';
import { TradeIcon } from '../TradeIcon.tsx';

/** Grey tiles until the trades are known. */
const GREY = 5;

/**
 * One row that scrolls: the first letters of a tile that is cut show that it goes on. A mouse has a bar for
 * it, whose room is there before the tiles are.
 */
const scrolling =
  '-mx-4 flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:mx-0 lg:overflow-x-scroll lg:px-0 lg:[scrollbar-width:thin]';

interface TradeTileProps {
  trade: TradeCount;
  /** Whether its fundis are what is shown. */
  isChosen?: boolean;
}

/** A trade with its count; a link to its fundis. */
export function TradeTile({ trade: { trade, count }, isChosen }: TradeTileProps) {
  const look = isChosen ? 'border-brand bg-brand-soft' : 'border-line bg-surface';
  return (
    <Link
      to={searchFor(trade.name)}
      className={`relative flex min-h-12 flex-col items-center justify-center rounded-xl border px-2 text-xs leading-[1rem] font-medium hover:border-brand ${look}`}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <TradeIcon name={trade.icon} className="size-6 text-brand" />
      {/* One text, not two: the painted page is set in the same way to half a pixel. */}
      <span className="text-center">{`${trade.name} `}</span>
      <span className="absolute top-1 right-1.5 text-muted narrow:static">{count}</span>
    </Link>
  );
}

interface TradeRowProps {
  /** Null until they are known. */
  trades: readonly TradeCount[] | null;
  /** What is searched for: the trade of this name is marked. */
  search?: string | undefined;
}

/** The trades of a list, each a link to its fundis. No hooks: `src/boot` draws it too. */
export function TradeRow({ trades, search = '' }: TradeRowProps) {
  if (trades?.length === 0) return null;
  return (
    <nav aria-label="Trades" data-trades="">
      {trades ? (
        <ul className={scrolling}>
          {trades.map((trade) => (
            <li key={trade.trade.id} className="shrink-0 whitespace-nowrap">
              <TradeTile trade={trade} isChosen={foldText(trade.trade.name) === foldText(search)} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={scrolling}>
          {Array.from({ length: GREY }, (_, index) => (
            <Skeleton key={index} className="h-12 w-22 shrink-0" />
          ))}
        </div>
      )}
    </nav>
  );
}
