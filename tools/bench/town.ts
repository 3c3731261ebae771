/** The demo town, with as many fundis as a part of the bench needs. */
import { eq } from 'drizzle-orm';
import { MINUTE_MS } from '../../src/contract/time.ts';
import type { Db } from '../../server/db/db.ts';
import { demoIdNumber, demoName, demoPlace, demoTrade } from '../../server/demo/makePeople.ts';
import { createRandom } from '../../server/demo/random.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { seedDemo } from '../../server/demo/seed.ts';
import { trialEnd } from '../../server/payments/subscription.ts';

/** Rows per insert: PostgreSQL takes 65,535 parameters. */
const BATCH = 2000;

/** Fills an empty database with the demo town. */
export async function fillDemo(db: Db): Promise<void> {
  await seedDemo({ db, now: () => new Date() });
}

/** Fills an empty database with the demo town, but with `count` fundis on trial, who cannot log in. */
export async function fillDirectory(db: Db, count: number): Promise<void> {
  await fillDemo(db);
  await db.delete(accounts).where(eq(accounts.role, 'fundi'));
  const now = new Date();
  const random = createRandom(7254);
  const newestFirst = Array.from({ length: count }, (_, at): typeof accounts.$inferInsert => {
    const { skills, rates } = demoTrade(random);
    return {
      role: 'fundi',
      name: demoName(random),
      phoneNumber: `0199${String(at).padStart(6, '0')}`,
      idNumber: demoIdNumber(random),
      passwordHash: 'none',
      location: random.chance(0.95) ? demoPlace(random) : null,
      skills: random.chance(0.95) ? skills : null,
      rateNote: random.chance(0.8) ? random.pick(rates) : null,
      showContact: random.chance(0.9),
      createdAt: new Date(now.getTime() - at * MINUTE_MS),
      trialEnds: trialEnd(now),
    };
  });
  // The newer a fundi, the higher the id.
  const rows = newestFirst.toReversed();
  for (let from = 0; from < rows.length; from += BATCH) {
    await db.insert(accounts).values(rows.slice(from, from + BATCH));
  }
}
