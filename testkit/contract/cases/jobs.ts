import { SAMPLE_JOB } from '../../../src/contract/sample.ts';
import { expect } from 'vitest';
import { TEXT_LIMITS } from '../../../src/contract/limits.ts';
import { aJob, ofClient, ofFundi, overlong, wrong } from './types.ts';
import type { CasesOf } from './types.ts';

/** Cases of the calls on jobs. */
export const jobCases: CasesOf<
  'listJobs' | 'getJob' | 'updateJob' | 'deleteJob' | 'listMyJobs' | 'createJob'
> = {
  listJobs: {
    good: ofFundi,
    refused: [
      { title: 'a client', sent: ofClient, status: 403, guards: 'people' },
      {
        title: 'a fundi whose trial is over',
        sent: (world) => ({ token: world.expiredFundi.token }),
        status: 403,
        guards: 'money',
      },
    ],
  },
  getJob: {
    good: aJob,
    check: (job, { client }) =>
      expect(job).toMatchObject({ ...SAMPLE_JOB, client: { phone_number: client.phone } }),
    refused: [
      {
        title: 'another client',
        sent: async (world) => ({
          token: world.otherClient.token,
          id: (await world.paidJob()).id,
        }),
        status: 403,
        guards: 'people',
      },
      {
        title: 'a fundi whose trial is over',
        sent: async (world) => ({
          token: world.expiredFundi.token,
          id: (await world.paidJob()).id,
        }),
        status: 403,
        guards: 'people',
      },
      {
        title: 'a job that is not paid for, to a fundi',
        sent: async (world) => ofFundi(world, { id: (await world.job()).id }),
        status: 404,
        guards: 'people',
      },
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
      {
        title: 'switching on what is not paid for',
        sent: { body: { is_active: true } },
        status: 402,
        guards: 'money',
      },
    ],
  },
  deleteJob: { good: aJob },
  listMyJobs: { good: ofClient },
  createJob: {
    good: (world) => ofClient(world, { body: SAMPLE_JOB }),
    check: (job) => expect(job).toMatchObject({ ...SAMPLE_JOB, is_active: false, is_paid: false }),
    refused: [
      wrong(SAMPLE_JOB, 'title', '', 'Title is required.'),
      wrong(
        SAMPLE_JOB,
        'title',
        overlong(TEXT_LIMITS.title),
        `Title must be at most ${TEXT_LIMITS.title} characters.`,
      ),
      wrong(
        SAMPLE_JOB,
        'description',
        overlong(TEXT_LIMITS.description),
        `Description must be at most ${TEXT_LIMITS.description} characters.`,
      ),
      wrong(SAMPLE_JOB, 'location', 7, 'Location is required.'),
    ],
  },
};
