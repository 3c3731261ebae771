/** The people of the payment bench: they press twice, wait, give up, try another phone. */
import { setTimeout as sleep } from 'node:timers/promises';
import { behaviourOf } from '../../server/mpesa/behaviours.ts';
import type { SimulatedPrompt } from '../../server/mpesa/ledger.ts';
import { rollPhone } from './paymentsTown.ts';
import type { Dice, Thing } from './paymentsTown.ts';

export interface Places {
  simulatorUrl: string;
  serverUrls: string[];
}

const CALL_MS = 15_000;
const idField = { post_job: 'job_id', post_ad: 'ad_id', subscription: 'none' } as const;

/** A call that may meet a dead server; null then. */
async function call(places: Places, thing: Thing, dice: Dice, target: string, init?: RequestInit) {
  try {
    const response = await fetch(`${dice.pick(places.serverUrls)}/api${target}`, {
      ...init,
      headers: { Authorization: `Token ${thing.token}`, 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(CALL_MS),
    });
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, body };
  } catch {
    return null;
  }
}

function press(places: Places, thing: Thing, dice: Dice, phone: string) {
  const { purpose, id } = thing;
  const body = JSON.stringify({ purpose, phone, [idField[purpose]]: id });
  return call(places, thing, dice, '/mpesa/stkpush/', { method: 'POST', body });
}

/** The person with the phone in hand, for the numbers that wait for one. */
async function answerByHand(
  { simulatorUrl }: Places,
  { reference }: Thing,
  phone: string,
  action: 'approve' | 'cancel',
): Promise<void> {
  const response = await fetch(`${simulatorUrl}/prompts?phone=${phone}`);
  const { prompts } = (await response.json()) as { prompts: SimulatedPrompt[] };
  const waiting = prompts.find((p) => p.reference === reference && p.state === 'waiting');
  if (!waiting) return;
  await fetch(`${simulatorUrl}/prompts/${waiting.id}/${action}`, { method: 'POST' });
}

/** What one payer does with one thing, up to three times with as many phones. */
export async function pay(places: Places, thing: Thing, dice: Dice): Promise<void> {
  const tries = dice.pick([1, 1, 2, 3]);
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const phone = rollPhone(dice);
    const taps = dice.pick([1, 1, 2, 3]);
    const action = dice.pick(['approve', 'cancel'] as const);
    const isDeleted = thing.purpose !== 'subscription' && dice.chance(0.03);
    const waitMs = dice.next() * 3000;
    const presses = Array.from({ length: taps }, () => press(places, thing, dice, phone));
    let answers = await Promise.all(presses);
    while (answers.every((answer) => answer === null)) {
      await sleep(300);
      answers = [await press(places, thing, dice, phone)];
    }
    if (behaviourOf(phone).byHand) await answerByHand(places, thing, phone, action);
    if (isDeleted) {
      // Refused while a prompt can be answered; a cancelled one may still bring its money later.
      await sleep(waitMs / 4);
      const list = thing.purpose === 'post_job' ? 'jobs' : 'ads';
      await call(places, thing, dice, `/${list}/${thing.id}/`, { method: 'DELETE' });
      return;
    }
    const end = Date.now() + waitMs;
    while (thing.purpose === 'post_job' && Date.now() < end) {
      const target = `/payments/job-status/?job_id=${thing.id}`;
      const status = await call(places, thing, dice, target);
      if (status && status.body.status !== 'pending') break;
      await sleep(250);
    }
    await sleep(Math.max(0, end - Date.now()) / 2);
  }
}
