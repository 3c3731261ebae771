import { Link } from 'react-router-dom';
import { foldText } from '../../contract/rules.ts';
import type { TradeCount } from '../../lib/trades.ts';
import { searchFor } from '../../paths.ts';
import { Skeleton } from '../States.tsx';
import { TradeIcon } from '../TradeIcon.tsx';

const GREY = 5;

/**
 * One row that scrolls, the chosen trade first: the letters of a tile that is cut show that it goes on. On a desktop
 * the trades stand one below the other, beside the cards.
 */
const scrolling =
  '-mx-4 flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6 lg:mx-0 lg:flex-col lg:gap-0.5 lg:overflow-visible lg:px-0';

interface TradeChipProps {
  trade: TradeCount;
  isChosen: boolean;
}

function TradeChip({ trade: { trade, count }, isChosen }: TradeChipProps) {
  const look = isChosen
    ? 'border-brand bg-brand-soft'
    : 'border-line bg-surface lg:border-transparent lg:bg-transparent';
  return (
    <Link
      to={searchFor(trade.name)}
      className={`flex min-h-11 items-center gap-1.5 rounded-xl border px-2 text-sm font-medium hover:border-brand lg:min-h-9 ${look}`}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <TradeIcon name={trade.icon} className="size-5 text-brand" />
      {/* One text, not two: else the app moves it by half a pixel from where it was painted. */}
      <span className="flex-1">{`${trade.name} `}</span>
      <span className="text-muted">{count}</span>
    </Link>
  );
}

interface TradeRowProps {
  trades: readonly TradeCount[] | null;
  /** What is searched for, or the trade that it was understood as: the one of this name is marked. */
  search?: string | undefined;
}

/** The trades of a list, each a link to its fundis. No hooks: `src/boot` draws it too. */
export function TradeRow({ trades, search = '' }: TradeRowProps) {
  if (trades?.length === 0) return null;
  return (
    <nav aria-label="Trades" data-trades="" className="max-lg:-mt-1 max-lg:mb-1">
      {trades ? (
        <ul className={scrolling}>
          {trades.map((trade) => {
            const isChosen = foldText(trade.trade.name) === foldText(search);
            return (
              <li
                key={trade.trade.id}
                className={`shrink-0 whitespace-nowrap ${isChosen ? 'max-lg:order-first' : ''}`}
              >
                <TradeChip trade={trade} isChosen={isChosen} />
              </li>
            );
          })}
        </ul>
      ) : (
        <div className={scrolling}>
          {Array.from({ length: GREY }, (_, index) => (
            <Skeleton key={index} className="h-11 w-28 shrink-0 lg:h-9 lg:w-full" />
          ))}
        </div>
      )}
    </nav>
  );
}
