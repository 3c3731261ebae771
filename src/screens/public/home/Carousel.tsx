import { Children, useCallback, useEffect, useRef, type ReactNode } from 'react';
import SlickImport from 'react-slick';
import 'slick-carousel/slick/slick.css';

// The package is CommonJS: bundlers put its default export in different places.
const Slick = 'default' in SlickImport ? (SlickImport.default as typeof SlickImport) : SlickImport;

/** react-slick's own timer adds this to `autoplaySpeed`, in ms. */
const SLICK_EXTRA_MS = 50;

const dotOf = (count: number) => (index: number) => (
  <button type="button">{`Step ${index + 1} of ${count}`}</button>
);

interface CarouselProps {
  label: string;
  /** Whether it moves by itself; the page shows the control that pauses it. */
  isPlaying: boolean;
  everyMs: number;
  speedMs?: number;
  slides?: number;
  fade?: boolean;
  /** Buttons below, one for each slide, named "Step 1 of 5". */
  dots?: boolean;
  children: ReactNode;
}

/**
 * An endless carousel (react-slick) that keeps playing after a touch. Hidden slides are inert:
 * the Tab key and screen readers skip them.
 */
export function Carousel({
  label,
  isPlaying,
  everyMs,
  speedMs = 500,
  slides = 1,
  fade = false,
  dots = false,
  children,
}: CarouselProps) {
  const box = useRef<HTMLDivElement>(null);
  const slick = useRef<SlickImport>(null);

  const hideOthers = useCallback(() => {
    for (const slide of box.current?.querySelectorAll<HTMLElement>('.slick-slide') ?? []) {
      slide.inert = slide.getAttribute('aria-hidden') !== 'false';
    }
  }, []);

  // Slick renders its slides again after each of its own changes, and only the DOM shows that.
  useEffect(() => {
    const node = box.current;
    if (!node) return undefined;
    hideOthers();
    const observer = new MutationObserver(hideOthers);
    observer.observe(node, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-hidden'],
    });
    return () => observer.disconnect();
  }, [hideOthers]);

  // A change of the `autoplay` prop pauses, but never starts again.
  useEffect(() => {
    if (isPlaying) slick.current?.slickPlay();
    else slick.current?.slickPause();
  }, [isPlaying]);

  return (
    <div ref={box} role="group" aria-roledescription="carousel" aria-label={label}>
      <Slick
        ref={slick}
        autoplay={isPlaying}
        autoplaySpeed={everyMs - SLICK_EXTRA_MS}
        speed={speedMs}
        infinite
        fade={fade}
        dots={dots}
        customPaging={dotOf(Children.count(children))}
        arrows={false}
        slidesToShow={slides}
        slidesToScroll={1}
        pauseOnHover={false}
        pauseOnFocus={false}
        pauseOnDotsHover={false}
        accessibility={false}
      >
        {children}
      </Slick>
    </div>
  );
}
