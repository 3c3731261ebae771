/** The records that a case of the matrix is about: jobs, ads and payments of the owner, new for each call. */
import { eq } from 'drizzle-orm';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { keyOf, listing } from '../../server/payments/payables.ts';
import { ads, jobs } from '../../server/db/schema/listings.ts';
import { payments } from '../../server/db/schema/payments.ts';
import { success } from '../../testkit/contract/harness.ts';
import type { Callers } from './callers.ts';
import { insertPayable } from '../../testkit/payingTown.ts';
import type { QuietServer } from '../../testkit/quietServer.ts';

type JobColumns = Partial<typeof jobs.$inferInsert>;
type AdColumns = Partial<typeof ads.$inferInsert>;

/** The stored records of the server under test. */
export interface Records {
  accounts: Callers['accounts'];
  /** A phone that nobody has. */
  newPhone(): string;
  /** A new client. */
  somebody(): Promise<Account>;
  /** A job, not paid for unless the columns say so; returns its id. */
  job(columns?: JobColumns, owner?: Account): Promise<number>;
  paidJob(): Promise<number>;
  /** An ad, not paid for unless the columns say so; returns its id. */
  ad(columns?: AdColumns, owner?: Account): Promise<number>;
  runningAd(): Promise<number>;
  /** The ids of all jobs or ads of an account. */
  idsOf(word: 'job' | 'ad', account: Account): Promise<number[]>;
  /** The id of a job or an ad that was deleted; with `paid` the owner has paid for it. */
  deleted(word: 'job' | 'ad', paid?: 'paid'): Promise<number>;
  /** The id of a job or an ad of the owner with a prompt that can still be answered. */
  prompted(word: 'job' | 'ad'): Promise<number>;
}

/** `rival` gets a job and an ad of each kind. */
export async function makeRecords(server: QuietServer, { accounts }: Callers): Promise<Records> {
  const { db } = server;
  let count = 0;

  const records: Records = {
    accounts,
    newPhone: () => `01${String((count += 1)).padStart(8, '0')}`,
    somebody: () => server.account('client'),

    job: async (columns = {}, { id } = accounts.owner) =>
      (await insertPayable(db, 'post_job', id, columns)).jobId ?? 0,
    paidJob: () => records.job({ isActive: true, paidAt: new Date() }),

    ad: async (columns = {}, { id } = accounts.owner) =>
      (await insertPayable(db, 'post_ad', id, columns)).adId ?? 0,
    runningAd: () => records.ad({ expiresAt: new Date(Date.now() + DAY_MS) }),

    idsOf: async (word, { id }) => {
      const table = word === 'job' ? jobs : ads;
      const rows = await db.select({ id: table.id }).from(table).where(eq(table.clientId, id));
      return rows.map((row) => row.id);
    },

    deleted: async (word, paid) => {
      const id = await records[word]();
      const table = word === 'job' ? jobs : ads;
      await db.delete(table).where(eq(table.id, id));
      if (paid === undefined) return id;
      count += 1;
      await db.insert(payments).values({
        publicId: `public-${count}`,
        accountId: accounts.owner.id,
        purpose: `post_${word}`,
        [`${word}Id`]: id,
        payable: keyOf(listing(word, id)),
        amount: 100,
        phone: records.newPhone(),
        state: 'paid',
        callbackHash: `hash-${count}`,
        settledAt: new Date(),
      });
      return id;
    },

    prompted: async (word) => {
      const id = await records[word]();
      const headers = await server.signIn(accounts.owner);
      const body = { phone: records.newPhone(), purpose: `post_${word}`, [`${word}_id`]: id };
      success('requestPayment', await server.send('requestPayment', { headers, body }));
      return id;
    },
  };

  await records.job({}, accounts.rival);
  await records.job({ isActive: true, paidAt: new Date() }, accounts.rival);
  await records.ad({}, accounts.rival);
  await records.ad({ expiresAt: new Date(Date.now() + DAY_MS) }, accounts.rival);
  return records;
}
