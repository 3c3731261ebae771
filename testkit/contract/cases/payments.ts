import { expect } from 'vitest';
import * as VALIDATION from '../../../src/contract/messages/validation.ts';
import { ofClient, ofFundi, UNKNOWN_ID, wrong } from './types.ts';
import type { World } from '../world.ts';
import type { CasesOf } from './types.ts';

/** A body for a prompt on the world's paying phone: an API under test might really send it. */
const payment = (world: World, rest: object = {}) => ({
  phone: world.payer(),
  purpose: 'post_job',
  ...rest,
});

/** Cases of the calls on payments. */
export const paymentCases: CasesOf<'requestPayment' | 'getJobPaymentStatus'> = {
  requestPayment: {
    good: async (world) =>
      ofClient(world, {
        body: payment(world, { job_id: (await world.job()).id }),
      }),
    check: ({ checkout_id, reference }) => {
      expect(checkout_id).not.toBe('');
      // Where there is one, it is what M-Pesa takes.
      expect(reference ?? 'none').toMatch(/^[A-Za-z0-9]{1,12}$/);
    },
    refused: [
      wrong({ purpose: 'post_job' }, 'phone', '12345', VALIDATION.payPhone),
      {
        ...wrong({}, 'purpose', 'gift'),
        sent: (world) => ({ body: payment(world, { purpose: 'gift' }) }),
      },
      {
        title: 'no job_id',
        sent: (world) => ({ body: payment(world) }),
        status: 400,
        field: 'job_id',
      },
      {
        title: 'no ad_id',
        sent: (world) => ({ body: payment(world, { purpose: 'post_ad' }) }),
        status: 400,
        field: 'ad_id',
      },
      {
        title: 'a job that is not there',
        sent: (world) => ({ body: payment(world, { job_id: UNKNOWN_ID }) }),
        status: 404,
        guards: 'money',
      },
      {
        title: 'an ad that is not there',
        sent: (world) => ({ body: payment(world, { purpose: 'post_ad', ad_id: UNKNOWN_ID }) }),
        status: 404,
        guards: 'money',
      },
      {
        title: "someone else's job",
        sent: async (world) => ({
          token: world.otherClient.token,
          body: payment(world, { job_id: (await world.job()).id }),
        }),
        status: 403,
        guards: 'people',
      },
      {
        title: "someone else's ad",
        sent: async (world) => ({
          token: world.otherClient.token,
          body: payment(world, { purpose: 'post_ad', ad_id: (await world.ad()).id }),
        }),
        status: 403,
        guards: 'people',
      },
      {
        title: 'a subscription for a client',
        sent: (world) => ({ body: payment(world, { purpose: 'subscription' }) }),
        status: 403,
        guards: 'money',
      },
      {
        title: 'a job for a fundi',
        sent: async (world) =>
          ofFundi(world, { body: payment(world, { job_id: (await world.job()).id }) }),
        status: 403,
        guards: 'money',
      },
      {
        title: 'a job that is paid for',
        sent: async (world) => ({ body: payment(world, { job_id: (await world.paidJob()).id }) }),
        status: 400,
        guards: 'money',
      },
      {
        title: 'a subscription while on trial',
        sent: (world) => ofFundi(world, { body: payment(world, { purpose: 'subscription' }) }),
        status: 400,
        guards: 'money',
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
        guards: 'people',
      },
    ],
  },
};
