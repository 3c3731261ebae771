import type { ReactNode } from 'react';
import { initial } from '../../contract/rules.ts';
import type { TradeIcon as TradeName } from '../../contract/trades.ts';
import { TradeIcon } from '../TradeIcon.tsx';

const blue = 'bg-[#1d5c93]';
const green = 'bg-[#0e5245]';
const clay = 'bg-[#a83c1b]';
const ochre = 'bg-[#8a5a00]';
const berry = 'bg-[#8c2f52]';
const purple = 'bg-[#6b3f87]';
const teal = 'bg-[#14636b]';
const indigo = 'bg-[#404a8f]';
const brown = 'bg-[#74482c]';

/** Each trade has its own colour and pattern, so that lists of two trades look different. */
const cloths: Record<TradeName, string> = {
  water: `${blue} cloth-waves`,
  wash: `${blue} cloth-dots`,
  lens: `${blue} cloth-stripes`,
  power: `${green} cloth-stripes`,
  leaf: `${green} cloth-waves`,
  broom: `${green} cloth-dots`,
  brick: `${clay} cloth-dots`,
  roof: `${clay} cloth-waves`,
  wheel: `${clay} cloth-stripes`,
  wood: `${ochre} cloth-stripes`,
  truck: `${ochre} cloth-waves`,
  tools: `${ochre} cloth-dots`,
  brush: `${berry} cloth-waves`,
  scissors: `${berry} cloth-dots`,
  pot: `${berry} cloth-stripes`,
  spark: `${purple} cloth-stripes`,
  needle: `${purple} cloth-dots`,
  device: `${purple} cloth-waves`,
  fridge: `${teal} cloth-dots`,
  screen: `${teal} cloth-stripes`,
  sun: `${teal} cloth-waves`,
  shield: `${indigo} cloth-waves`,
  key: `${indigo} cloth-stripes`,
  book: `${indigo} cloth-dots`,
  window: `${brown} cloth-waves`,
  tent: `${brown} cloth-stripes`,
  spray: `${brown} cloth-dots`,
};

interface TradeClothProps {
  trade: TradeName | undefined;
  className: string;
  children?: ReactNode;
}

/** The icon of a trade on its cloth. */
export const TradeCloth = ({ trade, className, children }: TradeClothProps) => (
  <span
    aria-hidden="true"
    className={`relative grid shrink-0 place-items-center text-white ${trade ? cloths[trade] : 'bg-sunken'} ${className}`}
  >
    <TradeIcon name={trade} className="size-3/5" />
    {children}
  </span>
);

interface FundiTileProps {
  name: string | null;
  trade?: TradeName | undefined;
  className?: string;
}

/** The face of a fundi's work: the cloth of the trade, and the initial of the name as a badge. */
export const FundiTile = ({ name, trade, className = 'size-14' }: FundiTileProps) => (
  <TradeCloth trade={trade} className={`rounded-2xl ${className}`}>
    <span
      translate="no"
      className="absolute -right-1 -bottom-1 grid size-6 place-items-center rounded-full border border-line bg-surface text-[0.8125rem] leading-none font-bold text-ink"
    >
      {initial(name)}
    </span>
  </TradeCloth>
);
