/** The public directory: who is listed, and what everybody may see of them. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Fundi } from '../../src/contract/schemas.ts';
import { notFound } from '../calls/refusal.ts';
import type { Handlers } from '../calls/route.ts';
import type { Context } from '../calls/context.ts';
import { columnsOf, SHOWN_OF_FUNDI } from '../db/accountColumns.ts';
import { accounts } from '../db/schema/people.ts';
import { listedFundis } from '../payments/subscription.ts';
import { whileUnchanged } from '../db/whileUnchanged.ts';
import type { ShownRows } from '../db/whileUnchanged.ts';

/** A fundi in the public directory, without the phone when the fundi hides it. */
const listedColumns = {
  ...columnsOf(SHOWN_OF_FUNDI),
  phone_number: sql<
    string | null
  >`case when ${accounts.showContact} then ${accounts.phoneNumber} end`,
};

/** The rows of listed fundis. */
export const listed: ShownRows = {
  table: accounts,
  where: listedFundis,
  lapse: {
    at: sql`greatest(${accounts.trialEnds}, ${accounts.subscriptionEnd})`,
    column: accounts.trialEnds,
  },
};

export type Directory = ReturnType<typeof createDirectory>;

/** The directory of a server; it reads the list again only when it may have changed. */
export function createDirectory(ctx: Context) {
  const { db, now } = ctx;
  return {
    /** The listed fundis, the newest first; the same array for as long as nothing has changed. */
    list: whileUnchanged(ctx, listed, async (where): Promise<Fundi[]> => {
      return await db
        .select(listedColumns)
        .from(accounts)
        .where(where)
        .orderBy(desc(accounts.createdAt), desc(accounts.id));
    }),
    /** A listed fundi, or null. */
    find: async (id: number): Promise<Fundi | null> => {
      const [row] = await db
        .select(listedColumns)
        .from(accounts)
        .where(and(eq(accounts.id, id), listedFundis(now())));
      return row ?? null;
    },
  };
}

export const directoryHandlers = (directory: Directory) =>
  ({
    listFundis: () => directory.list(),

    getFundi: async ({ id }) => {
      const fundi = await directory.find(id);
      if (!fundi) throw notFound('Fundi');
      return fundi;
    },
  }) satisfies Partial<Handlers>;
