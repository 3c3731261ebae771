import { lazy, Suspense, useId, type ReactNode } from 'react';
import { AdFrame, AdPlace, adForm } from './AdFrame.tsx';

interface AdBannerProps {
  /** Beside a list, with the picture above the words; else a row. */
  isTall?: boolean;
}

interface Headed extends Required<AdBannerProps> {
  heading: ReactNode;
}

/** An empty box, for a network that is too weak for the script of the ads. */
function NoAds({ heading, isTall }: Headed) {
  return (
    <AdFrame label={heading}>
      <div className={adForm(isTall).size} />
    </AdFrame>
  );
}

// The script of the ads comes after the screen, as nobody waits for them.
const AdSlides = lazy(async (): Promise<{ default: (props: Headed) => ReactNode }> => {
  try {
    return { default: (await import('./AdSlides.tsx')).AdSlides };
  } catch {
    return { default: NoAds };
  }
});

/** The sponsored ads (spec §2, §4): one at a time and of one height; one line where there are none. */
export function AdBanner({ isTall = false }: AdBannerProps) {
  const headingId = useId();
  const heading = <h2 id={headingId}>Sponsored</h2>;
  const place = (
    <AdFrame label={heading}>
      <AdPlace isTall={isTall} />
    </AdFrame>
  );
  return (
    <section aria-labelledby={headingId} aria-roledescription="carousel">
      <Suspense fallback={place}>
        <AdSlides heading={heading} isTall={isTall} />
      </Suspense>
    </section>
  );
}
