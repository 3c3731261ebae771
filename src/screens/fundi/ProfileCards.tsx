import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { TradeIcon } from '../../components/TradeIcon.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { splitSkills } from '../../contract/rules.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { tradeIconOf } from '../../lib/trades.ts';

/** The grid of the five cards and of their skeletons; the first card is wide. */
export const wideCard = 'sm:col-span-2';
export const profileGrid = 'grid gap-4 sm:grid-cols-2 xl:grid-cols-3';

function FactCard({
  icon,
  title,
  className = '',
  children,
}: {
  icon: IconName;
  title: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <li
      className={`flex min-h-23 min-w-0 gap-3 rounded-2xl border border-line bg-surface p-4 ${className}`}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand">
        <Icon name={icon} />
      </span>
      <div className="min-w-0 flex-1">
        <h3 className="text-sm font-semibold text-muted">{title}</h3>
        <div className="mt-0.5 wrap-anywhere">{children}</div>
      </div>
    </li>
  );
}

function Text({ value, fallback }: { value: string | null; fallback: string }) {
  if (value === null) return <span className="text-muted">{fallback}</span>;
  return (
    <p dir="auto" className="line-clamp-4 text-lg font-medium">
      {value}
    </p>
  );
}

/** Skills, location, phone, contact visibility and rate note (spec §2). */
export function ProfileCards({ account }: { account: FundiAccount }) {
  const skills = splitSkills(account.skills);
  return (
    <ul className={profileGrid}>
      <FactCard icon="tools" title="Skills" className={wideCard}>
        {skills.length === 0 ? (
          <span className="text-muted">{FALLBACK.skills}</span>
        ) : (
          <ul className="mt-1 flex flex-wrap gap-2">
            {skills.map((skill, index) => (
              <li key={`${skill}-${index}`} dir="auto" className="max-w-full">
                <span className="chip flex items-center gap-1.5 rounded-xl bg-brand-soft px-2.5 py-0.5 text-sm font-medium text-brand">
                  <TradeIcon name={tradeIconOf(skill)} className="size-5" />
                  <span className="line-clamp-2">{skill}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </FactCard>
      <FactCard icon="pin" title="Location">
        <Text value={account.location} fallback={FALLBACK.fundiLocation} />
      </FactCard>
      <FactCard icon="phone" title="Phone">
        <div translate={account.phone_number ? 'no' : undefined}>
          <Text value={account.phone_number || null} fallback={FALLBACK.cardLocation} />
        </div>
      </FactCard>
      <FactCard icon={account.show_contact ? 'eye' : 'eyeOff'} title="Show my phone number">
        <p className="text-lg font-medium">{account.show_contact ? 'Yes' : 'No'}</p>
        <p className="text-sm text-muted">
          {account.show_contact
            ? 'Clients see your phone number.'
            : 'Clients cannot see your phone number.'}
        </p>
      </FactCard>
      <FactCard icon="cash" title="Your price">
        <div translate={account.rate_note ? 'no' : undefined}>
          <Text value={account.rate_note} fallback={FALLBACK.rateNote} />
        </div>
      </FactCard>
    </ul>
  );
}
