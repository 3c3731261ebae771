import { SiteName } from '../../components/Site.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { site } from '../../lib/config.ts';
import { Points, Section, StaticPage } from './StaticPage.tsx';

/** What data is stored and why, under the Data Protection Act, 2019 (spec §1). */
export function Privacy() {
  return (
    <StaticPage
      title="Privacy"
      lead="What we keep about you, why, for how long, and what you can ask of us under Kenya's Data Protection Act, 2019."
    >
      <Section title="When you only look around">
        <p>
          You need no account to see the fundis. We set no advertising cookies and follow you
          nowhere. Your phone keeps your choice of the light or dark theme and what you last typed
          into an unfinished job or ad; that stays on the phone. When you search for a fundi and we
          have none, we may count the words, without who searched, to know which fundis the town
          needs; they are gone after half a year.
        </p>
      </Section>
      <Section title="When you register">
        <Points>
          <li>
            <strong>Name and phone number</strong>: so that clients and fundis can reach each other,
            and so that you can log in.
          </li>
          <li>
            <strong>ID number</strong>: to know that an account belongs to a real person, and to let
            you back in when the password is lost. No other user sees it; our own people may look it
            up to help you.
          </li>
          <li>
            <strong>Password</strong>: kept only in a scrambled form that cannot be read back.
          </li>
          <li>
            <strong>A fundi's skills, location and price</strong>: shown to everybody, as that is
            what the list of fundis is for.
          </li>
        </Points>
      </Section>
      <Section title="Who sees your phone number">
        <Points>
          <li>
            A fundi's number is shown to everybody while the fundi is listed and “Show my phone
            number” is on in the profile. Switching it off hides it at once.
          </li>
          <li>
            A client's number is shown with a job to fundis who pay each month or are in their free
            days, nobody else.
          </li>
        </Points>
      </Section>
      <Section title="When you pay">
        <p>
          Safaricom's M-Pesa receives your phone number, the amount and what it is for. It tells us
          whether you paid and the receipt number. Your PIN never reaches us. The law on accounts
          makes us keep records of payments for seven years.
        </p>
      </Section>
      <Section title="How long">
        <p>
          Your account and what belongs to it stay until you ask us to delete them. Deleted jobs and
          ads are gone at once, with their pictures. Records of payments stay as said above.
        </p>
      </Section>
      <Section title="Your rights">
        <p>
          You may ask what we keep about you, have it corrected, get a copy, object to a use of it,
          or have it deleted. Write or call: we answer within 30 days. If you are not content you
          can turn to the Office of the Data Protection Commissioner (ODPC).
        </p>
        <p>
          <span translate="no">{site.operator.name}</span>, {site.operator.place}, runs <SiteName />{' '}
          and answers for this data; the law calls that the data controller.
          {site.operator.dataProtection !== '' && (
            <>
              {' '}
              Registration with the ODPC: <span translate="no">{site.operator.dataProtection}</span>
              .
            </>
          )}
        </p>
        <SupportLinks />
      </Section>
    </StaticPage>
  );
}
