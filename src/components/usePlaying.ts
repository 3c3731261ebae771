import { useState } from 'react';
import { savesData } from '../lib/offline/connection.ts';
import { useReducedMotion } from '../lib/useMediaQuery.ts';

/**
 * Whether something may move by itself, and the way to switch that. It starts still for people who
 * asked for less motion or for less data, and they may still start it (readings, spec §2).
 */
export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean | null>(null);
  return [choice ?? !(isReduced || savesData()), setChoice];
}
