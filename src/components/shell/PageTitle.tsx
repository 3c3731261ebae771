import {
  createContext,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { useLocation } from 'react-router-dom';
import { tabTitle } from '../../lib/config.ts';
import { titleLook } from '../looks.ts';

const OF_ONE_ADDRESS =
  'link[rel=canonical],meta[name=robots],meta[property^="og:"],script[type="application/ld+json"]';

/**
 * Removes what our server wrote into the head about the address that was opened. Browsers share the
 * address that it names, which is wrong as soon as the app shows another one.
 */
function dropAddressTags(): void {
  for (const tag of document.head.querySelectorAll(OF_ONE_ADDRESS)) tag.remove();
}

interface PageTitleProps {
  /** Title of the browser's tab, and the heading's text when there are no `children`. */
  title: string;
  className?: string;
  children?: ReactNode;
}

/** Remembers the last heading across screens, as long as the app is mounted. */
function createMemory() {
  let path: string | null = null;
  let hadFocus = false;
  return {
    moveTo(next: string): boolean {
      const hasMoved = path !== null && path !== next;
      path = next;
      return hasMoved;
    },
    leave(isFocused: boolean) {
      hadFocus = isFocused;
    },
    /** True when the heading before had the focus when it left; false when asked again. */
    takeFocus(): boolean {
      const wasFocused = hadFocus;
      hadFocus = false;
      return wasFocused;
    },
  };
}

const HeadingMemory = createContext(createMemory());

/** Around all screens: gives a new heading what is stored of the one before. */
export function HeadingMemoryProvider({ children }: { children: ReactNode }) {
  const [memory] = useState(createMemory);
  return <HeadingMemory value={memory}>{children}</HeadingMemory>;
}

/**
 * The screen's one `h1` and the tab's title. After a navigation it takes the focus, so that a
 * screen reader reads it. It does not on the first load, or when only the query changes.
 */
export function PageTitle({ title, className = '', children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const memory = useContext(HeadingMemory);
  const { pathname } = useLocation();

  // A screen may have one heading while it loads and another one after.
  useLayoutEffect(() => {
    const node = heading.current;
    if (memory.takeFocus()) node?.focus({ preventScroll: true });
    return () => memory.leave(node === document.activeElement);
  }, [memory]);

  useEffect(() => {
    if (!memory.moveTo(pathname)) return;
    dropAddressTags();
    heading.current?.focus({ preventScroll: true });
  }, [pathname, memory]);

  return (
    <>
      <title>{tabTitle(title)}</title>
      <h1 ref={heading} tabIndex={-1} className={`${titleLook} ${className}`}>
        {children ?? title}
      </h1>
    </>
  );
}
