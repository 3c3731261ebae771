import { Link } from 'react-router-dom';
import type { TradeCount } from '../../lib/trades.ts';
import { searchFor } from '../../paths.ts';
import { Skeleton } from '../Skeleton.tsx';
import { TradeIcon } from '../TradeIcon.tsx';

/** Grey tiles until the trades are known. */
const GREY = 5;

/** One row that scrolls: the first letters of a tile that is cut show that it goes on. */
const scrolling = '-mx-4 flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6';

/** A trade with its count; a link to its fundis. */
export function TradeTile({ trade: { trade, count } }: { trade: TradeCount }) {
  return (
    <Link
      to={searchFor(trade.name)}
      className="flex min-h-12 flex-col items-center justify-center rounded-xl border border-line bg-surface px-2 text-xs leading-[1rem] font-semibold hover:border-brand"
    >
      <TradeIcon name={trade.icon} className="size-6 text-brand" />
      <span className="text-center">
        {/* One text, not two: the painted page is set in the same way to half a pixel. */}
        <span>{`${trade.name} `}</span>
        <span className="text-muted">{count}</span>
      </span>
    </Link>
  );
}

/**
 * The trades of a list, each a link to its fundis. `trades` is null until they are known. No hooks:
 * `src/boot` draws it too.
 */
export function TradeRow({ trades }: { trades: readonly TradeCount[] | null }) {
  if (trades?.length === 0) return null;
  return (
    <nav aria-label="Trades" data-trades="">
      {trades ? (
        <ul className={scrolling}>
          {trades.map((trade) => (
            <li key={trade.trade.id} className="shrink-0 whitespace-nowrap">
              <TradeTile trade={trade} />
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
