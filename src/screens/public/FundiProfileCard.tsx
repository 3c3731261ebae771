import type { ReactNode } from 'react';
import { Badge } from '../../components/Badge.tsx';
import { Icon } from '../../components/Icon.tsx';
import { FundiTile } from '../../components/list/FundiTile.tsx';
import { Notice } from '../../components/Notice.tsx';
import { SiteName } from '../../components/Site.tsx';
import { TradeIcon } from '../../components/TradeIcon.tsx';
import * as FALLBACK from '../../contract/messages/fallback.ts';
import * as STATE from '../../contract/messages/state.ts';
import { splitSkills } from '../../contract/rules.ts';
import type { Fundi } from '../../contract/schemas.ts';
import type { TradeIcon as TradeName } from '../../contract/trades.ts';
import { firstSentence } from '../../lib/contact.ts';
import { fundiName } from '../../lib/names.ts';
import { pathTo } from '../../paths.ts';
import { ContactLinks, DetailGrid } from './Detail.tsx';

type IconOf = (skill: string | null) => TradeName;

function Skills({ skills, iconOf }: { skills: string | null; iconOf: IconOf | undefined }) {
  const names = splitSkills(skills);
  if (names.length === 0) return FALLBACK.skills;
  return (
    <ul className="flex flex-wrap gap-2">
      {names.map((skill, index) => (
        <li
          key={index}
          dir="auto"
          className="chip flex items-center gap-1.5 rounded-lg bg-sunken px-2.5 py-1 font-medium"
        >
          <TradeIcon name={iconOf?.(skill)} className="size-5" />
          <span className="line-clamp-3 min-w-0 wrap-anywhere">{skill}</span>
        </li>
      ))}
    </ul>
  );
}

const Caution = () => (
  <Notice tone="warning" role="note">
    <p className="font-semibold">{STATE.fundiSafety}.</p>
    <p>
      <SiteName /> is not liable for advance or unauthorized payments.
    </p>
  </Notice>
);

interface FundiProfileCardProps {
  fundi: Fundi;
  /** The screen's heading and share button; plain ones before the app has come. */
  Heading: (props: { title: string; children: ReactNode }) => ReactNode;
  Share: (props: { title: string; path: string }) => ReactNode;
  /** The icon of a skill; its place is empty before the app has come. */
  iconOf?: IconOf | undefined;
  /** In the place of Call and WhatsApp, for the fundi whose page it is. */
  ownLinks?: ReactNode;
  others?: ReactNode;
  children?: ReactNode;
}

/** A fundi with skills, rate note and contact (spec §2). No hooks: `src/boot` draws it too. */
export function FundiProfileCard(props: FundiProfileCardProps) {
  const { fundi, Heading, Share, iconOf, ownLinks, others, children } = props;
  const name = fundiName(fundi);
  const phone = fundi.phone_number;
  const share = <Share title={name} path={pathTo('fundiDetail', { id: fundi.id })} />;
  const article = (
    <>
      <div className="flex items-start gap-4 tiny:flex-col">
        <FundiTile name={fundi.name} trade={iconOf?.(fundi.skills)} className="size-20" />
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
          <dt className="mb-1 text-sm text-muted">Price</dt>
          {fundi.rate_note ? (
            <dd
              dir="auto"
              translate="no"
              className="text-xl font-bold whitespace-pre-line wrap-anywhere"
            >
              {fundi.rate_note}
            </dd>
          ) : (
            <dd>{FALLBACK.rateNote}</dd>
          )}
        </div>
        <div>
          <dt className="mb-1 text-sm text-muted">Skills</dt>
          <dd>
            <Skills skills={fundi.skills} iconOf={iconOf} />
          </dd>
        </div>
      </dl>
    </>
  );
  const reach = phone ? (
    <ContactLinks phone={phone} who={name} sentence={firstSentence(fundi)} share={share} />
  ) : (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">This fundi does not show a phone number.</p>
      {share}
    </div>
  );
  const contact = (
    <section aria-labelledby="contact" className="flex flex-col gap-3">
      <h2 id="contact" className="text-sm text-muted max-sm:sr-only">
        Contact
      </h2>
      {ownLinks || reach}
      {phone === null && others}
    </section>
  );
  return (
    <DetailGrid article={article} contact={contact} caution={<Caution />}>
      {children}
    </DetailGrid>
  );
}
