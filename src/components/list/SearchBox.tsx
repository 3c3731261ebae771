import { useId } from 'react';
import { Icon } from '../Icon.tsx';

interface SearchBoxProps {
  /** What it searches. */
  label: string;
  value: string;
  onType: (text: string) => void;
  onBlur: () => void;
}

/** The box in which a person types what they look for. */
export function SearchBox({ label, value, onType, onBlur }: SearchBoxProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        <Icon
          name="search"
          className="pointer-events-none absolute top-3 left-3.5 size-5 text-muted"
        />
        <input
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          value={value}
          onChange={(event) => onType(event.target.value)}
          onBlur={onBlur}
          className="block min-h-11 w-full rounded-xl border border-muted/60 bg-surface py-2 pr-3 pl-11 text-base text-ink"
        />
      </div>
    </div>
  );
}
