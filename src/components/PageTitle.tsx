import { createContext, useContext, useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '../lib/config.ts';

interface PageTitleProps {
  /** Title of the browser's tab; the heading's text when it is a plain one. */
  title: string;
  className?: string;
  children?: ReactNode;
}

/** The path whose heading was shown last, for as long as the app is mounted. */
const ShownPath = createContext<{ current: string | null }>({ current: null });

/** Remembers across screens which path was shown; around all of them. */
export function ShownPathProvider({ children }: { children: ReactNode }) {
  const shown = useRef<string | null>(null);
  return <ShownPath value={shown}>{children}</ShownPath>;
}

/**
 * The screen's one `h1` and the tab's title. After a navigation it takes the focus, so that a
 * screen reader says where one is; not on the first load nor on a change of the query alone.
 */
export function PageTitle({ title, className = '', children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useContext(ShownPath);
  const { pathname } = useLocation();

  useEffect(() => {
    if (shown.current !== null && shown.current !== pathname) {
      heading.current?.focus({ preventScroll: true });
    }
    shown.current = pathname;
  }, [pathname, shown]);

  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      <h1
        ref={heading}
        tabIndex={-1}
        className={`text-2xl font-extrabold tracking-tight sm:text-3xl ${className}`}
      >
        {children ?? title}
      </h1>
    </>
  );
}
