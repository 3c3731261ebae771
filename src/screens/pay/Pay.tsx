import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import { BackLink, ButtonLink } from '../../components/Button.tsx';
import { PageTitle } from '../../components/shell/PageTitle.tsx';
import { SidebarLayout } from '../../components/shell/SidebarLayout.tsx';
import { StateBox } from '../../components/States.tsx';
import { SupportLinks } from '../../components/SupportLinks.tsx';
import { TakenDown } from '../../components/TakenDown.tsx';
import { PAYMENT_POLLING } from '../../contract/constants.ts';
import { AD_DAYS } from '../../contract/limits.ts';
import * as FAILURE from '../../contract/messages/failure.ts';
import * as STATE from '../../contract/messages/state.ts';
import type { Id } from '../../contract/schemas.ts';
import { statusOf } from '../../lib/api/errors.ts';
import { ALLOW_ADS } from '../../lib/api/failure.ts';
import {
  adQuery,
  jobQuery,
  myAdsQuery,
  myClientQuery,
  myJobsQuery,
} from '../../lib/api/queries.ts';
import { useRedirect } from '../../lib/useRedirect.ts';
import { pathTo } from '../../paths.ts';
import { Unmatched } from '../../payments/panel/Done.tsx';
import { PaymentPanel, Ticket } from '../../payments/panel/PaymentPanel.tsx';
import { usePayment, type PaymentPage, type Shown } from '../../payments/usePayment.ts';
import { priceOf } from '../../payments/words.ts';

type PagePurpose = 'post_job' | 'post_ad';

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

/** The job or the ad that is paid for, as far as it is known; the page does not wait for it. */
function usePaidFor(purpose: PagePurpose, id: Id) {
  const client = useQueryClient();
  const isJob = purpose === 'post_job';
  const listed = isJob
    ? client.getQueryData(myJobsQuery().queryKey)
    : client.getQueryData(myAdsQuery().queryKey);
  const inList = listed?.items.find((item) => String(item.id) === String(id));
  const job = useQuery({ ...jobQuery(id), enabled: isJob && !inList });
  // The ad comes with the question whether it is paid.
  const ad = useQuery({ ...adQuery(id), enabled: false });
  return {
    known: (isJob ? job.data : ad.data) ?? inList,
    isDenied: isJob && [403, 404].includes(statusOf(job.error) ?? 0),
  };
}

const adUnread = () => `We could not load your ad.${navigator.onLine ? ` ${ALLOW_ADS}` : ''}`;

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

/** The result of the last payment when none is open, in the API's words, or null. */
function outcomeOf(shown: Shown): string | null {
  if (shown.step === 'failed') return shown.reason;
  if (shown.step === 'gone') return shown.outcome;
  return shown.step === 'ready' ? shown.before : null;
}

/** There is no such job or ad, or it is someone else's. What became of its payment is said all the same. */
function Missing({ purpose, page }: { purpose: PagePurpose; page: PaymentPage }) {
  const { shown, unmatched } = page;
  const { gone, missing, list } = pages[purpose];
  // It was deleted while a payment was open: money may be on its way.
  const wasPaying = shown.step === 'gone' && shown.wasPaying;
  const outcome = outcomeOf(shown);
  return (
    <StateBox text={wasPaying ? gone : missing}>
      <Unmatched texts={unmatched} />
      {outcome !== null && (
        <>
          <p className="max-w-prose">{`Your payment for it: ${outcome}`}</p>
          <SupportLinks />
        </>
      )}
      {wasPaying && (
        <>
          <p className="max-w-prose">
            If the M-Pesa message is still on your phone, cancel it. If money has left your phone,
            please contact us: we find it by the receipt number in the M-Pesa SMS.
          </p>
          <SupportLinks />
        </>
      )}
      <ButtonLink look={wasPaying ? 'quiet' : 'primary'} to={list.to}>
        {`Go to ${list.label}`}
      </ButtonLink>
    </StateBox>
  );
}

/** The payment of a job or an ad (spec §4): polling 4 s × 12, redirect 2 s or 2.5 s. */
function PayPage({ purpose, id }: { purpose: PagePurpose; id: string }) {
  const { known, isDenied } = usePaidFor(purpose, id);
  const me = useQuery(myClientQuery());
  const page = usePayment(useMemo(() => ({ purpose, id }), [purpose, id]));
  const { payment, shown, unmatched } = page;
  const { title, list } = pages[purpose];

  const isPaid = shown.step === 'paid';
  // What is said of other money is longer than the redirect waits, and no other screen says it.
  const isEnd = isPaid && unmatched.length === 0;
  const { redirectMs, alreadyPaidRedirectMs } = PAYMENT_POLLING;
  useRedirect(isEnd ? list : null, isPaid && !shown.isNew ? alreadyPaidRedirectMs : redirectMs);

  // A deleted job still shows the result of its payment, but cannot be paid for any more.
  const isPayable = shown.step === 'ready' || shown.step === 'failed';
  const isFormDue = isPayable || shown.step === 'refused';
  const isMissing = shown.step === 'gone' || (isDenied && isPayable);
  const takenDown = known?.taken_down ?? null;
  // The ad was never read, and may be running.
  const isUnread = purpose === 'post_ad' && !known && payment.heard.isUnreached && isFormDue;
  const head = <PaidFor purpose={purpose} title={payment.heard.title} />;
  let content = (
    <PaymentPanel
      page={takenDown === null ? page : { ...page, menu: null }}
      head={head}
      ownPhone={me.data?.phone_number}
      unread={isUnread ? adUnread() : null}
      next={list}
    />
  );
  if (isMissing) content = <Missing purpose={purpose} page={page} />;
  // An open prompt can still be answered, and its money is still accepted.
  else if (takenDown !== null && isFormDue) {
    content = (
      <Ticket head={head}>
        <Unmatched texts={unmatched} />
        <TakenDown what={purpose === 'post_job' ? 'job' : 'ad'} reason={takenDown} />
        <ButtonLink to={list.to}>{`Go to ${list.label}`}</ButtonLink>
      </Ticket>
    );
  }
  return (
    <SidebarLayout isNarrow>
      <div>
        <BackLink to={list.to}>{purpose === 'post_job' ? 'My jobs' : 'My ads'}</BackLink>
        <PageTitle title={isPaid ? STATE.paymentSuccessful : title}>{title}</PageTitle>
      </div>
      {content}
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
