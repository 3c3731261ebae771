import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { AppOnly } from '../../../components/AppOnly.tsx';
import { ButtonLink } from '../../../components/Button.tsx';
import { KitengeStrip } from '../../../components/Card.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { MotionToggle, usePlaying } from '../../../components/Motion.tsx';
import { PageTitle } from '../../../components/shell/PageTitle.tsx';
import { HERO_AUTOPLAY_MS } from '../../../contract/constants.ts';
import { HERO_MESSAGES } from '../../../contract/messages/home.ts';
import type { Town } from '../../../contract/pages.ts';
import { fundisQuery } from '../../../lib/api/queries.ts';
import { site } from '../../../lib/config.ts';
import { usePageLoaded } from '../../../lib/store.ts';
import { givenTown, townOf } from '../../../lib/trades.ts';
import { pathTo } from '../../../paths.ts';
import { SearchForm, TownFacts } from './Need.tsx';
import braiding from './pictures/braiding.svg?url&no-inline';
import electrical from './pictures/electrical.svg?url&no-inline';
import plumbing from './pictures/plumbing.svg?url&no-inline';
import roofing from './pictures/roofing.svg?url&no-inline';

/**
 * What the home page says of the town: from the list where it is there, or from what our server has put into
 * the page. From another host the list is fetched, after all that the page shows. Null until known.
 */
function useTown(): Town | null {
  const isLoaded = usePageLoaded();
  const [given] = useState(givenTown);
  const query = useQuery({ ...fundisQuery(), enabled: isLoaded && given === null });
  const { isError, isFetching } = query;
  const isComing = isFetching && query.data?.isWhole === false;
  const data = isComing ? undefined : query.data?.items;
  return useMemo(
    () => (data ? townOf(data) : isError ? townOf([]) : given),
    [data, isError, given],
  );
}

/** The pictures of the hero: people at work. The first one is painted before the app is there. */
const heroImages = [
  { src: plumbing, alt: 'A plumber mends a tap' },
  { src: braiding, alt: 'A hairdresser plaits braids' },
  { src: electrical, alt: 'An electrician changes a bulb' },
  { src: roofing, alt: 'A roofer on a ladder' },
] as const;

const HeroText = lazy(async () => ({ default: (await import('./HeroText.tsx')).HeroText }));
const Carousel = lazy(async () => ({
  default: (await import('./Carousel.tsx')).Carousel,
}));

function HeroImage({ src, alt }: { src: string; alt: string }) {
  return (
    <img
      src={src}
      alt={alt}
      width="800"
      height="600"
      // Up to a tablet the half of it with the faces and the hands, between two pieces of cloth.
      className="mx-auto block aspect-8/3 h-24 w-auto object-cover object-[50%_25%] sm:h-52 lg:aspect-4/3 lg:h-auto lg:w-full"
    />
  );
}

const promises: { icon: IconName; text: string }[] = [
  { icon: 'phone', text: 'Free to call' },
  { icon: 'check', text: 'Pay when the work is done' },
  { icon: 'users', text: 'People of your town' },
];

function Promises() {
  return (
    <ul className="grid grid-cols-3 gap-2 text-sm narrow:grid-cols-1 sm:flex sm:justify-between">
      {promises.map(({ icon, text }) => (
        <li
          key={text}
          className="flex items-center gap-2 text-muted max-sm:flex-col max-sm:gap-1 max-sm:text-center narrow:flex-row narrow:gap-2 narrow:text-left"
        >
          <Icon name={icon} className="size-5 text-brand" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

/** The search, which opens the directory, and who is there to be found. */
function Need() {
  const navigate = useNavigate();
  const town = useTown();
  return (
    <>
      <SearchForm
        places={town?.places ?? []}
        onSubmit={(event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const asked = ['q', 'location'].map((name) => [name, (form.get(name) as string).trim()]);
          const search = new URLSearchParams(asked.filter(([, text]) => text));
          void navigate({ pathname: pathTo('fundiList'), search: search.toString() });
        }}
      />
      <TownFacts town={town} />
    </>
  );
}

/** The hero: rotating text, a fading carousel of one image at a time, and two links (spec §2). */
export function Hero() {
  const [isPlaying, setIsPlaying] = usePlaying();
  const [message, setMessage] = useState(0);
  // In an element of its own, which leaves as a whole: a browser that translates moves its text.
  const still = <span key={message}>{HERO_MESSAGES[message]}</span>;
  return (
    <section className="mx-auto grid max-w-7xl items-center gap-3 sm:gap-4 sm:px-6 sm:pt-4 lg:grid-cols-[6fr_5fr] lg:gap-x-12 lg:gap-y-5 lg:pt-8">
      <div className="relative overflow-hidden sm:rounded-3xl sm:border sm:border-line sm:raised lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <KitengeStrip className="absolute h-full lg:hidden" />
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
      <div className="px-4 sm:px-0">
        <p className="font-semibold text-muted max-sm:hidden">
          {site.town} and the estates around it
        </p>
        <PageTitle
          title={`Fundis in ${site.town}`}
          className="mt-1 leading-[1.2] text-[calc(0.5rem+5vw)]! narrow:text-xl! sm:text-2xl! md:text-3xl! lg:text-4xl! xl:text-5xl!"
        >
          <span className="sr-only">{HERO_MESSAGES.join(' ')}</span>
          {/* Balanced text would be laid out again with every letter that is typed. On a phone three of the messages
              have two lines, three where the text is large; a tablet has room for all in one, a desktop beside the picture in two. */}
          <span
            aria-hidden="true"
            className="block min-h-[2.4em] text-wrap tiny:min-h-[3.6em] sm:min-h-[1.2em] lg:min-h-[2.4em]"
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
      </div>
      <div className="min-w-0 space-y-3 px-4 sm:space-y-4 sm:px-0">
        <Need />
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Link
            className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand underline-offset-4 hover:underline"
            to={pathTo('fundiList')}
          >
            Find a Fundi
            <Icon name="next" />
          </Link>
          <ButtonLink
            look="accent"
            icon="plus"
            to={pathTo('registerClient')}
            state={{ from: pathTo('addJob') }}
          >
            Post a Job
          </ButtonLink>
        </div>
        <Promises />
      </div>
    </section>
  );
}
