import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  adsQuery,
  myAdsQuery,
  myClientQuery,
  myFundiQuery,
  myJobsQuery,
  ownKey,
} from '../lib/api/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { askAbout } from './ask.ts';
import { clearPaymentDraft } from './draft.ts';
import { adReports, fundiReport, jobReports, SUBSCRIPTION, type Listed } from './events.ts';
import { isAskedAbout, nameOf, type PaymentRecord } from './record.ts';
import { claim, dispatch, hasUnclaimed, myRecords } from './store.ts';
import { useShown, useStored } from './useStored.ts';
import { notices, type PaymentNotice } from './view.ts';
import { onReturn } from './wake.ts';

/** Asks what became of the payments that are waited for. */
function askAll(client: QueryClient) {
  for (const record of myRecords()) {
    if (isAskedAbout(record, Date.now())) void askAbout(record, client);
  }
}

/** Asks on each visit and return, and takes over what an ended session of the same person left. */
function useQuestions() {
  const queryClient = useQueryClient();
  const { userType } = useSession();
  const [isNeeded] = useState(hasUnclaimed);
  const client = useQuery({ ...myClientQuery(), enabled: isNeeded && userType === 'client' });
  const fundi = useQuery({ ...myFundiQuery(), enabled: isNeeded && userType === 'fundi' });
  const id = userType === 'client' ? client.data?.id : fundi.data?.id;
  const account = isNeeded && id !== undefined ? `${userType}:${id}` : null;
  useEffect(() => {
    if (account !== null) claim(account);
    askAll(queryClient);
    return onReturn(() => askAll(queryClient));
  }, [queryClient, account]);
}

/** Passes on what a list that came at `at`, in ms, says about payments. */
function passOn(listed: Listed[], at: number) {
  for (const { payable, title, report } of listed) {
    dispatch(payable, { type: 'reported', report, at, isListed: true });
    if (title !== null) dispatch(payable, { type: 'titled', title });
  }
}

/** What the fundi's account says about the subscription is an event, as an answer about it is. */
export function useFundiReport() {
  const { data, dataUpdatedAt } = useQuery({ ...myFundiQuery(), enabled: false });
  useEffect(() => {
    if (!data) return;
    const report = fundiReport(data, Date.now());
    passOn([{ payable: SUBSCRIPTION, title: null, report }], dataUpdatedAt);
  }, [data, dataUpdatedAt]);
}

/** The same of the lists of jobs and ads that a screen has read. */
function useListReports() {
  const jobs = useQuery({ ...myJobsQuery(), enabled: false });
  const ads = useQuery({ ...myAdsQuery(), enabled: false });
  const [jobsAt, adsAt] = [jobs.dataUpdatedAt, ads.dataUpdatedAt];
  useEffect(() => passOn(jobReports(jobs.data ?? [], jobsAt), jobsAt), [jobs.data, jobsAt]);
  useEffect(() => passOn(adReports(ads.data ?? [], adsAt), adsAt), [ads.data, adsAt]);
}

/** Reads the lists again when the money has come while the screen is open. */
function useFreshLists(records: PaymentRecord[], openedAt: number) {
  const client = useQueryClient();
  const come = records.filter(({ news, at }) => news && news !== 'failed' && at >= openedAt);
  const moments = come.map(({ at }) => at).join(' ');
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
  useFundiReport();
  useListReports();
  const { records, now } = useStored(myRecords);
  useQuestions();
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
