import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PAYMENT_POLLING } from '../../contract/constants.ts';
import type { Id } from '../../contract/schemas.ts';
import { statusOf } from '../../lib/api/errors.ts';
import {
  adQuery,
  jobQuery,
  myAdsQuery,
  myClientQuery,
  myJobsQuery,
} from '../../lib/api/queries.ts';
import { usePayment, type PaymentPage, type Shown } from '../../payments/usePayment.ts';
import { ALLOW_ADS } from '../../lib/api/failure.ts';
import { useRedirect } from '../../lib/useRedirect.ts';
import { pathTo } from '../../paths.ts';

export type PagePurpose = 'post_job' | 'post_ad';

interface PayState extends PaymentPage {
  /** There is no such job or ad, or it is someone else's. */
  isMissing: boolean;
  /** It was deleted while a payment was open: money may be on its way. */
  wasPaying: boolean;
  /** The result of the payment for a missing job or ad, in the API's words, or null. */
  outcome: string | null;
  title: string | null;
  /** Why the operator has taken it down, so that it cannot be paid for, or null. */
  takenDown: string | null;
  /** The ad was never read, and may be running: why it cannot be paid for yet, or null. */
  unread: string | null;
  /** The phone of the profile or of the last attempt, once one is known. */
  phone: string | null;
}

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
  const known = (isJob ? job.data : ad.data) ?? inList;
  return {
    isKnown: known !== undefined,
    title: known?.title || null,
    takenDown: known?.taken_down ?? null,
    isGone: isJob && [403, 404].includes(statusOf(job.error) ?? 0),
  };
}

const adUnread = () => `We could not load your ad.${navigator.onLine ? ` ${ALLOW_ADS}` : ''}`;

/** The result of the last payment when none is open, in the API's words, or null. */
function outcomeOf(shown: Shown): string | null {
  if (shown.step === 'failed') return shown.reason;
  if (shown.step === 'gone') return shown.outcome;
  return shown.step === 'ready' ? shown.before : null;
}

/** The payment of a job or an ad (spec §4): polling 4 s × 12, redirect 2 s or 2.5 s. */
export function usePay(purpose: PagePurpose, id: Id): PayState {
  const { isKnown, title, takenDown, isGone } = usePaidFor(purpose, id);
  const me = useQuery(myClientQuery());
  const payable = useMemo(() => ({ purpose, id }), [purpose, id]);
  const payment = usePayment({ payable, title });
  const { shown } = payment;

  const isPaid = shown.step === 'paid';
  // What is said of other money is longer than the redirect waits, and no other screen says it.
  const isEnd = isPaid && payment.unmatched.length === 0;
  const target = useMemo(
    () => (isEnd ? { to: pathTo(purpose === 'post_job' ? 'myJobs' : 'myAds') } : null),
    [isEnd, purpose],
  );
  const { redirectMs, alreadyPaidRedirectMs } = PAYMENT_POLLING;
  useRedirect(target, isPaid && !shown.isNew ? alreadyPaidRedirectMs : redirectMs);

  // A deleted job still shows the result of its payment, but cannot be paid for any more.
  const isPayable = shown.step === 'ready' || shown.step === 'failed';
  const isFormDue = isPayable || shown.step === 'refused';
  const isUnread = purpose === 'post_ad' && !isKnown && payment.isUnanswered;
  return {
    ...payment,
    isMissing: shown.step === 'gone' || (isGone && isPayable),
    wasPaying: shown.step === 'gone' && shown.wasPaying,
    outcome: outcomeOf(shown),
    title,
    // An open prompt can still be answered, and its money is still accepted.
    takenDown: isFormDue ? takenDown : null,
    menu: takenDown === null ? payment.menu : null,
    unread: isUnread && isFormDue ? adUnread() : null,
    phone: payment.lastPhone ?? me.data?.phone_number ?? null,
  };
}
