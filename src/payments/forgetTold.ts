import type { QueryClient } from '@tanstack/react-query';
import type { Id, PaymentStatus } from '../contract/schemas.ts';
import type { Payable } from './paymentRecord.ts';
import { myAdsQuery, myJobsQuery } from '../lib/api/queries.ts';

const untold = <T extends { id: Id; payment?: PaymentStatus | undefined }>(
  list: T[],
  id: Id | null,
) => list.map((item) => (String(item.id) === String(id) ? { ...item, payment: undefined } : item));

/** Drops what the lists had told of a thing's payment, which is over: they are yet to be read anew. */
export function forgetTold({ purpose, id }: Payable, client: QueryClient) {
  if (purpose === 'post_job') {
    client.setQueryData(myJobsQuery().queryKey, (jobs) => jobs && untold(jobs, id));
  }
  if (purpose === 'post_ad') {
    client.setQueryData(myAdsQuery().queryKey, (ads) => ads && untold(ads, id));
  }
}
