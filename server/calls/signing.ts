/** Signs texts that the server sends and checks later. Without the secret they cannot be forged. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/db.ts';
import { serverSecrets } from '../db/schema/calls.ts';

const NAME = 'signing';

/** The secret of this database, the same for all its servers; the first one makes it. */
export async function signingSecret(db: Db): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.insert(serverSecrets).values({ name: NAME, value }).onConflictDoNothing();
  const [row] = await db.select().from(serverSecrets).where(eq(serverSecrets.name, NAME));
  if (!row) throw new Error('the signing secret was not stored');
  return row.value;
}

/** The signature of `text` for one use; it is not valid for another `use`. */
export function sign(secret: string, use: string, text: string): string {
  return createHmac('sha256', secret).update(`${use}\n${text}`).digest('base64url');
}

export const isSigned = (secret: string, use: string, text: string, signature: string): boolean =>
  isSame(sign(secret, use, text), signature);

/** Whether two texts are the same, compared in constant time. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
