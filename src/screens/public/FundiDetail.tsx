import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { BackLink, Button, ButtonLink } from '../../components/Button.tsx';
import { AgeNote, useAge } from '../../components/list/ListNotes.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Invitation } from '../../components/Site.tsx';
import { LoadFailed, Loading, StateBox } from '../../components/States.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Fundi } from '../../contract/schemas.ts';
import { isTemporary } from '../../lib/api/errors.ts';
import { fundiQuery, fundisQuery, myFundiQuery, type List } from '../../lib/api/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { pathTo } from '../../paths.ts';
import { FundiProfileCard } from './FundiProfileCard.tsx';
import { MoreOfTrade, OthersToCall } from './OtherFundis.tsx';

/** What the directory knows of a fundi, which is as old as the directory. */
function inList(list: List<Fundi> | undefined, id: string) {
  const fundi = list?.items.find((item) => String(item.id) === id);
  return list && fundi && { ...fundi, cachedAt: list.cachedAt };
}

/**
 * One fundi. Who comes from a directory in memory sees what that knows of the fundi until the answer
 * comes, or if none comes.
 */
function useFundiDetail(id: string) {
  const client = useQueryClient();
  // As it was when the page was opened: a list that comes later changes nothing.
  const listed = useMemo(() => {
    const list = client.getQueryState(fundisQuery().queryKey);
    return { fundi: inList(list?.data, id), at: list?.dataUpdatedAt ?? 0 };
  }, [client, id]);
  const query = useQuery(fundiQuery(id));
  const { data = listed.fundi, error, refetch } = query;
  const age = useAge({ data, error, dataUpdatedAt: query.data ? query.dataUpdatedAt : listed.at });
  // A refusal takes away what was shown before; a network that fails does not.
  const isRefused = error !== null && !isTemporary(error);
  const fundi = isRefused ? null : (data ?? null);
  return { fundi, age, error, retry: isRefused ? null : () => void refetch() };
}

/** Whether a fundi looks at their own page. The account has no id: the phone tells, or else name and place. */
function useIsOwn(fundi: Fundi | null): boolean {
  const { userType } = useSession();
  const { data: own } = useQuery({ ...myFundiQuery(), enabled: userType === 'fundi' });
  if (!own || !fundi) return false;
  return fundi.phone_number
    ? fundi.phone_number === own.phone_number
    : fundi.name === own.name && fundi.location === own.location;
}

interface ShareButtonProps {
  title: string;
  path: string;
}

const words = {
  ready: '',
  copied: 'Link copied. Paste it where you like.',
  failed: 'This phone does not let us copy. Copy the address from the top of the page.',
} as const;

/** Shares an address with the phone's own share sheet; copies it where there is none. */
function ShareButton({ title, path }: ShareButtonProps) {
  const [outcome, setOutcome] = useState<keyof typeof words>('ready');

  const share = async () => {
    const url = window.location.origin + path;
    if ('share' in navigator) {
      try {
        await navigator.share({ title, url });
        return;
      } catch (error) {
        // The person has closed the sheet: nothing failed.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button look="quiet" icon="share" onClick={() => void share()}>
        Share
      </Button>
      <p role="status" className="text-sm text-muted empty:hidden">
        {words[outcome]}
      </p>
    </div>
  );
}

function LoadingFundi() {
  return (
    // In its place the fundi is drawn before the app is there (`src/boot/draw.ts`).
    <div data-person>
      <PageTitle title="Fundi" className="sr-only" />
      <Loading text={STATE.fundiLoading} boxes={['h-[34rem]']} />
    </div>
  );
}

function NotThere({ onRetry }: { onRetry: (() => void) | null }) {
  return (
    <>
      <PageTitle title="Fundi" />
      {onRetry ? (
        <LoadFailed text={FAILURE.fundiNotFound} onRetry={onRetry} />
      ) : (
        <StateBox text={FAILURE.fundiNotFound}>
          <ButtonLink to={pathTo('fundiList')}>See all fundis</ButtonLink>
        </StateBox>
      )}
    </>
  );
}

function Below() {
  return (
    <>
      <AdBanner />
      <Invitation
        text={`Are you a fundi? Get your own page and be found by clients near you, free for ${TRIAL_DAYS} days.`}
        action="Register Now"
      />
    </>
  );
}

/** One row, as high as that of the number, in whose place it comes when the app knows whose page it is. */
const OwnLinks = () => (
  <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
    <p className="min-w-0 flex-1 basis-36 text-sm text-muted">
      This is your page, as clients see it.
    </p>
    <ButtonLink look="quiet" icon="edit" to={pathTo('fundiProfile')}>
      <span aria-hidden="true">Edit</span>
      <span className="sr-only">Edit my profile</span>
    </ButtonLink>
  </div>
);

/** A fundi's page (spec §2). */
export function FundiDetail() {
  const { id = '' } = useParams();
  const { fundi, age, error, retry } = useFundiDetail(id);
  const isOwn = useIsOwn(fundi);
  return (
    <SidebarLayout hasContactBar={Boolean(fundi?.phone_number) && !isOwn}>
      <BackLink to={pathTo('fundiList')}>Back to Fundis</BackLink>
      {!fundi && error === null && <LoadingFundi />}
      {fundi && (
        <>
          <AgeNote age={age} what="page" />
          <FundiProfileCard
            fundi={fundi}
            Heading={PageTitle}
            Share={ShareButton}
            iconOf={tradeIconOf}
            ownLinks={isOwn && <OwnLinks />}
            others={!isOwn && <OthersToCall fundi={fundi} />}
          >
            <MoreOfTrade fundi={fundi} />
            <Below />
          </FundiProfileCard>
        </>
      )}
      {/* What is below shows when the height of what is above it is known, so that nothing on the page moves. */}
      {!fundi && error !== null && (
        <>
          <NotThere onRetry={retry} />
          <Below />
        </>
      )}
    </SidebarLayout>
  );
}
