import { Icon } from '../../components/Icon.tsx';
import type { Role } from '../../contract/schemas.ts';
import { KitengePatch } from './KitengePatch.tsx';
import { accounts } from './accounts.ts';
import { unbroken } from '../../lib/unbroken.tsx';

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
                <h3 className="font-semibold">{unbroken(title)}</h3>
                <p className="text-muted">{unbroken(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
