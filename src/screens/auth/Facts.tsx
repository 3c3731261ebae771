import { useId } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { Role } from '../../contract/schemas.ts';
import { accounts } from './accounts.ts';

const dyes = {
  client: { ground: '#0e5245', outer: '#f4a81d', inner: '#b8431f' },
  fundi: { ground: '#b8431f', outer: '#f4a81d', inner: '#0e5245' },
} as const;

/** A piece of kitenge cloth, coloured by the kind of account. Decorative. */
function KitengePatch({ role, className }: { role: Role; className: string }) {
  const id = useId();
  const { ground, outer, inner } = dyes[role];
  return (
    <svg aria-hidden="true" width="100%" className={`block ${className}`}>
      <defs>
        <pattern id={id} width="64" height="64" patternUnits="userSpaceOnUse">
          <rect width="64" height="64" fill={ground} />
          <path d="M32 4 60 32 32 60 4 32Z" fill={outer} />
          <path d="M32 14 50 32 32 50 14 32Z" fill="#fff8ec" />
          <path d="M32 20 44 32 32 44 20 32Z" fill={inner} />
          <circle cx="32" cy="32" r="4" fill={outer} />
          <path d="M0-9 9 0 0 9-9 0ZM64-9 73 0 64 9 55 0Z" fill="#fff8ec" />
          <path d="M0 55 9 64 0 73-9 64ZM64 55 73 64 64 73 55 64Z" fill="#fff8ec" />
        </pattern>
      </defs>
      {/* Drawn from the middle, so that both sides are cut equally. */}
      <svg x="50%" overflow="visible">
        <rect x="-50%" width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
    </svg>
  );
}

/** What an account gives and costs: beside the form, on a phone below it. */
export function Facts({ role }: { role: Role }) {
  const { noun, facts } = accounts[role];
  return (
    <aside className="mx-auto w-full max-w-xl self-start overflow-hidden rounded-2xl border border-line bg-surface">
      <KitengePatch role={role} className="h-16 lg:h-32" />
      <div className="space-y-5 p-5">
        <h2 className="text-lg font-bold">{`As a ${noun}`}</h2>
        <ul className="space-y-5">
          {facts.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-3 narrow:flex-col">
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-accent-soft text-ink">
                <Icon name={icon} />
              </span>
              <div>
                <h3 className="font-semibold">{title}</h3>
                <p className="text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
