/**
 * Fundis as they are drawn before the app is there: by our server, and in the page when the API has
 * answered. The app then draws the same. Components without hooks: `markup.ts` writes them as HTML.
 */
import type { ReactNode } from 'react';
import { FundiCard } from '../components/list/FundiCard.tsx';
import { cardGrid, titleLook } from '../components/looks.ts';
import type { Fundi } from '../contract/schemas.ts';
import type { TradeIcon } from '../contract/trades.ts';
import { FundiProfileCard } from '../screens/public/FundiProfileCard.tsx';
import type { Markup } from './markup.ts';

/** The HTML of what is drawn. */
export const htmlOf = (drawn: ReactNode) => (drawn as unknown as Markup).html;

/** The icon of the first trade in skills; the page itself does not know the trades, only our server does. */
type IconOf = (skills: string | null) => TradeIcon;

/** The first cards of the directory; the ads have their place between them in the page. */
export function fundiCards(fundis: readonly Fundi[], iconOf?: IconOf) {
  return (
    <ul data-cards="" className={cardGrid}>
      {fundis.map((fundi) => (
        <li key={fundi.id} className="min-w-0">
          {FundiCard({ fundi, trade: iconOf?.(fundi.skills) })}
        </li>
      ))}
    </ul>
  );
}

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className={titleLook}>{children}</h1>
);

/** Space for the share button, which needs the app. */
const Share = () => <div className="min-h-11 w-26" />;

/** The profile of a fundi with its contact. */
export const fundiArticle = (fundi: Fundi, iconOf?: IconOf) => (
  <div data-person="">{FundiProfileCard({ fundi, Heading, Share, iconOf })}</div>
);
