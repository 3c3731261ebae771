import { useState } from 'react';
import { savesData } from '../lib/offline/connection.ts';
import { useReducedMotion } from '../lib/store.ts';

/**
 * Whether something may move by itself, and the function that changes it. For people who asked for
 * less motion or less data nothing moves until they start it (readings, spec §2).
 */
export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean | null>(null);
  return [choice ?? !(isReduced || savesData()), setChoice];
}
