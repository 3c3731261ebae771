import { lazy, Suspense, useId, type ReactNode } from 'react';
import { adBox, adBoxSize, AdLabel } from './AdFrame.tsx';
import { Skeleton } from '../Skeleton.tsx';

interface Framed {
  headingId: string;
}

/** An empty box, for a network that is too weak for the script of the ads. */
function NoAds({ headingId }: Framed) {
  return (
    <>
      <AdLabel headingId={headingId} />
      <div className={adBox} />
    </>
  );
}

// The script of the ads comes after the screen, as nobody waits for them.
const AdSlides = lazy(async (): Promise<{ default: (props: Framed) => ReactNode }> => {
  try {
    return { default: (await import('./AdSlides.tsx')).AdSlides };
  } catch {
    return { default: NoAds };
  }
});

/** The sponsored ads (spec §2, §4): one at a time, always of the same height. */
export function AdBanner() {
  const headingId = useId();
  const place = (
    <>
      <AdLabel headingId={headingId} />
      <Skeleton className={adBoxSize} />
    </>
  );
  return (
    <section aria-labelledby={headingId} aria-roledescription="carousel" className="relative">
      <Suspense fallback={place}>
        <AdSlides headingId={headingId} />
      </Suspense>
    </section>
  );
}
