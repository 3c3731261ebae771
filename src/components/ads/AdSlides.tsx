import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { STATE } from '../../contract/messages.ts';
import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { AdDialog } from './AdDialog.tsx';
import { adBox, adBoxSize, AdLabel } from './AdFrame.tsx';
import { AdImage } from './AdImage.tsx';
import { Icon } from '../Icon.tsx';
import { MotionToggle } from '../MotionToggle.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { useAdBanner, type AdBannerState } from './useAdBanner.ts';

/** Picture and words of an ad, cut to the height of the banner. */
function AdFace({ ad, cue }: { ad: Ad; cue: ReactNode }) {
  return (
    <>
      <AdImage lazy src={ad.image_url} className="h-full w-24 sm:w-71" />
      <span className="flex min-w-0 flex-1 flex-col px-3 pt-2.5 sm:px-5 sm:pt-4">
        <span dir="auto" className="truncate leading-6 font-bold sm:text-xl">
          {ad.title}
        </span>
        <span
          dir="auto"
          className="line-clamp-2 text-sm leading-5 text-muted wrap-anywhere sm:mt-1 sm:text-base sm:leading-6"
        >
          {ad.description}
        </span>
        {/* Beside it the controls of the banner have their place. */}
        <span className="mt-auto flex min-h-12 items-center gap-1.5 pr-24 text-sm font-semibold text-brand sm:min-h-14">
          {cue}
        </span>
      </span>
    </>
  );
}

/**
 * An ad that can be opened. With a link it opens in a new tab. Without one it opens in this tab, as
 * the spec has it: the ad itself, whole, over the page, as there is no other place to go to.
 */
function AdCard({ ad, onOpen }: { ad: Ad; onOpen: () => void }) {
  const link = safeLink(ad.link);
  if (link === null) {
    return (
      <button type="button" aria-haspopup="dialog" onClick={onOpen} className={adBox}>
        <AdFace ad={ad} cue={<span className="truncate">Read more</span>} />
      </button>
    );
  }
  const cue = (
    <>
      <span className="truncate">{new URL(link).hostname}</span>
      <Icon name="next" className="size-4 -rotate-45" />
      <span className="sr-only">, opens in a new tab</span>
    </>
  );
  return (
    <a href={link} target="_blank" rel="noopener noreferrer" className={adBox}>
      <AdFace ad={ad} cue={cue} />
    </a>
  );
}

type Loaded = Extract<AdBannerState, { status: 'loaded' }>;

/** Stands before the ad in the order of reading, so that it can be stopped before it is met. */
function Rotation({ banner }: { banner: Loaded }) {
  return (
    <div className="absolute right-1.5 bottom-1.5 z-10 flex gap-1.5 sm:right-2.5 sm:bottom-2.5">
      <MotionToggle what="ads" isPlaying={banner.isPlaying} onChange={banner.setPlaying} />
      <button
        type="button"
        aria-label="Next ad"
        onClick={banner.showNext}
        className="grid size-11 place-items-center rounded-full border border-line bg-surface hover:bg-sunken"
      >
        <Icon name="next" />
      </button>
    </div>
  );
}

/** The ad whose turn it is. Pointing at it or tabbing to it holds it in place. */
function Slide({ banner }: { banner: Loaded }) {
  const { ad, position, count, isMoving, setHeld, opened, setOpened } = banner;
  return (
    <>
      <div aria-live={isMoving ? 'off' : 'polite'}>
        {/* These only hold the ad still; what can be pressed is inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="group"
          aria-roledescription="slide"
          aria-label={`Ad ${position} of ${count}`}
          // A finger that has touched the ad has gone again, and is not told of as leaving.
          onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <AdCard key={ad.id} ad={ad} onOpen={() => setOpened(ad)} />
        </div>
      </div>
      {opened && <AdDialog ad={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The ads themselves, in the frame of `AdBanner`, whose heading they are given. */
export function AdSlides({ headingId }: { headingId: string }) {
  const banner = useAdBanner();
  const isSeveral = banner.status === 'loaded' && banner.count > 1;
  return (
    <>
      <AdLabel headingId={headingId}>
        {isSeveral && (
          <span aria-hidden="true" className="hidden sm:inline">
            {banner.position}/{banner.count}
          </span>
        )}
      </AdLabel>
      {isSeveral && <Rotation banner={banner} />}
      {banner.status === 'loading' && <Skeleton className={adBoxSize} />}
      {banner.status === 'empty' && (
        <div className={`${adBox} flex-col items-center justify-center gap-1 px-4 text-center`}>
          <p className="text-muted">{STATE.adsEmpty}</p>
          <Link
            to={pathTo('registerClient')}
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            Advertise here
          </Link>
        </div>
      )}
      {banner.status === 'loaded' && <Slide banner={banner} />}
    </>
  );
}
