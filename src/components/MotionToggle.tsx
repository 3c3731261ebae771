import { RoundButton } from './RoundButton.tsx';

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
