import { useLayoutEffect } from 'react';
import { useParams } from 'react-router-dom';
import { AgeNote } from '../../components/list/AgeNote.tsx';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { BackLink } from '../../components/BackLink.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { NotForFundis } from '../../components/NotForFundis.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { ShareButton } from './ShareButton.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { pathTo } from '../../paths.ts';
import { FundiProfileCard } from './FundiProfileCard.tsx';
import { useFundiDetail } from './useFundiDetail.ts';
import { siteName } from '../../lib/unbroken.tsx';

function Loading() {
  return (
    // In its place the fundi is drawn before the app is there (`src/boot/firstFundi.tsx`).
    <div data-person className="space-y-4 sm:space-y-6">
      <PageTitle title="Fundi" className="sr-only" />
      <p role="status" className="text-muted">
        {STATE.fundiLoading}
      </p>
      <Skeleton className="h-[34rem]" />
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
        <StateBox text={FAILURE.fundiNotFound} />
      )}
    </>
  );
}

/** The caution below a fundi (spec §2). */
function Caution() {
  return (
    <Notice tone="warning" role="note">
      <p className="font-semibold">{STATE.fundiSafety}.</p>
      <p>{siteName} is not liable for advance or unauthorized payments.</p>
    </Notice>
  );
}

/** The ads and the invitation to fundis (spec §2). */
function Below() {
  return (
    <>
      <AdBanner />
      <NotForFundis>
        <Notice tone="success" icon="tools">
          <p>
            Are you a fundi? Get your own page and be found by clients near you, free for{' '}
            {TRIAL_DAYS} days.
          </p>
          <ButtonLink to={pathTo('registerFundi')}>Register Now</ButtonLink>
        </Notice>
      </NotForFundis>
    </>
  );
}

/** Makes room at the end of the page for the bar with Call and WhatsApp while there is one. */
function useRoomForBar(hasBar: boolean) {
  // Before the first picture, so that nothing moves in sight.
  useLayoutEffect(() => {
    const { classList } = document.documentElement;
    classList.toggle('with-bar', hasBar);
    return () => classList.remove('with-bar');
  }, [hasBar]);
}

/** A fundi's page (spec §2). */
export function FundiDetail() {
  const { id = '' } = useParams();
  const state = useFundiDetail(id);
  useRoomForBar(state.status === 'loaded' && state.fundi.phone_number !== null);
  return (
    <SidebarLayout>
      <BackLink to={pathTo('fundiList')}>Back to fundis</BackLink>
      {state.status === 'loading' && <Loading />}
      {state.status === 'loaded' && (
        <>
          <AgeNote age={state.age} what="page" />
          <FundiProfileCard
            fundi={state.fundi}
            Heading={PageTitle}
            Share={ShareButton}
            iconOf={tradeIconOf}
          />
          <Caution />
        </>
      )}
      {state.status === 'failed' && <NotThere onRetry={state.retry} />}
      {/* Shown when the height of what is above it is known, so that nothing on the page moves. */}
      {state.status !== 'loading' && <Below />}
    </SidebarLayout>
  );
}
