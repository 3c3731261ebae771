import { useState } from 'react';
import { savesData } from '../lib/offline/shared.ts';
import { useReducedMotion } from '../lib/store.ts';
import { RoundButton } from './Button.tsx';

/**
 * Whether something may move by itself, and the function that changes it. For people who asked for
 * less motion or less data nothing moves until they start it (readings, spec §2).
 */
export function usePlaying(): [boolean, (isPlaying: boolean) => void] {
  const isReduced = useReducedMotion();
  const [choice, setChoice] = useState<boolean | null>(null);
  return [choice ?? !(isReduced || savesData()), setChoice];
}

interface MotionToggleProps {
  /** What moves, for the control's name: "Pause steps". */
  what: string;
  isPlaying: boolean;
  onChange: (isPlaying: boolean) => void;
}

/** The visible pause button of something that moves by itself (WCAG 2.2.2). */
export function MotionToggle({ what, isPlaying, onChange }: MotionToggleProps) {
  return (
    <RoundButton
      label={`${isPlaying ? 'Pause' : 'Play'} ${what}`}
      icon={isPlaying ? 'pause' : 'play'}
      onClick={() => onChange(!isPlaying)}
    />
  );
}
