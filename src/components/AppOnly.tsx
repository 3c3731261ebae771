import { createContext, useContext, type ReactNode } from 'react';

/** Whether this is the page that is painted before the app's script is there (`src/boot`). */
export const FirstPaint = createContext(false);

interface AppOnlyProps {
  /** What is painted in its place, where something must be. */
  instead?: ReactNode;
  children: ReactNode;
}

/** What the first paint leaves out: it lies below the first screen, or is of no use without the app. */
export function AppOnly({ instead = null, children }: AppOnlyProps) {
  return useContext(FirstPaint) ? instead : children;
}
