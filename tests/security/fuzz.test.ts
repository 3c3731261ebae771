/** The first requests of `npm run fuzz` with a fixed seed. */
import { expect, it } from 'vitest';
import { runFuzz } from '../../tools/fuzz/run.ts';

const SEED = 1;
const REQUESTS = 400;
/** Each request waits for those of other tests: six seconds alone, a minute beside all. */
const LIMIT_MS = 240_000;

it(
  `answers ${REQUESTS} hostile requests as the contract says, and still works afterwards`,
  async () => {
    const { fault, statuses } = await runFuzz({ seed: SEED, requests: REQUESTS });
    expect(fault, fault ?? '').toBeNull();
    // The requests reach the calls: they are not all refused at the door.
    for (const status of [200, 201, 204, 400, 401, 403, 404, 415]) {
      expect(statuses[status], `answers with ${status}`).toBeGreaterThan(0);
    }
  },
  LIMIT_MS,
);
