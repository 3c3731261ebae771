import { lazy, Suspense, useId, useRef, useState, type KeyboardEvent } from 'react';
import { MotionToggle, usePlaying } from '../../../components/Motion.tsx';
import { STEPS_CAROUSEL } from '../../../contract/constants.ts';
import { STEPS } from '../../../contract/messages/home.ts';
import type { Role } from '../../../contract/schemas.ts';
import { useMediaQuery } from '../../../lib/store.ts';

const Carousel = lazy(async () => ({
  default: (await import('./Carousel.tsx')).Carousel,
}));

const tabs = [
  { role: 'fundi', label: 'For Fundis' },
  { role: 'client', label: 'For Clients' },
] as const;

/** How many slides are shown at this width (spec §4); react-slick's own rule waits for a resize. */
function useSlidesToShow(): number {
  const isUnder640 = useMediaQuery('(max-width: 639.98px)');
  const isUnder1024 = useMediaQuery('(max-width: 1023.98px)');
  if (isUnder640) return STEPS_CAROUSEL.slidesUnder640;
  return isUnder1024 ? STEPS_CAROUSEL.slidesUnder1024 : STEPS_CAROUSEL.slides;
}

function Step({ number, title, text }: { number: number; title: string; text: string }) {
  return (
    <div className="h-full px-2 pb-2">
      <div className="flex min-h-44 flex-col gap-2 rounded-2xl border border-line bg-surface p-4">
        <span
          aria-hidden="true"
          className="grid size-10 place-items-center rounded-xl bg-brand-soft text-lg font-extrabold text-brand"
        >
          {number}
        </span>
        <h3 className="text-lg font-bold">{title}</h3>
        <p className="text-muted">{text}</p>
      </div>
    </div>
  );
}

/** How It Works: two tabs of five steps in a carousel (spec §1, §4). */
export function HowItWorks() {
  const [shown, setShown] = useState<Role>('fundi');
  const [isPlaying, setIsPlaying] = usePlaying();
  const slides = useSlidesToShow();
  const id = useId();
  const tabList = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const next: Role = shown === 'fundi' ? 'client' : 'fundi';
    setShown(next);
    tabList.current?.querySelector<HTMLElement>(`[data-role=${next}]`)?.focus();
  };

  return (
    <section aria-labelledby={`${id}-title`} className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={`${id}-title`} className="text-2xl font-extrabold">
          How It Works
        </h2>
        <MotionToggle what="steps" isPlaying={isPlaying} onChange={setIsPlaying} />
      </div>
      <div
        ref={tabList}
        role="tablist"
        aria-labelledby={`${id}-title`}
        className="mt-4 inline-flex flex-wrap rounded-2xl border border-line bg-sunken p-1"
      >
        {tabs.map(({ role, label }) => (
          <button
            key={role}
            type="button"
            role="tab"
            id={`${id}-${role}`}
            data-role={role}
            aria-selected={shown === role}
            aria-controls={`${id}-panel`}
            tabIndex={shown === role ? 0 : -1}
            onClick={() => setShown(role)}
            onKeyDown={onKeyDown}
            className="min-h-11 rounded-xl border border-transparent px-4 font-semibold text-muted aria-selected:border-brand aria-selected:bg-surface aria-selected:text-brand"
          >
            {label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${shown}`}
        className="steps -mx-2 mt-4 min-h-60"
      >
        <Suspense fallback={null}>
          <Carousel
            key={`${shown}-${slides}`}
            label="Steps"
            isPlaying={isPlaying}
            everyMs={STEPS_CAROUSEL.autoplayMs}
            speedMs={STEPS_CAROUSEL.speedMs}
            slides={slides}
            dots
          >
            {STEPS[shown].map((step, index) => (
              <Step key={step.title} number={index + 1} {...step} />
            ))}
          </Carousel>
        </Suspense>
      </div>
    </section>
  );
}
