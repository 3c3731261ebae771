import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Icon, type IconName } from './Icon.tsx';

const looks = {
  primary: 'bg-brand text-brand-ink hover:bg-brand-strong',
  accent: 'bg-accent text-accent-ink hover:brightness-95',
  quiet: 'border border-muted/70 bg-surface text-ink hover:bg-sunken',
  danger: 'bg-danger text-danger-ink hover:brightness-95',
  plain: 'text-brand underline underline-offset-4 hover:text-brand-strong',
} as const;

type Look = keyof typeof looks;

// With very large text the words have the room of the icon.
const shape =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4 py-2 text-center font-semibold wrap-break-word transition-colors tiny:[&>svg]:hidden';

interface Shared {
  look?: Look;
  icon?: IconName;
  className?: string;
  children: ReactNode;
}

interface ButtonProps
  extends Shared, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children'> {
  /** Work is in progress: the button shows it, ignores presses and keeps the focus. */
  busy?: boolean;
}

/** A button of 44 px or more. While `busy` it is `aria-disabled` and ignores presses. */
export function Button({
  look = 'primary',
  icon,
  busy = false,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // Only a form's own button has the type `submit`.
      // oxlint-disable-next-line react/button-has-type
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${shape} ${looks[look]} disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress aria-disabled:opacity-75 ${className}`}
    >
      {busy ? (
        <span
          aria-hidden="true"
          className="size-5 shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent"
        />
      ) : (
        icon && <Icon name={icon} />
      )}
      <span className="min-w-0">{children}</span>
    </button>
  );
}

interface ButtonLinkProps extends Shared {
  to: string;
  /** What the router tells the screen. Before the app has come, a press waits for it (`src/boot/press.ts`). */
  state?: unknown;
}

export function ButtonLink({
  look = 'primary',
  icon,
  className = '',
  children,
  to,
  state,
}: ButtonLinkProps) {
  return (
    <Link
      to={to}
      state={state}
      data-waits={state ? '' : undefined}
      className={`${shape} ${looks[look]} ${className}`}
    >
      {icon && <Icon name={icon} />}
      <span className="min-w-0">{children}</span>
    </Link>
  );
}

interface ButtonAnchorProps extends Shared {
  href: string;
  newTab?: boolean;
}

/** A link out of the app (`tel:`, WhatsApp, …) that looks like a button. */
export function ButtonAnchor({
  look = 'primary',
  icon,
  className = '',
  children,
  href,
  newTab = false,
}: ButtonAnchorProps) {
  return (
    <a
      href={href}
      className={`${shape} ${looks[look]} ${className}`}
      {...(newTab && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {icon && <Icon name={icon} />}
      <span className="min-w-0">{children}</span>
    </a>
  );
}

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

/** The link from a detail back to its list. `to` is an address from `pathTo`. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-11 items-center gap-2 rounded-xl px-1 font-semibold text-brand hover:underline"
    >
      <Icon name="back" />
      <span>{children}</span>
    </Link>
  );
}
