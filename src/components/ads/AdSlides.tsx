import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AD_ROTATION_MS } from '../../contract/constants.ts';
import * as STATE from '../../contract/messages/state.ts';
import { safeLink } from '../../contract/rules.ts';
import type { Ad } from '../../contract/schemas.ts';
import { adsQuery } from '../../lib/api/queries.ts';
import { pathTo } from '../../paths.ts';
import { Button, ButtonAnchor, RoundButton } from '../Button.tsx';
import { Dialog } from '../Dialog.tsx';
import { MotionToggle, usePlaying } from '../Motion.tsx';
import { AdFace, adHost, AdImage, readMoreLook } from './AdFace.tsx';
import { adForm, AdFrame, AdPlace } from './AdFrame.tsx';

/** What the banner shows. */
type AdBannerState =
  | { status: 'loading' }
  /** No ad, or none that could be fetched (spec §8). */
  | { status: 'empty' }
  | {
      status: 'loaded';
      ad: Ad;
      /** The number of the ad that is shown, from 1. */
      position: number;
      count: number;
      isPlaying: boolean;
      setPlaying: (isPlaying: boolean) => void;
      /** Whether the banner rotates now: it plays, and nobody points at it. */
      isMoving: boolean;
      /** Stops the rotation while the person points at an ad or reads it. */
      setHeld: (isHeld: boolean) => void;
      showNext: () => void;
      /** The ad that is open over the page; `setOpened` opens and closes it. */
      opened: Ad | null;
      setOpened: (ad: Ad | null) => void;
    };

/** The ads of the banner, one at a time. The next one comes every 6 s, the first after the last (spec §4). */
function useAdBanner(): AdBannerState {
  const { data, isPending } = useQuery(adsQuery());
  const ads = data?.items ?? [];
  const [turn, setTurn] = useState(0);
  const [isPlaying, setPlaying] = usePlaying();
  const [isHeld, setHeld] = useState(false);
  const [opened, setOpened] = useState<Ad | null>(null);
  const isMoving = isPlaying && !isHeld && opened === null && ads.length > 1;

  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setTimeout(() => setTurn(turn + 1), AD_ROTATION_MS);
    return () => clearTimeout(timer);
  }, [isMoving, turn]);

  if (isPending) return { status: 'loading' };
  const index = turn % ads.length;
  const ad = ads[index];
  if (!ad) return { status: 'empty' };
  return {
    status: 'loaded',
    ad,
    position: index + 1,
    count: ads.length,
    isPlaying,
    setPlaying,
    isMoving,
    setHeld,
    showNext: () => setTurn(turn + 1),
    opened,
    setOpened,
  };
}

/** A whole ad, opened in place: the full picture, all of its words, and its link. */
function AdDialog({ ad, onClose }: { ad: Ad; onClose: () => void }) {
  const titleId = useId();
  const link = safeLink(ad.link);
  return (
    <Dialog titleId={titleId} onClose={onClose} className="max-w-[36rem]">
      {ad.image_url && (
        <AdImage
          ad={ad}
          sizes="(min-width:40rem) 534px,calc(100vw - 4rem)"
          fit="object-contain"
          className="mb-4 aspect-video h-auto max-h-[50vh] w-full rounded-xl"
        />
      )}
      <h2 id={titleId} dir="auto" className="text-xl font-bold wrap-anywhere">
        {ad.title}
      </h2>
      <p dir="auto" className="mt-2 whitespace-pre-line text-muted wrap-anywhere">
        {ad.description}
      </p>
      {/* It has the focus, so it stays in sight: else a long ad would open scrolled to its end. */}
      <div className="sticky -bottom-4 mt-1 -mb-4 flex flex-wrap justify-end gap-3 bg-surface py-4 sm:-bottom-5 sm:-mb-5">
        <Button look="quiet" icon="close" onClick={onClose}>
          Close
        </Button>
        {link && (
          <ButtonAnchor href={link} newTab className="min-w-0 wrap-anywhere">
            <span>
              Open <bdi dir="ltr">{adHost(ad)}</bdi>
              <span className="sr-only">, in a new tab</span>
            </span>
          </ButtonAnchor>
        )}
      </div>
    </Dialog>
  );
}

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
