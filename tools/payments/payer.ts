/** The payers of the payments run: they press twice, wait, give up, and try another phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Random } from '../../server/demo/random.ts';
import { behaviourOf, BEHAVIOURS } from '../../simulator/behaviours.ts';
import type { SimulatedPrompt } from '../../simulator/ledger.ts';
import { endpoints, type EndpointName } from '../../src/contract/endpoints.ts';
import type { OwnedPayable } from '../../testkit/payingTown.ts';

/** Where a payer's calls go: one of the servers each time, and the simulated phone. */
export interface SimulatorAddresses {
  serverUrls: string[];
  simulator: FastifyInstance;
}

const CALL_MS = 15_000;
const SUFFIXES = BEHAVIOURS.map(({ suffix }) => suffix);

/** All prompts of a simulator, of one phone if it is given. */
export async function promptsOf(
  simulator: FastifyInstance,
  phone?: string,
): Promise<SimulatedPrompt[]> {
  const answer = await simulator.inject(phone ? `/prompts?phone=${phone}` : '/ledger');
  return answer.json<{ prompts: SimulatedPrompt[] }>().prompts;
}

/** The body that asks for a prompt on `phone`. */
export function pushBody({ purpose, id }: OwnedPayable, phone: string): string {
  const ids = { post_job: { job_id: id }, post_ad: { ad_id: id }, subscription: {} };
  return JSON.stringify({ purpose, phone, ...ids[purpose] });
}

/** A phone number: for every third one nothing goes wrong, for the others the simulator decides. */
function randomPhone(random: Random): string {
  const suffix = random.chance(1 / 3)
    ? String(random.whole(0, 899)).padStart(3, '0')
    : random.pick(SUFFIXES);
  return random.pick(['07', '01']) + String(random.whole(0, 99_999)).padStart(5, '0') + suffix;
}

/** What one payer does with one payable: up to three tries with as many phones. */
export async function pay(
  places: SimulatorAddresses,
  payable: OwnedPayable,
  random: Random,
): Promise<void> {
  const { simulator, serverUrls } = places;
  const { purpose, id, token, reference } = payable;
  /** Returns the answer's body, or null when the server was killed. */
  const call = async (
    name: EndpointName,
    { query = '', body }: { query?: string; body?: string },
  ) => {
    const { method, path } = endpoints[name];
    const url = `${random.pick(serverUrls)}/api${path.replace('{id}', String(id))}${query}`;
    const headers = { authorization: `Token ${token}`, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(CALL_MS);
    try {
      const answer = await fetch(url, { method, headers, signal, ...(body && { body }) });
      return (await answer.json()) as Record<string, unknown>;
    } catch {
      return null;
    }
  };
  /** The person with the phone, for the numbers that wait for a person. */
  const answerByHand = async (phone: string, action: string) => {
    const prompts = await promptsOf(simulator, phone);
    const waiting = prompts.find((p) => p.reference === reference && p.state === 'waiting');
    if (waiting)
      await simulator.inject({ method: 'POST', url: `/prompts/${waiting.id}/${action}` });
  };

  const tries = random.pick([1, 1, 2, 3]);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const phone = randomPhone(random);
    const taps = random.pick([1, 1, 2, 3]);
    const action = random.pick(['approve', 'cancel']);
    const isDeleted = purpose !== 'subscription' && random.chance(0.03);
    const waitMs = random.next() * 3000;
    const press = () => call('requestPayment', { body: pushBody(payable, phone) });
    let answers = await Promise.all(Array.from({ length: taps }, press));
    while (answers.every((answer) => answer === null)) {
      await sleep(300);
      answers = [await press()];
    }
    if (behaviourOf(phone).byHand) await answerByHand(phone, action);
    if (isDeleted) {
      // Refused while the prompt can be answered. Money may come after a cancelled prompt too.
      await sleep(waitMs / 4);
      await call(purpose === 'post_job' ? 'deleteJob' : 'deleteAd', {});
      return;
    }
    const end = Date.now() + waitMs;
    while (Date.now() < end) {
      if (purpose !== 'post_job') break;
      const answer = await call('getJobPaymentStatus', { query: `?job_id=${id}` });
      if (answer && answer.status !== 'pending') break;
      await sleep(250);
    }
    await sleep(Math.max(0, end - Date.now()) / 2);
  }
}
