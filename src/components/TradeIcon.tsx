import type { TradeIcon as Name } from '../contract/trades.ts';
import sprite from './trades.svg?url&no-inline';

/**
 * The icon of a trade, drawn for this product; decorative. All are in one picture, which is fetched once
 * and is no part of any script. Without a name its place stays empty.
 */
export function TradeIcon({
  name,
  className = 'size-6',
}: {
  name?: Name | undefined;
  className?: string;
}) {
  return (
    <svg aria-hidden="true" className={`shrink-0 ${className}`}>
      {name && <use href={`${sprite}#${name}`} />}
    </svg>
  );
}
