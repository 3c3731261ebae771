/** The second factor of an operator: six digits that an authenticator app shows, others every half a minute. */
import { and, eq, lt } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Db } from '../db/db.ts';
import { operators } from '../db/schema/desk.ts';
import type { Block } from './operation.ts';

const PERIOD_SECONDS = 30;
/** A phone's clock may be half a minute off, either way. */
const WINDOW = 1;

const totpOf = (name: string, factor: string) =>
  new TOTP({
    issuer: 'Fundi Mtaani desk',
    label: name,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(factor),
  });

/** A new key, in base32. */
export const newFactor = (): string => new Secret({ size: 20 }).base32;

/**
 * Whether these are the operator's six digits now, for the first time: whoever reads them over a shoulder cannot use them
 * again. Of two calls at once one is true.
 */
export async function takeFactor(
  db: Db,
  { name, digits, at }: { name: string; digits: string; at: Date },
): Promise<boolean> {
  const [found] = await db.select().from(operators).where(eq(operators.name, name));
  if (!found || found.factor === null) return false;
  const token = digits.replace(/\s/g, '');
  const timestamp = at.getTime();
  const delta = totpOf(name, found.factor).validate({ token, timestamp, window: WINDOW });
  if (delta === null) return false;
  const step = Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
  const taken = await db
    .update(operators)
    .set({ factorStep: step })
    .where(and(eq(operators.name, name), lt(operators.factorStep, step)))
    .returning();
  return taken.length === 1;
}

/** What an operator does with a new secret and a new second factor, which are shown this once. */
export function secretBlocks(
  name: string,
  { secret, factor }: { secret: string; factor: string },
): Block[] {
  return [
    `The secret of ${name}, which is shown this once: ${secret}`,
    `${name} enters it where the desk asks, or sets it before: export FUNDI_OPERATOR=${secret}`,
    '',
    `For the page of the desk ${name} scans this with an authenticator app, or types its key: ${factor}`,
    { qr: totpOf(name, factor).toString() },
  ];
}
