import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

const tones = {
  info: { box: 'bg-brand-soft text-ink border-brand/40', icon: 'info' },
  success: { box: 'bg-success-soft text-success border-success/40', icon: 'check' },
  // Its text is long: amber would be hard to read in the dark.
  warning: { box: 'bg-warning-soft text-ink border-warning/40', icon: 'warning' },
  danger: { box: 'bg-danger-soft text-danger border-danger/40', icon: 'warning' },
} as const satisfies Record<string, { box: string; icon: IconName }>;

interface NoticeProps {
  tone?: keyof typeof tones;
  /** Replaces the icon of the tone. */
  icon?: IconName;
  /** `alert` and `status` are read out when they appear. */
  role?: 'alert' | 'status' | 'note';
  className?: string;
  children: ReactNode;
}

/** A coloured box with a message. Yellow is `warning`, green `success`, red `danger`. */
export function Notice({ tone = 'info', icon, role, className = '', children }: NoticeProps) {
  return (
    <div
      role={role}
      className={`flex items-start gap-3 rounded-2xl border p-4 ${tones[tone].box} ${className}`}
    >
      <Icon name={icon ?? tones[tone].icon} className="mt-0.5 size-5" />
      <div className="min-w-0 flex-1 space-y-3">{children}</div>
    </div>
  );
}
