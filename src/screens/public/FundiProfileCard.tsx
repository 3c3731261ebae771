import type { ReactNode } from 'react';
import { Avatar } from '../../components/Avatar.tsx';
import { Badge } from '../../components/Badge.tsx';
import { ContactBar } from './ContactBar.tsx';
import { ContactLinks } from './ContactLinks.tsx';
import { Icon } from '../../components/Icon.tsx';
import { KitengeStrip } from '../../components/KitengeStrip.tsx';
import { TradeIcon } from '../../components/TradeIcon.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import { splitSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { TradeIcon as TradeName } from '../../contract/trades.ts';
import { firstSentence } from '../../lib/contact.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';

type IconOf = (skill: string) => TradeName;

function Skills({ skills, iconOf }: { skills: string | null; iconOf: IconOf | undefined }) {
  const names = splitSkills(skills);
  if (names.length === 0) return FALLBACK.skills;
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((skill, index) => (
        <li
          key={index}
          dir="auto"
          className="chip flex items-center gap-1.5 rounded-lg bg-brand-soft px-2.5 py-1 font-medium text-brand"
        >
          <TradeIcon name={iconOf?.(skill)} className="size-5" />
          <span className="line-clamp-3 min-w-0 wrap-anywhere">{skill}</span>
        </li>
      ))}
    </ul>
  );
}

function Contact({ fundi }: { fundi: Fundi }) {
  return (
    <section aria-labelledby="contact" className="space-y-3 border-t border-line pt-5">
      <h2 id="contact" className="text-lg font-bold">
        Contact
      </h2>
      {fundi.phone_number ? (
        <ContactLinks
          phone={fundi.phone_number}
          who={fundiName(fundi)}
          chat="WhatsApp"
          sentence={firstSentence(fundi)}
        />
      ) : (
        <p className="text-muted">This fundi does not show a phone number.</p>
      )}
    </section>
  );
}

interface FundiProfileCardProps {
  fundi: Fundi;
  /** The screen's heading and share button; plain ones before the app has come. */
  Heading: (props: { title: string; children: ReactNode }) => ReactNode;
  Share: (props: { title: string; path: string }) => ReactNode;
  /** The icon of a skill; its place is empty before the app has come. */
  iconOf?: IconOf | undefined;
}

/** A fundi with skills, rate note and contact (spec §2). No hooks: `src/boot` draws it too. */
export function FundiProfileCard({ fundi, Heading, Share, iconOf }: FundiProfileCardProps) {
  const name = fundiName(fundi);
  return (
    <>
      <article className="overflow-hidden rounded-2xl border border-line bg-surface raised">
        <KitengeStrip className="h-3" />
        <div className="space-y-5 p-4 sm:p-6">
          <div className="flex items-start gap-4 narrow:flex-col">
            <Avatar name={fundi.name} className="size-20 text-[36px]" />
            <div className="min-w-0 space-y-1.5">
              <Heading title={name}>
                <span dir="auto" translate="no" title={name} className="line-clamp-4 wrap-anywhere">
                  {name}
                </span>
              </Heading>
              <p className="flex items-start gap-1.5 text-muted">
                <Icon name="pin" className="mt-0.5 size-5" />
                <span dir="auto" className="line-clamp-3 min-w-0 wrap-anywhere">
                  {fundi.location ?? FALLBACK.fundiLocation}
                </span>
              </p>
              <Badge tone={fundi.is_available ? 'success' : 'quiet'}>
                <span aria-hidden="true" className="size-2 rounded-full bg-current" />
                <span>{fundi.is_available ? FALLBACK.available : FALLBACK.unavailable}</span>
              </Badge>
            </div>
          </div>
          <dl className="grid gap-4 sm:grid-cols-2">
            <div>
              <dt className="mb-1.5 text-sm font-semibold text-muted">Skills</dt>
              <dd>
                <Skills skills={fundi.skills} iconOf={iconOf} />
              </dd>
            </div>
            <div>
              <dt className="mb-1.5 text-sm font-semibold text-muted">Price</dt>
              <dd
                dir="auto"
                translate={fundi.rate_note ? 'no' : undefined}
                className="font-medium whitespace-pre-line wrap-anywhere"
              >
                {fundi.rate_note ?? FALLBACK.rateNote}
              </dd>
            </div>
          </dl>
          <Contact fundi={fundi} />
          <Share title={name} path={pathTo('fundiDetail', { id: fundi.id })} />
        </div>
      </article>
      {fundi.phone_number && <ContactBar fundi={fundi} phone={fundi.phone_number} />}
    </>
  );
}
