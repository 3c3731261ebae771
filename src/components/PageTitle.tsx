import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { site } from '../lib/config.ts';

interface PageTitleProps {
  /** Title of the browser's tab; the heading's text when it is a plain one. */
  title: string;
  className?: string;
  children?: ReactNode;
}

let lastPath: string | null = null;

/**
 * The screen's one `h1` and the tab's title. After a navigation it takes the focus, so that a
 * screen reader says where one is; not on the first load nor on a change of the query alone.
 */
export function PageTitle({ title, className = '', children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    if (lastPath !== null && lastPath !== pathname) {
      heading.current?.focus({ preventScroll: true });
    }
    lastPath = pathname;
  }, [pathname]);

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
