import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as STATE from '../../contract/messages/state.ts';
import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { pathTo } from '../../paths.ts';
import { AdDialog } from './AdDialog.tsx';
import { AdFace, readMoreLook } from './AdFace.tsx';
import { AdFrame, AdPlace, adForm } from './AdFrame.tsx';
import { MotionToggle } from '../MotionToggle.tsx';
import { RoundButton } from '../RoundButton.tsx';
import { useAdBanner, type AdBannerState } from './useAdBanner.ts';

const faceOf = (isTall: boolean) =>
  `flex size-full text-left ${isTall ? 'flex-col' : 'narrow:flex-col'}`;

/**
 * An ad that can be opened. With a link it opens in a new tab. Without one it opens in this tab
 * (spec §4): the whole ad over the page, as there is no other page to open. That can be read of every
 * ad.
 */
function AdCard({ ad, isTall, onOpen }: { ad: Ad; isTall: boolean; onOpen: () => void }) {
  const face = faceOf(isTall);
  const link = safeLink(ad.link);
  if (link === null) {
    return (
      <button type="button" aria-haspopup="dialog" onClick={onOpen} className={face}>
        <AdFace ad={ad} isTall={isTall} />
        <span className={readMoreLook(isTall)}>Read more</span>
      </button>
    );
  }
  return (
    <>
      <a href={link} target="_blank" rel="noopener noreferrer" className={face}>
        <AdFace ad={ad} isTall={isTall} />
        <span className="sr-only">, opens in a new tab</span>
      </a>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Read more: ${ad.title}`}
        onClick={onOpen}
        className={readMoreLook(isTall)}
      >
        Read more
      </button>
    </>
  );
}

type Loaded = Extract<AdBannerState, { status: 'loaded' }>;

/** Comes before the ad in reading order, so that people can stop it before they reach it. */
function Rotation({ banner, isTall }: { banner: Loaded; isTall: boolean }) {
  const across = isTall ? 'flex' : 'flex flex-col narrow:flex-row';
  return (
    <div className={`absolute right-0.5 bottom-1 z-10 ${across}`}>
      <MotionToggle what="ads" isPlaying={banner.isPlaying} onChange={banner.setPlaying} />
      <RoundButton label="Next ad" icon="next" onClick={banner.showNext} />
    </div>
  );
}

/** The current ad. It stays while the mouse or the focus is on it. */
function Slide({ banner, isTall }: { banner: Loaded; isTall: boolean }) {
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
          className={adForm(isTall).size}
          // Only a mouse: browsers do not report that a finger has left.
          onPointerEnter={(event) => event.pointerType === 'mouse' && setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <AdCard key={ad.id} ad={ad} isTall={isTall} onOpen={() => setOpened(ad)} />
        </div>
      </div>
      {opened && <AdDialog ad={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

/** In the place of the ads when there are none: one line. */
function NoAds() {
  return (
    <p className="px-3 pb-1 text-muted">
      {STATE.adsEmpty}{' '}
      <Link
        to={pathTo('registerClient')}
        state={{ from: pathTo('addAd') }}
        className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
      >
        Advertise here
      </Link>
    </p>
  );
}

/** The ads, in the region of `AdBanner`, which gives its heading. */
export function AdSlides({ heading, isTall }: { heading: ReactNode; isTall: boolean }) {
  const banner = useAdBanner();
  const isSeveral = banner.status === 'loaded' && banner.count > 1;
  const label = (
    <>
      {heading}
      {isSeveral && <span aria-hidden="true">{`${banner.position}/${banner.count}`}</span>}
    </>
  );
  return (
    <AdFrame label={label}>
      {isSeveral && <Rotation banner={banner} isTall={isTall} />}
      {banner.status === 'loading' && <AdPlace isTall={isTall} />}
      {banner.status === 'empty' && <NoAds />}
      {banner.status === 'loaded' && <Slide banner={banner} isTall={isTall} />}
    </AdFrame>
  );
}
