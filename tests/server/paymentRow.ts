import type { Payment } from '../../server/payments/store.ts';

/** A payment for a job, one second after its press: the phone shows the prompt. */
export const PROMPTED: Payment = {
  id: 1,
  publicId: 'x',
  accountId: 1,
  purpose: 'post_job',
  jobId: 1,
  adId: null,
  payable: 'job:1',
  amount: 100,
  amountReceived: null,
  phone: '0712345678',
  state: 'prompted',
  callbackHash: '',
  merchantRequestId: '1',
  checkoutRequestId: 'ws_CO_1',
  receipt: null,
  resultCode: null,
  reason: null,
  review: null,
  createdAt: new Date(0),
  promptedAt: new Date(1000),
  settledAt: null,
  receivedAt: null,
  nextQueryAt: null,
  queries: 1,
};
