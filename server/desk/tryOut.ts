/** A transaction that is only a trial. */
import type { Db } from '../db/db.ts';

/**
 * Does the work in a transaction and takes it back. Returns what the work returned; throws what it throws. Only the
 * numbers that the database has given, such as the id of a payment, are not used again.
 */
export async function tryOut<Answer>(db: Db, work: (tx: Db) => Promise<Answer>): Promise<Answer> {
  const takenBack = new Error('the trial was taken back');
  let answer: Answer | undefined;
  const trial = db.transaction(async (tx: Db) => {
    answer = await work(tx);
    throw takenBack;
  });
  await trial.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  return answer as Answer;
}
