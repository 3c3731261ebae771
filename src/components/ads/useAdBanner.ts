import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AD_ROTATION_MS } from '../../contract/constants.ts';
import type { Ad } from '../../contract/schemas.ts';
import { adsQuery } from '../../lib/api/queries.ts';
import { usePlaying } from '../usePlaying.ts';

/** What the banner shows. */
export type AdBannerState =
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
export function useAdBanner(): AdBannerState {
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
