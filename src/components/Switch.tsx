import type { ReactNode } from 'react';

interface SwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  noteId?: string;
  /** Shown instead of a longer label: a part of it, or the state of the switch. */
  shortLabel?: string;
}

export function Switch({
  label,
  checked,
  onChange,
  disabled,
  noteId,
  shortLabel = label,
}: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      aria-describedby={noteId}
      disabled={disabled}
      onClick={() => onChange(!checked)}
      className="group inline-flex min-h-11 items-center gap-3 text-left font-medium disabled:cursor-not-allowed disabled:text-muted"
    >
      <span
        aria-hidden="true"
        className={`relative h-[1.75em] w-[3em] shrink-0 rounded-full border transition-colors group-disabled:opacity-55 ${checked ? 'border-brand bg-brand' : 'border-muted bg-sunken'}`}
      >
        <span
          className={`absolute top-0.5 size-[calc(1.75em-6px)] rounded-full transition-[left] ${checked ? 'left-[calc(1.25em+2px)] bg-brand-ink' : 'left-0.5 bg-muted'}`}
        />
      </span>
      <span aria-hidden="true">{shortLabel}</span>
    </button>
  );
}

interface SwitchNoteProps {
  id: string;
  refusal: string | null;
  children?: ReactNode;
}

/** What stands below a switch. */
export function SwitchNote({ id, refusal, children }: SwitchNoteProps) {
  return (
    <div id={id} className="text-sm">
      <p role="alert" className="font-medium text-danger">
        {refusal}
      </p>
      {children && <p className="text-muted">{children}</p>}
    </div>
  );
}
