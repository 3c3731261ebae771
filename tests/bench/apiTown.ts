/** The town of the API bench: the demo town, and people beside it who are signed in and can log in. */
import { count, eq } from 'drizzle-orm';
import type { Config } from '../../server/config.ts';
import { hashToken } from '../../server/auth.ts';
import { openDatabase } from '../../server/db.ts';
import type { Db } from '../../server/db.ts';
import {
  demoIdNumber,
  demoName,
  demoPlace,
  demoRate,
  demoSkills,
} from '../../server/demo/people.ts';
import { createRandom } from '../../server/demo/random.ts';
import { hashPassword } from '../../server/passwords.ts';
import { accounts, jobs, sessions } from '../../server/schema.ts';
import { seedDemo } from '../../server/seed.ts';
import { listedFundis, trialEnd } from '../../server/subscription.ts';

/** Who writes and logs in beside the demo town; clients, so that the directory stays the demo's. */
const CLIENTS = 2000;
/** Rows per insert: PostgreSQL takes 65,535 parameters. */
const BATCH = 2000;
const DAY_MS = 24 * 60 * 60 * 1000;
export const PASSWORD = 'karibu-bench';

/** Somebody signed in. */
export interface Person {
  id: number;
  token: string;
}

export interface Town {
  fundis: Person[];
  clients: Person[];
  /** One of each client, in their order. */
  jobIds: number[];
  /** Jobs that every listed fundi may read. */
  activeJobIds: number[];
  /** Of the clients, who all have `PASSWORD`. */
  phones: string[];
}

type Insert = typeof accounts.$inferInsert;

async function insertAccounts(db: Db, rows: Insert[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const inserted = await db.insert(accounts).values(batch).returning({ id: accounts.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  return ids;
}

async function signIn(db: Db, ids: number[]): Promise<Person[]> {
  const people = ids.map((id) => ({ id, token: `bench-session-of-account-${id}` }));
  const expiresAt = new Date(Date.now() + DAY_MS);
  const rows = people.map(({ id, token }) => ({
    tokenHash: hashToken(token),
    accountId: id,
    expiresAt,
  }));
  if (rows.length > 0) await db.insert(sessions).values(rows);
  return people;
}

/** Fills an empty database; no server may have it open. */
export async function fillTown(config: Config): Promise<Town> {
  const database = await openDatabase(config);
  const { db } = database;
  try {
    await seedDemo({ db, now: () => new Date() });
    const passwordHash = await hashPassword(PASSWORD);
    const phones = Array.from({ length: CLIENTS }, (_, at) => `0100${String(at).padStart(6, '0')}`);
    const clientIds = await insertAccounts(
      db,
      phones.map((phoneNumber, at) => ({
        role: 'client' as const,
        name: `Client ${at}`,
        phoneNumber,
        idNumber: String(at),
        passwordHash,
      })),
    );
    const posted = await db
      .insert(jobs)
      .values(
        clientIds.map((clientId) => ({
          clientId,
          title: 'Paint a gate',
          description: 'Two wings, black. The paint is bought.',
          location: 'Juja',
        })),
      )
      .returning({ id: jobs.id });
    const active = await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.isActive, true));
    const listed = await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(listedFundis(new Date()));
    return {
      fundis: await signIn(
        db,
        listed.map(({ id }) => id),
      ),
      clients: await signIn(db, clientIds),
      jobIds: posted.map(({ id }) => id),
      activeJobIds: active.map(({ id }) => id),
      phones,
    };
  } finally {
    await database.close();
  }
}

/** Lets the directory grow until it lists `size` fundis; no server may have the database open. */
export async function growTown(config: Config, size: number): Promise<void> {
  const database = await openDatabase(config);
  const { db } = database;
  try {
    const now = new Date();
    const [listed] = await db.select({ fundis: count() }).from(accounts).where(listedFundis(now));
    const random = createRandom(size);
    const missing = Math.max(0, size - (listed?.fundis ?? 0));
    await insertAccounts(
      db,
      Array.from({ length: missing }, (_, at) => ({
        role: 'fundi' as const,
        name: demoName(random),
        phoneNumber: `0109${String(at).padStart(6, '0')}`,
        idNumber: demoIdNumber(random),
        passwordHash: '',
        location: demoPlace(random),
        skills: demoSkills(random),
        rateNote: demoRate(random),
        trialEnds: trialEnd(now),
      })),
    );
  } finally {
    await database.close();
  }
}
