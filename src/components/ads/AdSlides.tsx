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
import { RoundButton } from '../RoundButton.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { useAdBanner, type AdBannerState } from './useAdBanner.ts';

/** Picture and text of an ad, cut to the height of the banner. */
function AdFace({ ad, cue }: { ad: Ad; cue: ReactNode }) {
  return (
    <>
      <AdImage
        lazy
        ad={ad}
        // A wide picture fills the height of its box: on a phone it is 228 px wide. With 10 px less
        // the small copy also does for screens of three pixels for one.
        sizes="(min-width:40rem) 284px,218px"
        className="h-full w-24 narrow:h-24 narrow:w-full sm:w-71"
      />
      <span className="flex min-w-0 flex-1 flex-col px-3 pt-2.5 sm:px-5 sm:pt-4">
        <span
          dir="auto"
          className="line-clamp-2 shrink-0 leading-[1.5rem] font-bold sm:line-clamp-1 sm:text-xl"
        >
          {ad.title}
        </span>
        <span
          dir="auto"
          className="line-clamp-2 text-sm narrow:line-clamp-3 leading-[1.25rem] text-muted wrap-anywhere sm:mt-1 sm:text-base sm:leading-[1.5rem]"
        >
          {ad.description}
        </span>
        {/* The controls of the banner are beside it; on a phone they are on the picture. */}
        <span className="mt-auto flex min-h-7 items-center gap-1.5 text-sm font-semibold text-brand narrow:min-h-12 narrow:pr-24 sm:min-h-14 sm:pr-24">
          {cue}
        </span>
      </span>
    </>
  );
}

/**
 * An ad that can be opened. With a link it opens in a new tab. Without one it opens in this tab
 * (spec §4): the whole ad over the page, as there is no other page to open.
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
      <Icon name="next" className="size-4 [transform:rotate(-45deg)]" />
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

/** Comes before the ad in reading order, so that people can stop it before they reach it. */
function Rotation({ banner }: { banner: Loaded }) {
  return (
    <div className="absolute bottom-0 left-0 z-10 flex narrow:right-0 narrow:left-auto sm:right-1.5 sm:bottom-1.5 sm:left-auto">
      <MotionToggle what="ads" isPlaying={banner.isPlaying} onChange={banner.setPlaying} />
      <RoundButton label="Next ad" icon="next" onClick={banner.showNext} />
    </div>
  );
}

/** The current ad. It stays while the mouse or the focus is on it. */
function Slide({ banner }: { banner: Loaded }) {
  const { ad, position, count, isMoving, setHeld, opened, setOpened } = banner;
  return (
    <>
      <div aria-live={isMoving ? 'off' : 'polite'}>
        {/* These handlers only stop the rotation; the controls are inside. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <div
          role="group"
          aria-roledescription="slide"
          aria-label={`Ad ${position} of ${count}`}
          // Only a mouse: browsers do not report that a finger has left.
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

/** The ads, in the frame of `AdBanner`, which gives the id of its heading. */
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
