import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { NotSubscribed } from '../../payments/notices/NotPaid.tsx';
import { FEES } from '../../contract/constants.ts';
import { pathTo } from '../../paths.ts';
import type { Dashboard } from './useFundiDashboard.ts';

/** What the first missing part is needed for. */
const needs: Record<string, string> = {
  skills: 'clients know what to call you for',
  location: 'clients near you find you',
  price: 'clients know what they pay',
};

const listed = (parts: string[]) =>
  new Intl.ListFormat('en-KE', { type: 'conjunction' }).format(parts);

/** Why clients do not find a fundi: no subscription, or an incomplete profile (spec §2). */
export function DashboardNotices({ account, term, missing }: Dashboard) {
  return (
    <>
      {term.state === 'Inactive' && (
        <NotSubscribed account={account}>
          {(last) => (
            <Notice tone="danger">
              <p className="font-semibold">You are not subscribed.</p>
              <p>
                {`Clients cannot find you and you cannot see jobs. Subscribe for Ksh ${FEES.subscription} a month to be listed again.`}
              </p>
              {last}
              <ButtonLink look="accent" to={pathTo('subscription')}>
                Subscribe Now
              </ButtonLink>
            </Notice>
          )}
        </NotSubscribed>
      )}
      {missing.length > 0 && (
        <Notice tone="warning">
          <p className="font-semibold">Your profile is not finished.</p>
          <p>{`Add your ${listed(missing)}, so that ${needs[missing[0] ?? '']}.`}</p>
          <ButtonLink look="quiet" icon="edit" to={pathTo('fundiProfile')}>
            Complete your profile
          </ButtonLink>
        </Notice>
      )}
    </>
  );
}
