import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Ad, Job } from '../contract/schemas.ts';
import type { List } from '../lib/api/lists.ts';
import { adsQuery, myAdsQuery, myFundiQuery, myJobsQuery, ownKey } from '../lib/api/queries.ts';
import { STATUS_MS } from '../lib/waits.ts';
import { askAbout } from './ask.ts';
import { clearPaymentDraft } from './typedPhone.ts';
import { accountReports, adReports, jobReports } from './events.ts';
import { notices, type PaymentNotice } from './notices.ts';
import { isAskedAbout, isAwaited, nameOf, type PaymentRecord } from './record.ts';
import { dispatch, myRecords } from './store.ts';
import { useHeld, useReports, useShown, useStored } from './useStored.ts';
import { onReturn } from './wake.ts';

const jobListReports = (list: List<Job>, at: number) => jobReports(list.items, at);
const adListReports = (list: List<Ad>, at: number) => adReports(list.items, at);

/** Asks for the status of the payments of which `isDue` is true. */
function askAll(client: QueryClient, isDue: typeof isAskedAbout) {
  for (const record of myRecords()) {
    if (isDue(record, Date.now())) void askAbout(record, client);
  }
}

/** Asks on each visit and return, and every 10 s while a payment is awaited. */
function useQuestions(isAnyAwaited: boolean) {
  const queryClient = useQueryClient();
  useEffect(() => {
    askAll(queryClient, isAskedAbout);
    return onReturn(() => askAll(queryClient, isAskedAbout));
  }, [queryClient]);
  useEffect(() => {
    if (!isAnyAwaited) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') askAll(queryClient, isAwaited);
    }, STATUS_MS);
    return () => clearInterval(timer);
  }, [queryClient, isAnyAwaited]);
}

/** Fetches the lists again when a payment has ended while the screen is open. */
function useFreshLists(records: PaymentRecord[], openedAt: number) {
  const client = useQueryClient();
  const ended = records.filter(({ state, at }) => state !== 'out' && at >= openedAt);
  const moments = ended.map(({ at }) => at).join(' ');
  useEffect(() => {
    if (moments === '') return;
    for (const queryKey of [ownKey, adsQuery().queryKey]) {
      void client.invalidateQueries({ queryKey });
    }
  }, [client, moments]);
}

/** A notice with its own name and what "Got it" does. */
export type ShownNotice = PaymentNotice & {
  key: string;
  record: PaymentRecord;
  dismiss: () => void;
};

/**
 * What the dashboards and the manage screens say about payments, in the order in which they say it
 * (readings, spec §4). Makes no call while nothing is waited for.
 */
export function useNotices(): ShownNotice[] {
  const [openedAt] = useState(() => Date.now());
  // The screen itself reads these, or one before it did.
  useReports(useHeld(myJobsQuery()), jobListReports);
  useReports(useHeld(myAdsQuery()), adListReports);
  useReports(useHeld(myFundiQuery()), accountReports);
  const { records, now } = useStored(myRecords);
  useQuestions(records.some((record) => isAwaited(record, now)));
  useFreshLists(records, openedAt);

  const said = records.flatMap((record) =>
    notices(record, now, openedAt).map((notice) => {
      const { what } = notice;
      const dismiss = () => {
        if (what) dispatch(record, { type: 'read', what });
      };
      return { ...notice, record, dismiss, key: `${nameOf(record)} ${notice.title}` };
    }),
  );
  const news = said.filter(({ what }) => what === 'news');
  useShown(news.map(({ record }) => record));
  const hasNews = news.length > 0;
  useEffect(() => {
    if (hasNews) clearPaymentDraft();
  }, [hasNews]);
  const order = ['news', 'review', null];
  return said.sort((a, b) => order.indexOf(a.what) - order.indexOf(b.what));
}
