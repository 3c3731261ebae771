import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { TradeIcon } from '../../components/TradeIcon.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { splitSkills } from '../../contract/rules.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { spacedPhone } from '../../lib/contact.ts';
import { tradeIconOf } from '../../lib/trades.ts';

function Fact({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 py-3 sm:flex sm:gap-4">
      <dt className="flex items-center gap-3 text-sm text-muted sm:w-52 sm:shrink-0 sm:self-start">
        <Icon name={icon} className="size-5" />
        <span>{title}</span>
      </dt>
      <dd className="min-w-0 pt-0.5 pl-8 font-medium wrap-anywhere sm:pt-0 sm:pl-0">{children}</dd>
    </div>
  );
}

function Text({ value, fallback }: { value: string | null; fallback: string }) {
  if (value === null) return <span className="font-normal text-muted">{fallback}</span>;
  return (
    <p dir="auto" className="line-clamp-4">
      {value}
    </p>
  );
}

/** Skills, location, phone, contact visibility and rate note (spec §2), as rows of one card. */
export function ProfileCards({ account }: { account: FundiAccount }) {
  const skills = splitSkills(account.skills);
  return (
    <dl className="divide-y divide-line rounded-2xl border border-line bg-surface px-4 raised sm:px-5">
      <Fact icon="tools" title="Skills">
        {skills.length === 0 ? (
          <span className="font-normal text-muted">{FALLBACK.skills}</span>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {skills.map((skill, index) => (
              <li key={`${skill}-${index}`} dir="auto" className="max-w-full">
                <span className="chip flex items-center gap-1.5 rounded-lg bg-sunken px-2.5 py-0.5">
                  <TradeIcon name={tradeIconOf(skill)} className="size-5" />
                  <span className="line-clamp-2">{skill}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact icon="pin" title="Location">
        <Text value={account.location} fallback={FALLBACK.fundiLocation} />
      </Fact>
      <Fact icon="cash" title="Your price">
        <div translate={account.rate_note ? 'no' : undefined}>
          <Text value={account.rate_note} fallback={FALLBACK.rateNote} />
        </div>
      </Fact>
      <Fact icon="phone" title="Phone">
        <div translate={account.phone_number ? 'no' : undefined}>
          <Text
            value={account.phone_number ? spacedPhone(account.phone_number) : null}
            fallback={FALLBACK.cardLocation}
          />
        </div>
      </Fact>
      <Fact icon={account.show_contact ? 'eye' : 'eyeOff'} title="Show my phone number">
        <p>{account.show_contact ? 'Yes' : 'No'}</p>
      </Fact>
    </dl>
  );
}
