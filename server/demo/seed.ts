/** Fills an empty database with a demo town, the same on every machine. */
import { readFile } from 'node:fs/promises';
import { count, gt, sql } from 'drizzle-orm';
import { DAY_MS, HOUR_MS } from '../../src/contract/time.ts';
import { AD_DAYS } from '../../src/contract/limits.ts';
import { SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { PASSWORDS } from '../people/passwords.ts';
import { DEMO } from '../config.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import {
  DEMO_ADS,
  DEMO_JOBS,
  demoClientNote,
  demoIdNumber,
  demoName,
  demoPlace,
  demoTrade,
  phoneMaker,
} from './makePeople.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { newPictureName, storePicture } from '../listings/pictures/storePicture.ts';
import { takeTurn } from '../db/turns.ts';
import { PROFILE_OF_FUNDI, rowOf } from '../db/accountColumns.ts';
import { accounts } from '../db/schema/people.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { trialEnd } from '../payments/subscription.ts';

const FUNDIS = 190;
const CLIENTS = 24;

type NewAccount = typeof accounts.$inferInsert;

/** When a fundi's trial and subscription end: six of ten are subscribed, a quarter are on trial. */
function ends(random: Random, now: Date): Pick<NewAccount, 'trialEnds' | 'subscriptionEnd'> {
  const days = (min: number, max: number) =>
    new Date(now.getTime() + random.whole(min * 24, max * 24) * HOUR_MS);
  const share = random.next();
  if (share < 0.62) return { trialEnds: days(-90, -30), subscriptionEnd: days(2, 29) };
  if (share < 0.88) return { trialEnds: days(1, 6), subscriptionEnd: null };
  if (share < 0.94) return { trialEnds: days(-90, -60), subscriptionEnd: days(-25, -1) };
  return { trialEnds: days(-40, -1), subscriptionEnd: null };
}

function fundis(random: Random, now: Date, passwordHash: string, phone: () => string) {
  return Array.from({ length: FUNDIS }, (): NewAccount => {
    const hasNoProfile = random.chance(0.06);
    const isUntold = (share: number) => hasNoProfile || random.chance(share);
    const person = { name: demoName(random), phoneNumber: phone(), idNumber: demoIdNumber(random) };
    const location = isUntold(0.03) ? null : demoPlace(random);
    const trade = isUntold(0.03) ? null : demoTrade(random);
    const rateNote = isUntold(0.15) ? null : random.pick(trade?.rates ?? ['Negotiable']);
    return {
      role: 'fundi',
      ...person,
      passwordHash,
      location,
      skills: trade?.skills ?? null,
      rateNote,
      isAvailable: random.chance(0.88),
      showContact: random.chance(0.9),
      createdAt: new Date(now.getTime() - random.whole(1, 120 * 24) * HOUR_MS),
      ...ends(random, now),
    };
  });
}

function clients(random: Random, now: Date, passwordHash: string, phone: () => string) {
  return Array.from({ length: CLIENTS }, (): NewAccount => ({
    role: 'client',
    name: demoName(random),
    phoneNumber: phone(),
    idNumber: demoIdNumber(random),
    passwordHash,
    roleNote: random.chance(0.8) ? demoClientNote(random) : null,
    createdAt: new Date(now.getTime() - random.whole(20 * 24, 120 * 24) * HOUR_MS),
  }));
}

function demoAccounts(now: Date, passwordHash: string): NewAccount[] {
  const createdAt = new Date(now.getTime() - DAY_MS);
  return [
    {
      ...rowOf(PROFILE_OF_FUNDI, SAMPLE_PROFILE),
      role: 'fundi',
      name: 'Wanjiku Kamau',
      phoneNumber: DEMO.fundiPhone,
      idNumber: '28765432',
      passwordHash,
      skills: 'Electrical wiring, Solar installation, CCTV installation',
      rateNote: 'Ksh 1,500 a day, own tools',
      createdAt,
      trialEnds: trialEnd(createdAt),
    },
    {
      role: 'client',
      name: 'Peter Otieno',
      phoneNumber: DEMO.clientPhone,
      idNumber: '24681012',
      passwordHash,
      roleNote: 'Landlord, eight units in Gachororo',
      createdAt,
    },
  ];
}

