import { useParams } from 'react-router-dom';
import { BackLink } from '../../components/BackLink.tsx';
import { ButtonLink } from '../../components/Button.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { PaymentPanel, Ticket } from '../../payments/panel/PaymentPanel.tsx';
import { Unmatched } from '../../payments/panel/Done.tsx';
import { priceOf } from '../../payments/words.ts';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { StateBox } from '../../components/StateBox.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import { pathTo } from '../../paths.ts';
import { usePay, type PagePurpose } from './usePay.ts';

const pages = {
  post_job: {
    title: 'Pay for your job',
    fee: 'To show your job to fundis',
    untitled: 'Your job',
    missing: FAILURE.jobNotFound,
    gone: 'This job is no longer there, so it cannot be paid for.',
    list: { to: pathTo('myJobs'), label: 'my jobs' },
  },
  post_ad: {
    title: 'Pay for your ad',
    fee: `To show your ad for ${AD_DAYS} days`,
    untitled: 'Your ad',
    missing: 'We did not find this ad, or it is not yours.',
    gone: 'This ad is no longer there, so it cannot be paid for.',
    list: { to: pathTo('myAds'), label: 'my ads' },
  },
} as const;

/** What is paid for and what it costs. */
function PaidFor({ purpose, title }: { purpose: PagePurpose; title: string | null }) {
  return (
    <dl className="grid gap-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end sm:gap-6">
      <div className="min-w-0">
        <dt className="text-sm text-muted">{pages[purpose].fee}</dt>
        <dd dir="auto" className="line-clamp-3 font-bold wrap-anywhere">
          {title ?? pages[purpose].untitled}
        </dd>
      </div>
      <div>
        <dt className="sr-only">Price</dt>
        <dd className="text-3xl font-bold tabular-nums">{priceOf(purpose)}</dd>
      </div>
    </dl>
  );
}

function PayPage({ purpose, id }: { purpose: PagePurpose; id: string }) {
  const state = usePay(purpose, id);
  const page = pages[purpose];
  const { step } = state.shown;
  const head = <PaidFor purpose={purpose} title={state.title} />;
  return (
    <SidebarLayout>
      <BackLink to={page.list.to}>{purpose === 'post_job' ? 'My jobs' : 'My ads'}</BackLink>
      <PageTitle title={step === 'paid' ? STATE.paymentSuccessful : page.title}>
        {page.title}
      </PageTitle>
      {state.isMissing ? (
        <StateBox text={state.wasPaying ? page.gone : page.missing}>
          <Unmatched texts={state.unmatched} />
          {state.outcome !== null && (
            <>
              <p className="max-w-prose">{`Your payment for it: ${state.outcome}`}</p>
              <SupportLinks />
            </>
          )}
          {state.wasPaying && (
            <>
              <p className="max-w-prose">
                If the M-Pesa message is still on your phone, cancel it. If money has left your
                phone, please contact us: we find it by the receipt number in the M-Pesa SMS.
              </p>
              <SupportLinks />
            </>
          )}
          <ButtonLink
            look={state.wasPaying ? 'quiet' : 'primary'}
            to={page.list.to}
          >{`Go to ${page.list.label}`}</ButtonLink>
        </StateBox>
      ) : (
        state.takenDown === null && (
          <PaymentPanel
            purpose={purpose}
            payment={state}
            head={head}
            phone={state.phone}
            unread={state.unread}
            onPay={(phone) => void state.pay(phone)}
            next={page.list}
          />
        )
      )}
      {!state.isMissing && state.takenDown !== null && (
        <Ticket head={head} isTorn={false}>
          <Unmatched texts={state.unmatched} />
          <TakenDown what={purpose === 'post_job' ? 'job' : 'ad'} reason={state.takenDown} />
          <ButtonLink to={page.list.to}>{`Go to ${page.list.label}`}</ButtonLink>
        </Ticket>
      )}
    </SidebarLayout>
  );
}

/** The payment of a job or an ad (spec §2, pay pages). */
export function Pay({ purpose }: { purpose: PagePurpose }) {
  const { jobId, adId } = useParams();
  const id = jobId ?? adId ?? '';
  // Another job's page starts afresh.
  return <PayPage key={id} purpose={purpose} id={id} />;
}
