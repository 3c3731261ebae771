import { SAMPLE_JOB } from '../../../src/contract/sample.ts';
import { expect } from 'vitest';
import { TEXT_LIMITS } from '../../../src/contract/limits.ts';
import type { World } from '../world.ts';
import {
  aJob,
  MONEY,
  ofClient,
  ofFundi,
  ofOtherClient,
  overlong,
  PEOPLE,
  refusal,
  wrong,
} from './types.ts';
import type { CasesOf, Refused } from './types.ts';

const ofExpiredFundi = (world: World) => ({ token: world.expiredFundi.token });
const paid = async (world: World) => ({ id: (await world.paidJob()).id });

function tooLong(field: 'title' | 'description', label: string): Refused {
  const most = TEXT_LIMITS[field];
  const text = `${label} must be at most ${most} characters.`;
  return wrong(SAMPLE_JOB, field, overlong(most), text);
}

/** Cases of the calls on jobs. */
export const jobCases: CasesOf<
  'listJobs' | 'getJob' | 'updateJob' | 'deleteJob' | 'listMyJobs' | 'createJob'
> = {
  listJobs: {
    good: ofFundi,
    refused: [
      refusal('a client', 403, ofClient, PEOPLE),
      refusal('a fundi whose trial is over', 403, ofExpiredFundi, MONEY),
    ],
  },
  getJob: {
    good: aJob,
    check: (job, { client }) =>
      expect(job).toMatchObject({ ...SAMPLE_JOB, client: { phone_number: client.phone } }),
    refused: [
      refusal(
        'another client',
        403,
        async (world) => ofOtherClient(world, await paid(world)),
        PEOPLE,
      ),
      refusal(
        'a fundi whose trial is over',
        403,
        async (world) => ({ ...ofExpiredFundi(world), ...(await paid(world)) }),
        PEOPLE,
      ),
      refusal(
        'a job that is not paid for, to a fundi',
        404,
        async (world) => ofFundi(world, { id: (await world.job()).id }),
        PEOPLE,
      ),
    ],
  },
  updateJob: {
    good: async (world) => ({
      ...(await aJob(world)),
      body: { title: ' New gate ', description: 'Steel, two metres', location: 'Thika' },
    }),
    check: (job) =>
      expect(job).toMatchObject({ title: 'New gate', location: 'Thika', is_active: false }),
    refused: [
      wrong(SAMPLE_JOB, 'title', ' ', 'Title is required.'),
      wrong(SAMPLE_JOB, 'location', undefined, 'Location is required.'),
      wrong({}, 'is_active', 'yes', 'Active must be true or false.'),
      refusal('switching on what is not paid for', 402, { body: { is_active: true } }, MONEY),
    ],
  },
  deleteJob: { good: aJob },
  listMyJobs: { good: ofClient },
  createJob: {
    good: (world) => ofClient(world, { body: SAMPLE_JOB }),
    check: (job) => expect(job).toMatchObject({ ...SAMPLE_JOB, is_active: false, is_paid: false }),
    refused: [
      wrong(SAMPLE_JOB, 'title', '', 'Title is required.'),
      tooLong('title', 'Title'),
      tooLong('description', 'Description'),
      wrong(SAMPLE_JOB, 'location', 7, 'Location is required.'),
    ],
  },
};
