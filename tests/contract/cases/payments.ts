import { expect } from 'vitest';
import { VALIDATION } from '../../../src/contract/messages.ts';
import { ofClient, ofFundi, UNKNOWN_ID, wrong } from './types.ts';
import type { CasesOf } from './types.ts';

const payment = { phone: '0712345678', purpose: 'post_job' };

/** Cases of the calls on payments. */
export const paymentCases: CasesOf<'requestPayment' | 'getJobPaymentStatus'> = {
  requestPayment: {
    good: async (world) =>
      ofClient(world, {
        body: { phone: world.newPhone(), purpose: 'post_job', job_id: (await world.job()).id },
      }),
    check: ({ checkout_id, reference }, _world, sent) => {
      expect(checkout_id).not.toBe('');
      const { job_id } = sent.body as { job_id: number };
      expect(reference).toBe(`FundiJob${job_id}`);
    },
    refused: [
      wrong(payment, 'phone', '12345', VALIDATION.payPhone),
      wrong(payment, 'purpose', 'gift'),
      { title: 'no job_id', sent: { body: payment }, status: 400, field: 'job_id' },
      {
        title: 'no ad_id',
        sent: { body: { ...payment, purpose: 'post_ad' } },
        status: 400,
        field: 'ad_id',
      },
      {
        title: 'a job that is not there',
        sent: { body: { ...payment, job_id: UNKNOWN_ID } },
        status: 404,
      },
      {
        title: 'an ad that is not there',
        sent: { body: { ...payment, purpose: 'post_ad', ad_id: UNKNOWN_ID } },
        status: 404,
      },
      {
        title: "someone else's job",
        sent: async (world) => ({
          token: world.otherClient.token,
          body: { ...payment, job_id: (await world.job()).id },
        }),
        status: 403,
      },
      {
        title: "someone else's ad",
        sent: async (world) => ({
          token: world.otherClient.token,
          body: { ...payment, purpose: 'post_ad', ad_id: (await world.ad()).id },
        }),
        status: 403,
      },
      {
        title: 'a subscription for a client',
        sent: { body: { ...payment, purpose: 'subscription' } },
        status: 403,
      },
      {
        title: 'a job for a fundi',
        sent: async (world) =>
          ofFundi(world, { body: { ...payment, job_id: (await world.job()).id } }),
        status: 403,
      },
      {
        title: 'a job that is paid for',
        sent: async (world) => ({ body: { ...payment, job_id: (await world.paidJob()).id } }),
        status: 400,
      },
      {
        title: 'a subscription while on trial',
        sent: (world) => ofFundi(world, { body: { ...payment, purpose: 'subscription' } }),
        status: 400,
      },
    ],
  },
  getJobPaymentStatus: {
    good: async (world) => ofClient(world, { query: { job_id: (await world.job()).id } }),
    check: (answer) => expect(answer).toEqual({ status: 'unpaid' }),
    refused: [
      { title: 'no job_id', sent: { query: {} }, status: 400, field: 'job_id' },
      { title: 'a job that is not there', sent: { query: { job_id: UNKNOWN_ID } }, status: 404 },
      {
        title: "someone else's job",
        sent: (world) => ({ token: world.otherClient.token }),
        status: 403,
      },
    ],
  },
};
