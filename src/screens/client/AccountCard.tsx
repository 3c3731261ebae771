import { ButtonLink } from '../../components/Button.tsx';
import { KitengeStrip } from '../../components/Card.tsx';
import { initial } from '../../contract/rules.ts';
import type { ClientAccount } from '../../contract/schemas.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { pathTo } from '../../paths.ts';

const colours = [
  'bg-[#0e5245]',
  'bg-[#a83c1b]',
  'bg-[#6b3f87]',
  'bg-[#1d5c93]',
  'bg-[#8a5a00]',
  'bg-[#8c2f52]',
];

/**
 * The initial on a colour that stays the same for a name. Like its square, the letter does not grow with the
 * browser's text.
 */
function Avatar({ name }: { name: string }) {
  let sum = 0;
  for (const character of name) sum += character.codePointAt(0) ?? 0;
  return (
    <span
      aria-hidden="true"
      translate="no"
      className={`grid size-12 shrink-0 place-items-center rounded-2xl text-[1.25rem] leading-none font-bold text-white ${colours[sum % colours.length]}`}
    >
      {initial(name)}
    </span>
  );
}

const NOT_GIVEN = 'Not given yet';

function Fact({
  label,
  value,
  translate,
  className = '',
}: {
  label: string;
  value: string | null;
  translate?: 'no';
  className?: string;
}) {
  return (
    <div className={`min-w-0 ${className}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        dir="auto"
        translate={value ? translate : undefined}
        className={`line-clamp-6 wrap-anywhere font-semibold ${value ? '' : 'text-muted'}`}
      >
        {value || NOT_GIVEN}
      </dd>
    </div>
  );
}

/** The client's account (spec §2): name, phone, role note, role, ID number. */
export function AccountCard({ client }: { client: ClientAccount }) {
  return (
    <section
      aria-labelledby="dashboard-account"
      className="overflow-hidden rounded-2xl border border-line bg-surface raised"
    >
      <KitengeStrip className="h-2" />
      <div className="p-4 sm:p-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <Avatar name={client.name} />
          <div className="min-w-0 flex-1 basis-40">
            <p className="text-sm text-muted">Karibu</p>
            <h2
              id="dashboard-account"
              dir="auto"
              className="line-clamp-2 text-xl font-bold wrap-anywhere"
            >
              {client.name ? <span translate="no">{client.name}</span> : 'Your account'}
            </h2>
          </div>
          <ButtonLink look="quiet" icon="edit" to={pathTo('clientProfile')}>
            Edit profile
          </ButtonLink>
        </div>
        <dl className="mt-4 grid grid-cols-2 gap-x-6 narrow:grid-cols-1 gap-y-3">
          <Fact
            label="Phone"
            value={client.phone_number && spacedPhone(client.phone_number)}
            translate="no"
            className="col-span-full"
          />
          <Fact
            label="About you"
            value={client.client_profile.role_note}
            className="col-span-full"
          />
          <Fact label="Role" value="Client" />
          <Fact label="ID number" value={client.id_number} translate="no" />
        </dl>
      </div>
    </section>
  );
}
