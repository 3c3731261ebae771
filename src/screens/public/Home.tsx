import type { ReactNode } from 'react';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { AppOnly } from '../../components/AppOnly.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Card, KitengeStrip } from '../../components/Card.tsx';
import { Icon, type IconName } from '../../components/Icon.tsx';
import { NotForFundis } from '../../components/Site.tsx';
import { FEES } from '../../contract/constants.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import { pathTo } from '../../paths.ts';
import { Hero } from './home/Hero.tsx';
import { HowItWorks } from './home/HowItWorks.tsx';

const values: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'tools',
    title: 'Skilled Fundis',
    text: 'Experienced, verified fundis from near you.',
  },
  {
    icon: 'shield',
    title: 'Secure Hiring',
    text: 'Trusted, transparent hiring.',
  },
  {
    icon: 'clock',
    title: 'Fast & Reliable',
    text: 'Responses within minutes of posting a job or ad.',
  },
];

function Panel({
  title,
  points,
  children,
}: {
  title: string;
  points: readonly string[];
  children: ReactNode;
}) {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl font-extrabold">{title}</h2>
      <ul className="flex flex-1 flex-col gap-x-6 gap-y-2 lg:flex-row lg:flex-wrap">
        {points.map((point) => (
          <li key={point} className="flex items-center gap-2.5">
            <Icon name="check" className="size-5 text-brand" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">{children}</div>
    </Card>
  );
}

/** What the product promises (spec §1). */
function Values() {
  return (
    <section aria-label="Why hire here" className="mx-auto max-w-7xl px-4 sm:px-6">
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface raised sm:grid sm:grid-cols-3 sm:divide-x sm:divide-y-0">
        {values.map(({ icon, title, text }) => (
          <li
            key={title}
            className="flex gap-4 p-4 tiny:flex-col sm:max-lg:flex-col sm:max-lg:gap-2 sm:p-5"
          >
            <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-brand-soft text-brand">
              <Icon name={icon} className="size-6" />
            </span>
            <div>
              <h2 className="text-lg font-bold">{title}</h2>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What fundis and clients get from it (spec §1). */
function Audiences() {
  return (
    <div className="mx-auto grid max-w-7xl gap-5 px-4 sm:px-6 md:grid-cols-2">
      <Panel title="For Fundis" points={['Get discovered', 'Find jobs', 'Grow skills']}>
        <NotForFundis>
          <ButtonLink icon="user" className="grow sm:grow-0" to={pathTo('registerFundi')}>
            Join as a Fundi
          </ButtonLink>
        </NotForFundis>
        <ButtonLink look="quiet" icon="briefcase" className="grow sm:grow-0" to={pathTo('jobList')}>
          Browse Jobs
        </ButtonLink>
      </Panel>
      <Panel title="For Clients" points={['Post jobs', 'Connect fast', 'Hire trusted fundis']}>
        <ButtonLink icon="users" className="grow sm:grow-0" to={pathTo('registerClient')}>
          Hire a Fundi
        </ButtonLink>
      </Panel>
    </div>
  );
}

/** The banner that invites to advertise (spec §1). */
function Advertise() {
  return (
    <section aria-labelledby="advertise" className="mx-auto max-w-7xl px-4 sm:px-6">
      <div className="overflow-hidden rounded-3xl bg-[#0e5245] text-white">
        <KitengeStrip />
        <div className="flex flex-col items-start gap-4 p-6 sm:flex-row sm:items-center sm:justify-between sm:p-8">
          <div>
            <h2 id="advertise" className="text-2xl font-extrabold">
              Your business, in front of the whole town
            </h2>
            <p className="mt-1 text-white/90">
              One ad, {AD_DAYS} days, Ksh {FEES.post_ad}. Shown on every list of fundis and jobs.
            </p>
          </div>
          <ButtonLink
            look="accent"
            icon="megaphone"
            className="shrink-0 max-sm:self-stretch"
            to={pathTo('registerClient')}
            state={{ from: pathTo('addAd') }}
          >
            Start Advertising
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}

/** The home page (spec §1, §2). */
export function Home() {
  return (
    <div className="space-y-8 sm:space-y-10">
      <Hero />
      <AppOnly>
        <Values />
        <Audiences />
        <Advertise />
        <HowItWorks />
        <div className="mx-auto max-w-7xl px-4 sm:px-6">
          <AdBanner />
        </div>
      </AppOnly>
    </div>
  );
}
