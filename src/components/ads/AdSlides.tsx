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
import { linkLook } from '../looks.ts';
import { MotionToggle, usePlaying } from '../Motion.tsx';
import { AdFace, adHost, AdImage, readMoreLook } from './AdFace.tsx';
import { adForm, AdFrame, AdPlace } from './AdFrame.tsx';

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
      {/* Its button gets the focus: out of sight below a long ad, it would open that scrolled to the end. */}
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

/** An ad: its link opens in a new tab, and without one (spec §4) the whole ad opens over the page. */
function AdCard({ ad, isTall, onOpen }: { ad: Ad; isTall: boolean; onOpen: () => void }) {
  const face = `flex size-full text-left ${isTall ? 'flex-col' : 'narrow:flex-col'}`;
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

function NoAds() {
  return (
    <p className="px-3 pb-1 text-muted">
      {STATE.adsEmpty}{' '}
      <Link to={pathTo('registerClient')} state={{ from: pathTo('addAd') }} className={linkLook}>
        Advertise here
      </Link>
    </p>
  );
}

/** The ads, one at a time: the next one comes every 6 s, the first after the last (spec §4). */
export function AdSlides({ heading, isTall }: { heading: ReactNode; isTall: boolean }) {
  const { data, isPending } = useQuery(adsQuery());
  const ads = data?.items ?? [];
  const [turn, setTurn] = useState(0);
  const [isPlaying, setPlaying] = usePlaying();
  // The mouse or the focus is on the ad, which then stays.
  const [isHeld, setHeld] = useState(false);
  const [opened, setOpened] = useState<Ad | null>(null);
  const isSeveral = ads.length > 1;
  const isMoving = isPlaying && !isHeld && opened === null && isSeveral;

  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setTimeout(() => setTurn(turn + 1), AD_ROTATION_MS);
    return () => clearTimeout(timer);
  }, [isMoving, turn]);

  const index = turn % ads.length;
  const ad = ads[index];
  const label = (
    <>
      {heading}
      {isSeveral && <span aria-hidden="true">{`${index + 1}/${ads.length}`}</span>}
    </>
  );
  return (
    <AdFrame label={label}>
      {/* Before the ad in reading order, so that people can stop it before they reach it. */}
      {isSeveral && (
        <div
          className={`absolute right-0.5 bottom-1 z-10 ${isTall ? 'flex' : 'flex flex-col narrow:flex-row'}`}
        >
          <MotionToggle what="ads" isPlaying={isPlaying} onChange={setPlaying} />
          <RoundButton label="Next ad" icon="next" onClick={() => setTurn(turn + 1)} />
        </div>
      )}
      {isPending && <AdPlace isTall={isTall} />}
      {!isPending && !ad && <NoAds />}
      {ad && (
        <div aria-live={isMoving ? 'off' : 'polite'}>
          {/* These handlers only stop the rotation; the controls are inside. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
          <div
            role="group"
            aria-roledescription="slide"
            aria-label={`Ad ${index + 1} of ${ads.length}`}
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
      )}
      {ad && opened && <AdDialog ad={opened} onClose={() => setOpened(null)} />}
    </AdFrame>
  );
}
