/** Takes what M-Pesa says of sums from the Pay Bill menu: stores first, answers, then decides. */
import type { Db } from '../db/db.ts';
import { shared } from '../db/whileUnchanged.ts';
import { receiptIn, UNREADABLE } from './callback.ts';
import { readConfirmation, readValidation } from './confirmation.ts';
import { matchAll, misfitOf, payableOf } from './match.ts';
import { keyOf, lockPayable, promptTexts } from './payables.ts';
import type { Services } from './settle.ts';
import { paymentsFor } from './store.ts';
import { newSums, storeSum } from './sums.ts';
import { within } from '../process/within.ts';

/** How many sums one round decides about. */
const BATCH = 50;
/** M-Pesa waits for eight seconds, and then takes the money. */
const PATIENCE_MS = 3000;

/** M-Pesa's codes of a validation: 0 lets the money come, the others refuse it on the phone. */
export const VALIDATION = { yes: '0', account: 'C2B00012', amount: 'C2B00013', other: 'C2B00016' };

export function createReceiver(services: Services) {
  const { db, now, log } = services;
  /** Decides about all sums that nobody has looked at. */
  const matchNew = shared(async () => {
    for (;;) {
      const found = await newSums(db, BATCH);
      const failed = await matchAll(services, found);
      if (found.length < BATCH || failed > 0) return;
    }
  });
  let underWay: Promise<void> = Promise.resolve();

  async function judged(body: unknown): Promise<string> {
    const said = readValidation(body);
    if (said === null) {
      log.error({ receipt: receiptIn(body) }, UNREADABLE);
      return VALIDATION.yes;
    }
    return await db.transaction(async (tx: Db) => {
      const meant = await payableOf(tx, said.typed);
      if (meant === null) return VALIDATION.account;
      const payable = await lockPayable(tx, meant);
      const at = now();
      const misfit = misfitOf(payable, await paymentsFor(tx, keyOf(meant)), at, at);
      if (misfit === 'deleted') return VALIDATION.account;
      if (said.amount !== promptTexts(meant).amount) return VALIDATION.amount;
      return misfit === null ? VALIDATION.yes : VALIDATION.other;
    });
  }

  return {
    /** Stores a confirmation; decides about it soon. False for a body without a receipt. */
    confirm: async (body: unknown): Promise<boolean> => {
      const said = readConfirmation(body);
      if (said === null) {
        log.error({ receipt: receiptIn(body) }, UNREADABLE);
        return false;
      }
      await storeSum(db, { ...said, receivedAt: now() });
      // A failure is logged; the reconciler decides about what is left.
      underWay = matchNew().catch((error: unknown) => {
        log.error({ err: error }, 'new sums could not be read');
      });
      return true;
    },
    /** Whether money may come: one of the codes. It never throws and never takes long. */
    validate: async (body: unknown): Promise<string> => {
      const judging = judged(body).catch((error: unknown) => {
        // What we cannot judge now comes, and is judged then.
        log.error({ err: error }, 'a sum that is to come could not be judged');
        return VALIDATION.yes;
      });
      return await within(PATIENCE_MS, judging, VALIDATION.yes);
    },
    matchNew,
    /** Resolves when nothing is under way. */
    stop: () => underWay,
  };
}
