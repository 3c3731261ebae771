import { ViewTransition, type ReactNode } from 'react';
import type { Id } from '../contract/schemas.ts';
import { SCREEN_CHANGE } from '../lib/screenChange.ts';
import { isStill } from '../lib/useMediaQuery.ts';

interface StayingProps {
  /** The part of a fundi's head; the card and the fundi's page both have it. */
  part: 'face' | 'name';
  id: Id;
  children: ReactNode;
}

/** How such a part is drawn: with `Staying`, or as it is before the app has come. */
export type Stay = (props: StayingProps) => ReactNode;

/** Not when a search brings a card to another place of the list: the page stands still during a move. */
const share = { [SCREEN_CHANGE]: 'staying', default: 'none' };

/**
 * Moves a part of a fundi's head from its place in the card to that in the page, and back, where browsers
 * can and motion is wanted. All else of the new screen is there at once (`src/index.css`).
 */
export const Staying: Stay = ({ part, id, children }) => (
  <ViewTransition
    name={id === '' ? 'auto' : `${part}-${id}`}
    default="none"
    share={isStill() ? 'none' : share}
  >
    {children}
  </ViewTransition>
);
