import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { tabTitle } from '../../lib/config.ts';
import { titleLook } from '../looks.ts';

/** What our server wrote about the opened address: browsers would share it for a later screen too. */
const OF_ONE_ADDRESS =
  'link[rel=canonical],meta[name=robots],meta[property^="og:"],script[type="application/ld+json"]';

interface PageTitleProps {
  /** Title of the browser's tab, and the heading's text when there are no `children`. */
  title: string;
  className?: string;
  children?: ReactNode;
}

/** What is remembered of the last heading across screens, as long as the app is mounted. */
let shownPath: string | null = null;
let hadFocus = false;

/** Forgets the last heading when the app leaves the page. */
export const useHeadingMemory = () =>
  useEffect(
    () => () => {
      shownPath = null;
      hadFocus = false;
    },
    [],
  );

/**
 * The screen's one `h1` and the tab's title. After a navigation it takes the focus, so that a
 * screen reader reads it. It does not on the first load, or when only the query changes.
 */
export function PageTitle({ title, className = '', children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  // A screen may have one heading while it loads and another one after.
  useLayoutEffect(() => {
    const node = heading.current;
    if (hadFocus) node?.focus({ preventScroll: true });
    hadFocus = false;
    return () => {
      hadFocus = node === document.activeElement;
    };
  }, []);

  useEffect(() => {
    const hasMoved = shownPath !== null && shownPath !== pathname;
    shownPath = pathname;
    if (!hasMoved) return;
    for (const tag of document.head.querySelectorAll(OF_ONE_ADDRESS)) tag.remove();
    heading.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <title>{tabTitle(title)}</title>
      <h1 ref={heading} tabIndex={-1} className={`${titleLook} ${className}`}>
        {children ?? title}
      </h1>
    </>
  );
}
