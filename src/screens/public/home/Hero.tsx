import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ButtonLink } from '../../../components/Button.tsx';
import { MotionToggle } from '../../../components/MotionToggle.tsx';
import { AppOnly } from '../../../components/AppOnly.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { usePlaying } from '../../../components/usePlaying.ts';
import { HERO_AUTOPLAY_MS } from '../../../contract/constants.ts';
import { HERO_MESSAGES } from '../../../contract/messages/home.ts';
import { site } from '../../../lib/config.ts';
import { pathTo, searchFor } from '../../../paths.ts';
import { heroImages } from './heroImages.ts';
import { SearchForm } from './SearchForm.tsx';
import { TradeGrid } from './TradeGrid.tsx';
import { useTrades } from './useTrades.ts';

const HeroText = lazy(async () => ({ default: (await import('./HeroText.tsx')).HeroText }));
const Carousel = lazy(async () => ({
  default: (await import('./Carousel.tsx')).Carousel,
}));

function HeroImage({ src, alt }: { src: string; alt: string }) {
  return <img src={src} alt={alt} width="800" height="600" className="block aspect-4/3 w-full" />;
}

/** The search, which opens the directory, and the trades that most fundis of the town have. */
function Need() {
  const navigate = useNavigate();
  const trades = useTrades();
  return (
    <div className="mb-4 max-w-xl space-y-2">
      <SearchForm
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('q') as string;
          void navigate(text.trim() ? searchFor(text.trim()) : pathTo('fundiList'));
        }}
      />
      <TradeGrid trades={trades} />
    </div>
  );
}

/** The hero: rotating text, a fading carousel of one image at a time, and two links (spec §2). */
export function Hero() {
  const [isPlaying, setIsPlaying] = usePlaying();
  const [message, setMessage] = useState(0);
  // In an element of its own, which leaves as a whole: a browser that translates moves its text.
  const still = <span key={message}>{HERO_MESSAGES[message]}</span>;
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-6 px-4 pt-6 sm:px-6 lg:grid-cols-2 lg:gap-12 lg:pt-10">
      <div className="min-w-0">
        <p className="font-semibold text-brand">{site.town} and the estates around it</p>
        <PageTitle
          title={`Fundis in ${site.town}`}
          className="mt-2 text-3xl! narrow:text-xl! sm:text-5xl!"
        >
          <span className="sr-only">{HERO_MESSAGES.join(' ')}</span>
          {/* Balanced text would be laid out again with every letter that is typed. */}
          <span
            aria-hidden="true"
            className="block min-h-[3.6em] text-wrap sm:min-h-[2em] lg:min-h-[3em]"
          >
            {isPlaying ? (
              <Suspense fallback={still}>
                <HeroText messages={HERO_MESSAGES} start={message} onMessage={setMessage} />
              </Suspense>
            ) : (
              still
            )}
          </span>
        </PageTitle>
        <Need />
        <p className="max-w-prose text-lg text-muted">
          Plumbers, electricians, masons, mama fua and many more, a call or a WhatsApp away. You pay
          the fundi only when the work is done.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink icon="search" className="grow sm:grow-0" to={pathTo('fundiList')}>
            Find a Fundi
          </ButtonLink>
          <ButtonLink
            look="accent"
            icon="plus"
            className="grow sm:grow-0"
            to={pathTo('registerClient')}
            state={{ from: pathTo('addJob') }}
          >
            Post a Job
          </ButtonLink>
        </div>
      </div>
      <div className="relative overflow-hidden rounded-3xl border border-line raised">
        <Suspense fallback={<HeroImage {...heroImages[0]} />}>
          <Carousel
            label="Trades you can find here"
            isPlaying={isPlaying}
            everyMs={HERO_AUTOPLAY_MS}
            fade
          >
            {heroImages.map((image) => (
              <HeroImage key={image.src} {...image} />
            ))}
          </Carousel>
        </Suspense>
        <AppOnly>
          <div className="absolute right-3 bottom-3">
            <MotionToggle
              what="pictures and headline"
              isPlaying={isPlaying}
              onChange={setIsPlaying}
            />
          </div>
        </AppOnly>
      </div>
    </section>
  );
}
