/** A scripted world in which sums come from the Pay Bill menu. */
import { eq } from 'drizzle-orm';
import { FEES } from '../../src/contract/constants.ts';
import { sums } from '../../server/db/schema/payments.ts';
import { darajaTimestamp } from '../../server/mpesa/daraja.ts';
import { promptTexts } from '../../server/payments/payables.ts';
import type { Sum } from '../../server/payments/sums.ts';
import { confirmation } from './mpesaBodies.ts';
import { startScriptedWorld } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';

/** The account of the thing on the Pay Bill menu. */
export const referenceOf = (thing: Thing) =>
  promptTexts({ ...thing, accountId: thing.account.id }).reference;

/** Starts it; `close` gives the database back. */
export async function startSumWorld() {
  const world = await startScriptedWorld({ MPESA_C2B: 'on' });
  /** What M-Pesa confirms of a sum for the thing. */
  const said = (thing: Thing, parts: Record<string, unknown> = {}) =>
    confirmation({
      BillRefNumber: referenceOf(thing),
      TransAmount: String(FEES[thing.purpose]),
      TransTime: darajaTimestamp(world.at(0).getTime()),
      ...parts,
    });
  async function sumOf(receipt: string): Promise<Sum | undefined> {
    const [sum] = await world.db.select().from(sums).where(eq(sums.receipt, receipt));
    return sum;
  }
  /** Confirms a sum for the thing, and decides about it; its receipt. */
  async function confirm(thing: Thing, parts: Record<string, unknown> = {}): Promise<string> {
    const sent = said(thing, parts);
    await world.payments.sums.confirm(sent);
    await world.payments.reconcile();
    return sent.TransID.toUpperCase();
  }
  return {
    ...world,
    said,
    sumOf,
    confirm,

    /** The payments of the thing, and what became of these sums. */
    async books(thing: Thing, ...receipts: string[]): Promise<string[]> {
      const rows = await world.rowsOf(thing);
      const found = await Promise.all(receipts.map(sumOf));
      return [
        ...rows.map(({ state, receipt }) => `${state} ${receipt}`),
        ...found.map((sum) => `${sum?.state}${sum?.cause ? ` ${sum.cause}` : ''}`),
      ];
    },

    /** A thing whose prompt is out, with its callback and its confirmation of the same receipt. */
    async prompted(purpose?: Thing['purpose']) {
      const one = await world.prompted(purpose);
      return { ...one, confirm: () => confirm(one.thing, { TransID: one.receipt }) };
    },
  };
}
