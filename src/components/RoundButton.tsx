import { Icon, type IconName } from './Icon.tsx';

interface RoundButtonProps {
  label: string;
  icon: IconName;
  onClick: () => void;
}

/** A round button on or beside a picture: 44 px for the finger, but it looks smaller and hides less. */
export function RoundButton({ label, icon, onClick }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="group grid size-11 place-items-center rounded-full"
    >
      <span className="grid size-8 place-items-center rounded-full border border-line bg-surface text-ink group-hover:bg-sunken">
        <Icon name={icon} className="size-4" />
      </span>
    </button>
  );
}
