import { SiteName } from '../../components/Site.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { site } from '../../lib/config.ts';
import { Points, Section, StaticPage } from './StaticPage.tsx';

/** How to reach us (spec §1); all details from the configuration. */
export function Contact() {
  return (
    <StaticPage
      title="Contact"
      lead={`We are in ${site.town}. Call or send a WhatsApp, and a person answers.`}
    >
      <Section title="Reach us">
        <SupportLinks />
        <p className="text-muted">{site.supportHours}.</p>
      </Section>
      <Section title="Who we are">
        <p>
          <SiteName /> is run by <span translate="no">{site.operator.name}</span>,{' '}
          {site.operator.place}. Registration number:{' '}
          <span translate="no">{site.operator.registration}</span>.
        </p>
      </Section>
      <Section title="About a payment">
        <p>Have these ready, and we find it in a minute:</p>
        <Points>
          <li>the phone number that paid,</li>
          <li>the M-Pesa receipt number from the SMS, for instance SKL4XY7Z0Q,</li>
          <li>what it was for: a job, an ad or your subscription.</li>
        </Points>
        <p className="font-semibold">
          We never ask for your M-Pesa PIN or your password. Whoever asks is not us.
        </p>
      </Section>
      <Section title="About a fundi or a job">
        <p>
          Tell us the name and what happened. If somebody is in danger or was robbed, call the
          police first: 999 or 112.
        </p>
      </Section>
      <Section title="Follow us">
        <ul className="flex flex-wrap gap-x-6">
          {site.social.map(({ label, href }) => (
            <li key={label}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="inline-flex min-h-11 items-center font-medium text-brand underline underline-offset-4"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </StaticPage>
  );
}
