import { TradeTile } from '../../../components/list/TradeRow.tsx';
import { Skeleton } from '../../../components/Skeleton.tsx';
import type { TradeCount } from '../../../lib/trades.ts';

/** How many trades the home page offers. */
const OFFERED = 6;

// Rows of one height, so that nothing moves when the trades come.
const grid = 'grid auto-rows-[4.25rem] grid-cols-3 gap-2 narrow:auto-rows-auto narrow:grid-cols-1';

/** The most frequent trades of the town; null until they are known. No hooks: `src/boot` draws it too. */
export function TradeGrid({ trades }: { trades: readonly TradeCount[] | null }) {
  if (trades?.length === 0) return null;
  return (
    <nav aria-label="Trades" data-trades="">
      {trades ? (
        <ul className={grid}>
          {trades.slice(0, OFFERED).map((trade) => (
            <li key={trade.trade.id} className="grid">
              <TradeTile trade={trade} />
            </li>
          ))}
        </ul>
      ) : (
        <div className={grid}>
          {Array.from({ length: OFFERED }, (_, index) => (
            <Skeleton key={index} className="h-full narrow:h-20" />
          ))}
        </div>
      )}
    </nav>
  );
}