/** Every eighth job is not paid for; a few paid jobs are switched off. */
function jobRows(random: Random, now: Date, owners: number[], demoClient: number) {
  return DEMO_JOBS.map(({ title, description }, at): typeof jobs.$inferInsert => {
    const createdAt = new Date(now.getTime() - (at * 17 + random.whole(1, 16)) * HOUR_MS);
    const isPaid = at % 8 !== 5;
    return {
      clientId: at % 10 === 0 || at === 5 ? demoClient : random.pick(owners),
      title,
      description,
      location: demoPlace(random).trim(),
      isActive: isPaid && at % 13 !== 12,
      paidAt: isPaid ? new Date(createdAt.getTime() + HOUR_MS / 4) : null,
      createdAt,
    };
  });
}

function adRows(
  random: Random,
  now: Date,
  owners: number[],
  demoClient: number,
  images: (string | null)[],
) {
  return DEMO_ADS.map(({ title, description, link }, at): typeof ads.$inferInsert => {
    const createdAt = new Date(now.getTime() - (at * 30 + random.whole(1, 24)) * HOUR_MS);
    return {
      clientId: at === 1 || at === 4 ? demoClient : random.pick(owners),
      title,
      description,
      link,
      image: images[at] ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + AD_DAYS * DAY_MS),
    };
  });
}

const readPicture = async (name: string | null) =>
  name === null ? null : await readFile(new URL(`pictures/${name}`, import.meta.url));

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.select({ id: accounts.id }).from(accounts).limit(1)).length === 0;
}

/**
 * Whether an account still has the published password of the demo town. Only the people of the town
 * share one salted hash, so only shared hashes are checked.
 */
export async function hasDemoPeople(db: Db): Promise<boolean> {
  const shared = await db
    .select({ hash: accounts.passwordHash })
    .from(accounts)
    .groupBy(accounts.passwordHash)
    .having(gt(count(), 1));
  for (const { hash } of shared) {
    // One after the other: a check needs much memory, and there is seldom more than one hash.
    if (await PASSWORDS.verify(DEMO.password, hash)) return true;
  }
  return false;
}

/**
 * Fills the database when it has no accounts. Returns true when it did. All dates are relative to
 * `now()`.
 */
export async function seedDemo({ db, now }: Pick<Context, 'db' | 'now'>) {
  if (!(await isEmpty(db))) return false;
  const at = now();
  const random = createRandom(7254);
  const phone = phoneMaker(random, [DEMO.fundiPhone, DEMO.clientPhone]);
  const passwordHash = await PASSWORDS.hash(DEMO.password);
  const pictures = await Promise.all(DEMO_ADS.map(({ picture }) => readPicture(picture)));
  const images = pictures.map((large) => large && newPictureName());
  try {
    await db.transaction(async (tx) => {
      // Waits when another server is filling the town.
      await tx.execute(sql`set local lock_timeout = '1min'`);
      await takeTurn(tx, 'town', 0);
      if (!(await isEmpty(tx))) throw new Error('another server has filled the town');
      const rows = await tx
        .insert(accounts)
        .values([
          ...demoAccounts(at, passwordHash),
          ...clients(random, at, passwordHash, phone),
          ...fundis(random, at, passwordHash, phone),
        ])
        .returning({ id: accounts.id, role: accounts.role });
      const [demoClient = 0, ...owners] = rows
        .filter((row) => row.role === 'client')
        .map((row) => row.id);
      await tx.insert(jobs).values(jobRows(random, at, owners, demoClient));
      await tx.insert(ads).values(adRows(random, at, owners, demoClient, images));
      for (const [index, large] of pictures.entries()) {
        const name = images[index];
        if (large && name) await storePicture(tx, name, { large });
      }
    });
    return true;
  } catch (error) {
    if (!(await isEmpty(db))) return false;
    throw error;
  }
}
