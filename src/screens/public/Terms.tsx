import { Link } from 'react-router-dom';
import { SiteName } from '../../components/Site.tsx';
import { FEES, TRIAL_DAYS } from '../../contract/constants.ts';
import { AD_DAYS, PROMPT_LIFETIME_MS } from '../../contract/limits.ts';
import * as STATE from '../../contract/messages/state.ts';
import { site } from '../../lib/config.ts';
import { pathTo } from '../../paths.ts';
import { Points, Section, StaticPage } from './StaticPage.tsx';

/** The terms of use (spec §1). */
export function Terms() {
  return (
    <StaticPage
      title="Terms"
      lead={
        <>
          The rules of <SiteName />, in plain words. By using it you agree to them.
        </>
      }
    >
      <Section title="What we do">
        <p>
          <SiteName /> brings clients and fundis of {site.town} together. A client finds a fundi or
          posts a job, the two talk to each other directly, and they agree on the work and its price
          between themselves. That agreement is theirs, not ours, and we do not employ fundis.
        </p>
      </Section>
      <Section title="What it costs">
        <Points>
          <li>Looking for a fundi, calling and registering: free.</li>
          <li>Posting a job: Ksh {FEES.post_job}, once for each job.</li>
          <li>
            An ad: Ksh {FEES.post_ad}. It runs for {AD_DAYS} days from the payment.
          </li>
          <li>
            Fundis: the first {TRIAL_DAYS} days are free. After that Ksh {FEES.subscription} a month
            keeps you listed and lets you see jobs. Nothing renews by itself: you pay again when you
            want to go on.
          </li>
        </Points>
      </Section>
      <Section title="How you pay">
        <p>
          All payments are by M-Pesa. The phone number you give us gets an M-Pesa message that asks
          for your PIN, and you decide. We never see your PIN and never ask for it. A message that
          you do not answer takes no money; after {PROMPT_LIFETIME_MS / 60_000} minutes at most it
          can no longer be paid.
        </p>
      </Section>
      <Section title="Refunds">
        <Points>
          <li>
            You paid twice for the same job, ad or month, or the wrong amount: you get the money
            back in full. Send us the M-Pesa receipt number.
          </li>
          <li>
            Paid, but your job or ad is not shown: we ask M-Pesa again by ourselves. If it is not
            shown within an hour, send us the receipt number, and we put it right or send the money
            back.
          </li>
          <li>
            A job, an ad or a month that has already been shown is not refunded, also when you
            delete it early.
          </li>
        </Points>
      </Section>
      <Section title="Safety">
        <p>
          {STATE.fundiSafety}. <SiteName /> is not liable for advance payments or for payments that
          you did not authorise with us.
        </p>
      </Section>
      <Section title="What is not allowed">
        <Points>
          <li>False names, other people's ID or phone numbers, work you cannot do.</li>
          <li>Jobs or ads for anything against the law of Kenya, or that insult people.</li>
          <li>Collecting phone numbers from here for any other purpose than hiring.</li>
        </Points>
        <p>We may take such accounts, jobs and ads down. We say why, and you can answer.</p>
      </Section>
      <Section title="Law">
        <p>
          These terms are under the law of Kenya. Questions and complaints first come to us: see{' '}
          <Link to={pathTo('contact')} className="text-brand underline underline-offset-4">
            Contact
          </Link>
          .
        </p>
      </Section>
    </StaticPage>
  );
}
