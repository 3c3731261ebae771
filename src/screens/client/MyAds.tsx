import { ButtonLink } from '../../components/Button.tsx';
import { PaymentNotices } from '../../payments/notices/PaymentNotices.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { LoadingCards } from '../../components/Skeleton.tsx';
import { LoadFailed, StateBox } from '../../components/StateBox.tsx';
import { FAILURE } from '../../contract/messages.ts';
import { isPaymentAwaited } from '../../payments/store.ts';
import { pathTo } from '../../paths.ts';
import { MyAdCard } from './MyAdCard.tsx';
import { adTitle } from './adTitle.ts';
import { RemovalDialog } from './RemovalDialog.tsx';
import { useMyAds } from './useMyAds.ts';

const grid = 'grid gap-4 md:grid-cols-2';

/** Manage ads (spec §2): the client's ads with their expiry, payment and delete. */
export function MyAds() {
  const { state, listRef, removal } = useMyAds();
  return (
    <SidebarLayout>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle title="My ads" />
        <ButtonLink to={pathTo('addAd')} icon="plus">
          Add an ad
        </ButtonLink>
      </div>
      <PaymentNotices />
      <section ref={listRef} tabIndex={-1} aria-label="Your ads" className="outline-none">
        {state.status === 'loading' && (
          <LoadingCards
            text="Loading your ads..."
            count={2}
            cardClassName="h-112"
            gridClassName={grid}
          />
        )}
        {state.status === 'failed' && <LoadFailed text={FAILURE.myAds} onRetry={state.retry} />}
        {state.status === 'loaded' && state.ads.length === 0 && (
          <StateBox text="You have no ads yet. Show your shop or service to everyone who looks for a fundi here.">
            <ButtonLink to={pathTo('addAd')} icon="plus">
              Add your first ad
            </ButtonLink>
          </StateBox>
        )}
        {state.status === 'loaded' && state.ads.length > 0 && (
          <>
            <p className="mb-3 text-muted">
              {state.ads.length === 1 ? '1 ad' : `${state.ads.length} ads`}
            </p>
            <ul className={grid}>
              {state.ads.map((ad, index) => (
                <li key={ad.id || index} className="min-w-0">
                  <MyAdCard ad={ad} onDelete={() => removal.ask(ad)} />
                </li>
              ))}
            </ul>
          </>
        )}
      </section>
      {removal.asked && (
        <RemovalDialog
          what="ad"
          title={adTitle(removal.asked)}
          isPaid={removal.asked.is_active}
          isAwaited={isPaymentAwaited({ purpose: 'post_ad', id: removal.asked.id })}
          isBusy={removal.isBusy}
          onConfirm={removal.confirm}
          onCancel={removal.cancel}
        />
      )}
    </SidebarLayout>
  );
}
