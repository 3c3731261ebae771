import { expect } from 'vitest';
import * as VALIDATION from '../../../src/contract/messages/validation.ts';
import {
  MONEY,
  ofClient,
  ofFundi,
  ofOtherClient,
  PEOPLE,
  refusal,
  UNKNOWN_ID,
  wrong,
} from './types.ts';
import type { World } from '../world.ts';
import type { CasesOf } from './types.ts';

/** A body for a prompt on the world's paying phone: an API under test might really send it. */
const payment = (world: World, rest: object = {}) => ({
  phone: world.payer(),
  purpose: 'post_job',
  ...rest,
});

const AD = { purpose: 'post_ad' };
const SUBSCRIPTION = { purpose: 'subscription' };
const aJobOf = async (world: World) => ({ job_id: (await world.job()).id });
const anAdOf = async (world: World) => ({ ...AD, ad_id: (await world.ad()).id });
const prompt = (rest: object) => (world: World) => ({ body: payment(world, rest) });
const byOther = (made: (world: World) => Promise<object>) => async (world: World) =>
  ofOtherClient(world, { body: payment(world, await made(world)) });

/** Cases of the calls on payments. */
export const paymentCases: CasesOf<'requestPayment' | 'getJobPaymentStatus'> = {
  requestPayment: {
    good: async (world) => ofClient(world, { body: payment(world, await aJobOf(world)) }),
    check: ({ checkout_id, reference }) => {
      expect(checkout_id).not.toBe('');
      // Where there is one, it is what M-Pesa takes.
      expect(reference ?? 'none').toMatch(/^[A-Za-z0-9]{1,12}$/);
    },
    refused: [
      wrong({ purpose: 'post_job' }, 'phone', '12345', VALIDATION.payPhone),
      refusal('purpose "gift"', 400, prompt({ purpose: 'gift' }), { field: 'purpose' }),
      refusal('no job_id', 400, prompt({}), { field: 'job_id' }),
      refusal('no ad_id', 400, prompt(AD), { field: 'ad_id' }),
      refusal('a job that is not there', 404, prompt({ job_id: UNKNOWN_ID }), MONEY),
      refusal('an ad that is not there', 404, prompt({ ...AD, ad_id: UNKNOWN_ID }), MONEY),
      refusal("someone else's job", 403, byOther(aJobOf), PEOPLE),
      refusal("someone else's ad", 403, byOther(anAdOf), PEOPLE),
      refusal('a subscription for a client', 403, prompt(SUBSCRIPTION), MONEY),
      refusal(
        'a job for a fundi',
        403,
        async (world) => ofFundi(world, { body: payment(world, await aJobOf(world)) }),
        MONEY,
      ),
      refusal(
        'a job that is paid for',
        400,
        async (world) => ({ body: payment(world, { job_id: (await world.paidJob()).id }) }),
        MONEY,
      ),
      refusal(
        'a subscription while on trial',
        400,
        (world) => ofFundi(world, { body: payment(world, SUBSCRIPTION) }),
        MONEY,
      ),
    ],
  },
  getJobPaymentStatus: {
    good: async (world) => ofClient(world, { query: { job_id: (await world.job()).id } }),
    check: (answer) => expect(answer).toEqual({ status: 'unpaid' }),
    refused: [
      refusal('no job_id', 400, { query: {} }, { field: 'job_id' }),
      refusal('a job that is not there', 404, { query: { job_id: UNKNOWN_ID } }),
      refusal("someone else's job", 403, ofOtherClient, PEOPLE),
    ],
  },
};
