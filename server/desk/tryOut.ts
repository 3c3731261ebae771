/** A transaction that is only a trial. */
import type { Db } from '../db/db.ts';

class TakenBack extends Error {}

/**
 * Does the work in a transaction and takes it back. Returns what the work returned; throws what it throws. Only the
 * numbers that the database has given, such as the id of a payment, are not used again.
 */
export async function tryOut<Answer>(db: Db, work: (tx: Db) => Promise<Answer>): Promise<Answer> {
  let answer: { value: Answer } | null = null;
  try {
    await db.transaction(async (tx: Db) => {
      answer = { value: await work(tx) };
      throw new TakenBack();
    });
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
  }
  if (answer === null) throw new Error('the trial returned nothing');
  return (answer as { value: Answer }).value;
}
