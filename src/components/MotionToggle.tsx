import { Icon } from './Icon.tsx';

interface MotionToggleProps {
  /** What moves, for the control's name: "Pause steps". */
  what: string;
  isPlaying: boolean;
  onChange: (isPlaying: boolean) => void;
}

/** The visible pause button of something that moves by itself (WCAG 2.2.2). */
export function MotionToggle({ what, isPlaying, onChange }: MotionToggleProps) {
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${what}`}
      onClick={() => onChange(!isPlaying)}
      className="grid size-11 place-items-center rounded-full border border-line bg-surface text-ink hover:bg-sunken"
    >
      <Icon name={isPlaying ? 'pause' : 'play'} />
    </button>
  );
}
