/** The sums of Pay Bill that are about one person. */
import { and, asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { ads, jobs } from '../db/schema/listings.ts';
import { payments, sums } from '../db/schema/payments.ts';
import type { Account } from '../db/schema/people.ts';
import { LOOKS_LIKE } from '../payments/accountCodes.ts';
import { payableKey } from '../../src/contract/payables.ts';
import type { Sum } from '../payments/sums.ts';

const [letters, digits] = [Object.keys(LOOKS_LIKE).join(''), Object.values(LOOKS_LIKE).join('')];
/** `typed` as digits alone, however the phone in it was written. */
const digitsTyped = sql`regexp_replace(translate(upper(${sums.typed}), ${letters}, ${digits}), '[^0-9]', '', 'g')`;

/**
 * The sums for what the account can or could pay for, the money of its payments, and the unmatched ones
 * with its phone typed as the account; the oldest first.
 */
export async function sumsOf(
  tx: Db,
  { id, phoneNumber }: Pick<Account, 'id' | 'phoneNumber'>,
): Promise<Sum[]> {
  const jobIds = await tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.clientId, id));
  const adIds = await tx.select({ id: ads.id }).from(ads).where(eq(ads.clientId, id));
  const { payable, accountId } = payments;
  const paid = await tx
    .select({ id: payments.id, payable })
    .from(payments)
    .where(eq(accountId, id));
  const keys = [
    payableKey('subscription', id),
    ...jobIds.map((job) => payableKey('post_job', job.id)),
    ...adIds.map((ad) => payableKey('post_ad', ad.id)),
    ...paid.map((payment) => payment.payable),
  ];
  const hasPhone = sql`${digitsTyped} like ${`%${phoneNumber.slice(1)}`}`;
  return await tx
    .select()
    .from(sums)
    .where(
      or(
        inArray(sums.payable, keys),
        inArray(
          sums.paymentId,
          paid.map((payment) => payment.id),
        ),
        and(eq(sums.state, 'unmatched'), hasPhone),
      ),
    )
    .orderBy(asc(sums.id));
}
