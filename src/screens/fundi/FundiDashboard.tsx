import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { Badge } from '../../components/Badge.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Card } from '../../components/Card.tsx';
import { Notice } from '../../components/Notice.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { linkLook } from '../../components/looks.ts';
import { LoadFailed, Loading } from '../../components/States.tsx';
import { Switch, SwitchNote } from '../../components/Switch.tsx';
import { FEES } from '../../contract/constants.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import type { FundiAccount } from '../../contract/schemas.ts';
import { call } from '../../lib/api/client.ts';
import { useLoadFailureToast } from '../../lib/api/failure.ts';
import { fundisQuery, myFundiQuery } from '../../lib/api/queries.ts';
import type { OwnFundi } from '../../lib/api/readers.ts';
import { useSwitch } from '../../lib/api/useSwitch.ts';
import { pathTo } from '../../paths.ts';
import { SUBSCRIPTION } from '../../payments/attempt.ts';
import { Due } from '../../payments/notices/NotPaid.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { NewJobs } from './NewJobs.tsx';
import { ProfileCards } from './ProfileCards.tsx';
import { TermText, useTerm, type Term } from './term.tsx';

interface AccountProps {
  account: OwnFundi;
  term: Term;
}

const needs = {
  skills: 'clients know what to call you for',
  location: 'clients near you find you',
  price: 'clients know what they pay',
};

const listed = (parts: string[]) =>
  new Intl.ListFormat('en-KE', { type: 'conjunction' }).format(parts);

function missingParts({ skills, location, rate_note }: OwnFundi) {
  const parts = { skills, location, price: rate_note };
  const names = ['skills', 'location', 'price'] as const;
  return names.filter((name) => parts[name] === null);
}

/** Why clients do not find a fundi: no subscription, or an incomplete profile (spec §2). */
function DashboardNotices({ account, term }: AccountProps) {
  const missing = missingParts(account);
  const [first] = missing;
  return (
    <>
      {term.state === 'Inactive' && (
        <Due payable={SUBSCRIPTION} name="your subscription" last={account.payment}>
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
        </Due>
      )}
      {first && (
        <Notice>
          <p className="font-semibold">Your profile is not finished.</p>
          <p>{`Add your ${listed(missing)}, so that ${needs[first]}.`}</p>
          <ButtonLink icon="edit" to={pathTo('fundiProfile')}>
            Complete your profile
          </ButtonLink>
        </Notice>
      )}
    </>
  );
}

function consequence(isAvailable: boolean, isListed: boolean): string {
  if (!isAvailable) return 'You are hidden from the list of fundis. Switch on when you are free.';
  if (!isListed) return 'You will be listed as soon as you subscribe.';
  return 'Clients see you in the list of fundis and can call you.';
}

/** The availability toggle (spec §4): its call sends nothing else. */
function useAvailability({ id, is_available: saved }: FundiAccount) {
  const client = useQueryClient();
  const { queryKey } = myFundiQuery();
  return useSwitch({
    name: `availability ${id}`,
    saved,
    send: (is_available) => call('updateMyFundi', { body: { is_available } }),
    readSaved: async () => {
      // One that is under way may be older than the choice.
      await client.cancelQueries({ queryKey });
      return (await client.fetchQuery({ ...myFundiQuery(), staleTime: 0 })).is_available;
    },
    onSaved: async (is_available) => {
      // The answer to an earlier read would show the old state again.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (old) => (old?.id === id ? { ...old, is_available } : old));
    },
    onEnd: (hasFailed) => {
      void client.invalidateQueries({ queryKey: fundisQuery().queryKey });
      // A call that failed here may still have reached the server.
      if (hasFailed) void client.invalidateQueries({ queryKey });
    },
    textOf: () => FAILURE.availability,
  });
}

/** The availability toggle and what it means (spec §2, §4). */
function AvailabilityCard({ account, term }: AccountProps) {
  const isListed = term.state !== 'Inactive';
  const { isOn, set, refusal } = useAvailability(account);
  const noteId = useId();
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="text-lg font-bold">Availability</h2>
      <div>
        <Switch label="Available for work" checked={isOn} noteId={noteId} onChange={set} />
        <SwitchNote id={noteId} refusal={refusal} />
      </div>
      <p className="flex gap-2 text-muted">
        {isOn && isListed && (
          <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-success" />
        )}
        <span>{consequence(isOn, isListed)}</span>
      </p>
    </Card>
  );
}

const tones = { Trial: 'brand', Active: 'success', Inactive: 'danger' } as const;

/** Subscription badge, expiry and days left (spec §2, §4). */
function SubscriptionCard({ term }: { term: Term }) {
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-bold">Subscription</h2>
        <Badge tone={tones[term.state]}>{term.state}</Badge>
      </div>
      <TermText {...term} />
      <Link to={pathTo('subscription')} className={`${linkLook} self-start`}>
        View subscription
      </Link>
    </Card>
  );
}

function Loaded({ account, term }: AccountProps) {
  const isListed = term.state !== 'Inactive';
  return (
    <div className="space-y-4 sm:space-y-6">
      <DashboardNotices account={account} term={term} />
      <div className={`grid gap-4 ${isListed ? 'xl:grid-cols-[minmax(0,1fr)_24rem]' : ''}`}>
        {isListed && <NewJobs account={account} />}
        <div
          className={`grid gap-4 md:grid-cols-2 ${isListed ? 'xl:grid-cols-1 xl:content-start' : ''}`}
        >
          <AvailabilityCard account={account} term={term} />
          <SubscriptionCard term={term} />
        </div>
      </div>
      <section aria-labelledby="profile-heading" className="space-y-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="profile-heading" className="text-xl font-bold">
            Your profile
          </h2>
          <ButtonLink look="quiet" icon="edit" to={pathTo('fundiProfile')}>
            Edit
          </ButtonLink>
        </div>
        <ProfileCards account={account} />
        {isListed && account.id !== '' && (
          <Link to={pathTo('fundiDetail', { id: account.id })} className={linkLook}>
            See your page as clients do
          </Link>
        )}
      </section>
    </div>
  );
}

/** The fundi's dashboard (spec §2). */
export function FundiDashboard() {
  const { data: account, dataUpdatedAt, isLoadingError, refetch } = useQuery(myFundiQuery());
  useLoadFailureToast(isLoadingError, FAILURE.fundiDashboard);
  const term = useTerm(account, dataUpdatedAt);
  const isLoading = !account && !isLoadingError;
  return (
    <SidebarLayout>
      <div>
        <PageTitle title="Fundi dashboard" />
        {account && (
          <p dir="auto" className="line-clamp-2 narrow:line-clamp-4 wrap-anywhere">
            Karibu, <strong translate="no">{account.name || 'fundi'}</strong>
          </p>
        )}
      </div>
      {/* The notice of a missing subscription says what is under way. */}
      <PaymentNotices isTold={() => isLoading || term?.state === 'Inactive'} />
      {isLoading && <Loading text="Loading your dashboard..." boxes={['h-96', 'h-44', 'h-72']} />}
      {isLoadingError && (
        <LoadFailed text={FAILURE.fundiDashboard} onRetry={() => void refetch()} />
      )}
      {account && term && <Loaded account={account} term={term} />}
    </SidebarLayout>
  );
}
