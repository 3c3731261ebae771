/** Compares the simulator's books with the server's. */
import { referenceOf } from './paymentWorld.ts';
import type { Payable, PaymentWorld } from './paymentWorld.ts';

/**
 * Where the simulator's books and the server's disagree, one text each. All money taken is booked as
 * paid or is in review, nothing is activated without money, and no prompt is sent while an
 * earlier one for the same payable can be paid.
 */
export async function checkBooks(world: PaymentWorld, payables: Payable[]): Promise<string[]> {
  const wrong: string[] = [];
  const { prompts } = await world.books();
  const known = await Promise.all(payables.map((payable) => world.rows(payable)));
  for (const [index, payable] of payables.entries()) {
    const rows = known[index] ?? [];
    const { key } = payable;
    const asked = prompts.filter((prompt) => prompt.reference === referenceOf(payable));
    const taken = asked.filter((prompt) => prompt.taken > 0);
    const paid = rows.filter((row) => row.state === 'paid');
    const inReview = rows.filter((row) => row.state === 'needs_review');
    for (const prompt of taken) {
      const isBooked = [...paid, ...inReview].some((row) => row.checkoutRequestId === prompt.id);
      const hasNoId = inReview.some((row) => row.checkoutRequestId === null);
      if (!isBooked && !hasNoId) wrong.push(`${key}: ${prompt.receipt} is lost`);
    }
    for (const row of paid) {
      const isTaken = taken.some((prompt) => prompt.id === row.checkoutRequestId);
      if (!isTaken) wrong.push(`${key}: given without money`);
    }
    const given = await world.timesGiven(payable);
    if (given !== paid.length) wrong.push(`${key}: paid ${paid.length}, given ${given}`);
    for (const [at, prompt] of asked.entries()) {
      const before = asked[at - 1];
      const end = before?.results[0]?.at ?? Infinity;
      if (
        before &&
        prompt.createdAt < Math.min(end, before.createdAt + world.timings.promptLifetimeMs)
      ) {
        wrong.push(`${key}: a second prompt while one was alive`);
      }
    }
  }
  return wrong;
}
