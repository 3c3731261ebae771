/** The demo town with a directory of any length. */
import { eq } from 'drizzle-orm';
import type { Db } from '../../server/db.ts';
import {
  demoIdNumber,
  demoName,
  demoPlace,
  demoRate,
  demoSkills,
} from '../../server/demo/people.ts';
import { createRandom } from '../../server/demo/random.ts';
import { accounts } from '../../server/schema.ts';
import { seedDemo } from '../../server/seed.ts';
import { trialEnd } from '../../server/subscription.ts';

/** Rows per insert: PostgreSQL takes 65,535 parameters. */
const BATCH = 2000;
const MINUTE_MS = 60_000;
/** Any fixed number: the newest fundis are the same ones, however many there are. */
const SEED = 7254;
/** Of nobody: they only stand in the directory. */
const NO_PASSWORD = 'none';

/** Fills an empty database with the demo town, but exactly `count` fundis, all of them listed. */
export async function fillDirectory(db: Db, count: number): Promise<void> {
  const now = new Date();
  await seedDemo({ db, now: () => now });
  await db.delete(accounts).where(eq(accounts.role, 'fundi'));
  const random = createRandom(SEED);
  const rows = Array.from({ length: count }, (_, at): typeof accounts.$inferInsert => ({
    role: 'fundi',
    name: demoName(random),
    phoneNumber: `07${String(at).padStart(8, '0')}`,
    idNumber: demoIdNumber(random),
    passwordHash: NO_PASSWORD,
    location: random.chance(0.95) ? demoPlace(random) : null,
    skills: random.chance(0.95) ? demoSkills(random) : null,
    rateNote: random.chance(0.8) ? demoRate(random) : null,
    showContact: random.chance(0.9),
    createdAt: new Date(now.getTime() - at * MINUTE_MS),
    trialEnds: trialEnd(now),
  }));
  // Newer ones have higher ids.
  rows.reverse();
  for (let from = 0; from < rows.length; from += BATCH) {
    await db.insert(accounts).values(rows.slice(from, from + BATCH));
  }
}
