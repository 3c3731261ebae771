/** What an operator reads about Pull: whether M-Pesa reports what came, and for which time nobody knows. */
import type { Db } from '../../db/db.ts';
import { afterComparing, changeAsked, gapOf, readAsked } from '../../payments/pulls.ts';
import type { MpesaConfig } from '../../process/mpesaSettings.ts';
import { localTime } from '../../process/nairobi.ts';
import type { Period } from '../../process/nairobi.ts';
import type { Desk } from '../desk.ts';
import { OperatorError } from '../operatorError.ts';
import { record } from '../record.ts';
import type { By } from '../record.ts';

/** Up to when M-Pesa has said what came, why it says no more, and the time that is not covered. */
export interface Pulled {
  askedUntil: Date;
  trouble: string | null;
  gap: Period | null;
}

/** Null where M-Pesa is not asked, or was never asked yet. */
export async function readPulled(
  db: Db,
  now: Date,
  { hasPull, shortcode }: Pick<MpesaConfig, 'hasPull' | 'shortcode'>,
): Promise<Pulled | null> {
  const asked = hasPull ? await readAsked(db, shortcode) : null;
  return asked && { ...asked, gap: gapOf(asked, now) };
}

const spanText = ({ from, until }: Period) => `from ${localTime(from)} to ${localTime(until)}`;

/** A gap as a sentence, with the way out. */
export const gapText = (gap: Period) =>
  `M-Pesa was not asked in time what came ${spanText(gap)} in Nairobi. Its statement has it.`;

/** What is wrong, as a sentence; null while nothing is. */
export function pulledTrouble({ gap, trouble }: Pulled): string | null {
  if (gap) return `${gapText(gap)} npm run admin -- payments says what to do.`;
  return trouble === null ? null : `M-Pesa does not say what came: ${trouble}`;
}

/** For the report, as lines; none where M-Pesa is not asked. */
export function pulledLines(pulled: Pulled | null): string[] {
  if (pulled === null) return [];
  const { askedUntil, trouble, gap } = pulled;
  return [
    '',
    `M-Pesa has said what came until ${localTime(askedUntil)}${trouble === null ? '' : `; now it says: ${trouble}`}`,
    ...(gap
      ? [
          `  ${gapText(gap)}`,
          '  npm run admin -- payments compare statement.csv, with all of these days',
          '  npm run admin -- payments covered --reason "what was looked at"',
        ]
      : []),
  ];
}

/** The time that is not covered, as a text. Throws an `OperatorError` when there is none. */
export async function aboutGap(_input: null, { config, db, now }: Desk): Promise<string> {
  const pulled = await readPulled(db, now(), config.mpesa);
  if (!pulled?.gap) throw new OperatorError('There is no time for which M-Pesa was not asked.');
  return spanText(pulled.gap);
}

/** Writes down that a person has looked at all that came meanwhile. Throws an `OperatorError`. */
export async function endGap({ by }: { by: By }, desk: Desk): Promise<string[]> {
  const { config, db, now } = desk;
  const at = now();
  const span = await aboutGap(null, desk);
  return await db.transaction(async (tx: Db) => {
    await changeAsked(tx, config.mpesa.shortcode, (row) =>
      afterComparing(row, gapOf(row, at)?.until ?? row.sureUntil),
    );
    await record(tx, { at, by, action: `compared ${span}`, subject: 'sums' });
    return [`It is written down that the books have all that came ${span}.`];
  });
}
