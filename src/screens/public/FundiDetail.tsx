import { lazy, Suspense, type ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { AgeNote } from '../../components/list/AgeNote.tsx';
import { AdBanner } from '../../components/ads/AdBanner.tsx';
import { BackLink } from '../../components/BackLink.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { Notice } from '../../components/Notice.tsx';
import { NotForFundis } from '../../components/NotForFundis.tsx';
import { useRoomForContactBar } from '../../components/shell/contactBar.ts';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { ShareButton } from './ShareButton.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { Loading } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { TRIAL_DAYS } from '../../contract/constants.ts';
import type { Fundi } from '../../contract/schemas.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { tradeIconOf } from '../../lib/trades.ts';
import { pathTo } from '../../paths.ts';
import { FundiProfileCard } from './FundiProfileCard.tsx';
import { useFundiDetail, useIsOwn } from './useFundiDetail.ts';
import { SiteName } from '../../components/SiteName.tsx';

function LoadingFundi() {
  return (
    // In its place the fundi is drawn before the app is there (`src/boot/firstFundi.tsx`).
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
      <p>
        <SiteName /> is not liable for advance or unauthorized payments.
      </p>
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

/** Few pages have no number. A network too weak for this script does without. */
const LaterOthers = lazy(async (): Promise<{ default: (props: { fundi: Fundi }) => ReactNode }> => {
  try {
    return { default: (await import('./OthersToCall.tsx')).OthersToCall };
  } catch {
    return { default: () => null };
  }
});
const OthersToCall = ({ fundi }: { fundi: Fundi }) => (
  <Suspense fallback={null}>
    <LaterOthers fundi={fundi} />
  </Suspense>
);

/** For the fundi whose page it is. */
const OwnLinks = () => (
  <>
    <p className="text-muted">This is your page, as clients see it.</p>
    <ButtonLink look="quiet" icon="edit" to={pathTo('fundiProfile')}>
      Edit my profile
    </ButtonLink>
  </>
);

/** A fundi's page (spec §2). */
export function FundiDetail() {
  const { id = '' } = useParams();
  const state = useFundiDetail(id);
  const fundi = state.status === 'loaded' ? state.fundi : null;
  const isOwn = useIsOwn(fundi);
  useRoomForContactBar(Boolean(fundi?.phone_number) && !isOwn);
  return (
    <SidebarLayout>
      <BackLink to={pathTo('fundiList')}>Back to fundis</BackLink>
      {state.status === 'loading' && <LoadingFundi />}
      {state.status === 'loaded' && (
        <>
          <AgeNote age={state.age} what="page" />
          <FundiProfileCard
            fundi={state.fundi}
            Heading={PageTitle}
            Share={ShareButton}
            iconOf={tradeIconOf}
            ownLinks={isOwn && <OwnLinks />}
            others={!isOwn && <OthersToCall fundi={state.fundi} />}
            caution={<Caution />}
          >
            <Below />
          </FundiProfileCard>
        </>
      )}
      {/* What is below shows when the height of what is above it is known, so that nothing on the page moves. */}
      {state.status === 'failed' && (
        <>
          <NotThere onRetry={state.retry} />
          <Below />
        </>
      )}
    </SidebarLayout>
  );
}
