/** An hour in which M-Pesa does not work: what pay pages say, and what an operator reads and does. */
import { inArray } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { closeOutage, readOutage } from '../../server/desk/closeOutage.ts';
import { linesOf } from '../../server/desk/cli/printBlocks.ts';
import {
  paymentReport,
  readReviews,
  reportBlocks,
  reviewParts,
} from '../../server/desk/reportPayments.ts';
import type { PushResult } from '../../server/mpesa/gateway.ts';
import { isMpesaDown } from '../../server/payments/detectOutage.ts';
import { payPageStatus } from '../../server/payments/offerPayBill.ts';
import { accepted, down, lost, refusalOf, refused, startScriptedWorld } from './scriptedWorld.ts';
import type { Thing } from './scriptedWorld.ts';

const world = await startScriptedWorld({ MPESA_C2B: 'on' });
beforeEach(() => {
  // The prompts of the test before are no longer lately.
  world.wait(60 * MINUTE_MS);
});
afterAll(() => world.close());

const away = refused('away');
let pushes = 0;
/** Pushes that M-Pesa answers so, each for something else; the things. */
async function press(...answers: PushResult[]): Promise<Thing[]> {
  const things = [];
  for (const answer of answers) {
    const thing = await world.thing();
    world.gateway.push.mockResolvedValueOnce(answer);
    await world.press(thing).catch(() => undefined);
    things.push(thing);
  }
  return things;
}
const yes = () => accepted(`ws_outage_${(pushes += 1)}`);

test.each<[string, boolean, PushResult[]]>([
  ['nothing', false, []],
  ['one answer of a broken M-Pesa', false, [down]],
  ['two in a row', true, [down, down]],
  ['two pushes that never left', true, [away, away]],
  ['one of each', true, [down, away]],
  ['two before, then a good one', false, [down, down, yes()]],
  ['two before, then a refusal of its own', false, [down, down, refused('phone')]],
  ['one, a good one, one', false, [down, yes(), down]],
  ['two lost answers, whose prompts may be out', false, [lost, lost]],
])('after %s M-Pesa is down: %s', async (_, isDown, answers) => {
  await press(...answers);
  expect(await isMpesaDown(world.ctx)).toBe(isDown);
});

test('two within minutes say it, for ten minutes', async () => {
  await press(down);
  world.wait(10 * MINUTE_MS + 1);
  await press(down);
  expect(await isMpesaDown(world.ctx)).toBe(false);
  await press(down);
  world.wait(10 * MINUTE_MS);
  expect(await isMpesaDown(world.ctx)).toBe(true);
  world.wait(1);
  expect(await isMpesaDown(world.ctx)).toBe(false);
});

test('everybody who can pay reads it with the status, and how else to pay', async () => {
  const statusOf = (thing: Thing, can = { isGiven: false, canPay: true }) =>
    payPageStatus(world.ctx, { ...thing, accountId: thing.account.id }, can);
  const [first, second] = (await press(down, down)) as [Thing, Thing];
  const other = await world.thing();
  const said = { mpesa_down: true, pay_bill: { amount: 100 } };
  expect(await statusOf(other)).toMatchObject({ status: 'unpaid', ...said });
  expect(await statusOf(first)).toMatchObject({ status: 'pending', confirmed: false, ...said });
  expect(await statusOf(other, { isGiven: true, canPay: true })).toBeUndefined();
  expect(await statusOf(other, { isGiven: false, canPay: false })).toBeUndefined();
  // Its end is not known: nobody is told to pay once more.
  world.wait(5 * MINUTE_MS);
  await world.payments.reconcile();
  expect(await statusOf(second)).toEqual({
    status: 'failed',
    review: 'unclear',
    reason: expect.any(String),
    review_id: expect.any(String),
  });
  await press(yes());
  expect(await statusOf(other)).toEqual({ status: 'unpaid', pay_bill: expect.any(Object) });
});

test('the reviews of an outage are one line at the desk, and one command ends those without money', async () => {
  const by = { who: 'Otieno', reason: 'Not in the statement.' };
  await world.db.update(payments).set({ review: null });
  const [first, paid] = (await press(down, lost, down)) as [Thing, Thing];
  world.wait(40 * MINUTE_MS);
  const [later] = (await press(down)) as [Thing];
  world.wait(5 * MINUTE_MS);
  await world.payments.reconcile();
  const { id } = await world.rowOf(first);
  const lines = async () => linesOf(reportBlocks(await paymentReport(world.db))).join('\n');
  expect(await lines()).toMatch(/M-Pesa was down, .*: 3 payments .*, Ksh 300 asked/);
  expect(await lines()).toContain(`payments outage ${id} --reason`);
  // The one 40 minutes later waits alone.
  expect(await lines()).toContain(`payments close ${(await world.rowOf(later)).id} `);
  expect(await lines()).not.toContain(`payments close ${id} `);
  const outage = await readOutage(world.db, id);
  const held = (await world.rowOf(paid)).id;
  expect(outage[1]?.id).toBe(held);
  await world.change(paid, { review: 'amount' });
  expect(await closeOutage({ paymentId: id, by }, world.ctx).catch(String)).toEqual([
    '2 payments were closed as nothing.',
  ]);
  expect(await world.rowOf(first)).toMatchObject({ state: 'failed', review: null });
  expect(await world.rowOf(paid)).toMatchObject({ review: 'amount' });
  expect(await refusalOf(closeOutage({ paymentId: id, by }, world.ctx))).toContain(
    'waits for nothing',
  );
});

test('reviews that are of no outage stand the oldest first', async () => {
  const ids = [await world.prompted(), await world.prompted()].map(({ id }) => id);
  const held = { state: 'needs_review', review: 'deleted' } as const;
  await world.db.update(payments).set(held).where(inArray(payments.id, ids));
  const shown = JSON.stringify(reviewParts(await readReviews(world.db)));
  const [old = -1, young = -1] = ids.map((id) => shown.indexOf(`paymentId=${id}"`));
  expect(old).toBeGreaterThan(-1);
  expect(young).toBeGreaterThan(old);
});
