/** The payers of the payments run: they press twice, wait, give up, and try another phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../server/demo/random.ts';
import { BEHAVIOURS } from '../../simulator/behaviours.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { requestOf } from '../../testkit/contract/harness.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import type { OwnedPayable } from '../../testkit/payingTown.ts';

const CALL_MS = 15_000;
const SUFFIXES = BEHAVIOURS.map(({ suffix }) => suffix);

/** A phone number: for every third one nothing goes wrong, for the others the simulator decides. */
function randomPhone(random: Random): string {
  const suffix = random.chance(1 / 3)
    ? String(random.whole(0, 899)).padStart(3, '0')
    : random.pick(SUFFIXES);
  return random.pick(['07', '01']) + String(random.whole(0, 99_999)).padStart(5, '0') + suffix;
}

/** What one payer does with one payable: up to three tries with as many phones, each call to one of the servers. */
export async function pay(
  serverUrls: string[],
  { purpose, id, token }: OwnedPayable,
  random: Random,
): Promise<void> {
  /** Returns the answer's body, or null when the server was killed. */
  const call = async (name: EndpointName, sent: Sent) => {
    const { place, init } = requestOf(name, { token, ...sent });
    const signal = AbortSignal.timeout(CALL_MS);
    try {
      const answer = await fetch(`${random.pick(serverUrls)}/api${place}`, { ...init, signal });
      return (await answer.json()) as Record<string, unknown>;
    } catch {
      return null;
    }
  };
  const ids = { post_job: { job_id: id }, post_ad: { ad_id: id }, subscription: {} };

  const tries = random.pick([1, 1, 2, 3]);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const body = { purpose, phone: randomPhone(random), ...ids[purpose] };
    const taps = random.pick([1, 1, 2, 3]);
    const waitMs = random.next() * 3000;
    const press = () => call('requestPayment', { body });
    let answers = await Promise.all(Array.from({ length: taps }, press));
    while (answers.every((answer) => answer === null)) {
      await sleep(300);
      answers = [await press()];
    }
    const end = Date.now() + waitMs;
    // Only a job has a call for its status.
    while (Date.now() < end) {
      if (purpose !== 'post_job') break;
      const answer = await call('getJobPaymentStatus', { query: { job_id: id } });
      if (answer && answer.status !== 'pending') break;
      await sleep(250);
    }
    await sleep(Math.max(0, end - Date.now()) / 2);
  }
}
