import {
  createContext,
  lazy,
  Suspense,
  useContext,
  type ComponentType,
  type ReactNode,
} from 'react';

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

/** A part whose script is fetched when it is first shown; a network too weak for it does without. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>) {
  const Part = lazy(async () => ({ default: await load().catch(() => () => null) }));
  return (props: P) => (
    <Suspense fallback={null}>
      <Part {...props} />
    </Suspense>
  );
}
