/** The money received, as tables to compare with M-Pesa's statement, and its row. */
import * as z from 'zod';
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import { localDay, localTime, periodOf } from '../../process/nairobi.ts';
import { readTakings } from '../books/readMoney.ts';
import type { Fate, Money } from '../books/readMoney.ts';
import { period } from '../fields.ts';
import { command, field } from '../operation.ts';
import type { Block, Table } from '../operation.ts';
import { payableLink, paymentLink } from './links.ts';

const PURPOSES: Record<PaymentPurpose, string> = {
  post_job: 'jobs',
  post_ad: 'ads',
  subscription: 'subscriptions',
};
const FATES: Fate[] = ['taken', 'in review', 'sent back', 'unmatched'];

const total = (takings: Money[]) => takings.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

function summaryRow(name: string, takings: Money[]) {
  const byFate = FATES.map((fate) => total(takings.filter((taking) => taking.fate === fate)));
  const [taken, ...others] = byFate;
  return [name, taken ?? 0, takings.length, total(takings), ...others];
}

export function takingsSummary(period: string, takings: Money[]): Block[] {
  const rows = Object.entries(PURPOSES).map(([purpose, name]) =>
    summaryRow(
      name,
      takings.filter((taking) => taking.purpose === purpose),
    ),
  );
  const others = takings.filter(({ purpose }) => purpose === null);
  if (others.length > 0) rows.push(summaryRow('other money', others));
  const unnamed = takings.filter(({ paymentId, isNamed }) => paymentId !== null && !isNamed).length;
  const note = `M-Pesa did not name the amount of ${unnamed}: counted with what was asked.`;
  return [
    {
      columns: [`Ksh, ${period}`, 'taken', 'payments', 'came in', ...FATES.slice(1)],
      rows: [...rows, summaryRow('all', takings)],
    },
    ...(unnamed === 0 ? [] : [note]),
  ];
}

/** Each payment, oldest first. */
export const takingsList = (takings: Money[]): Table => ({
  columns: ['Receipt', 'Booked (Nairobi)', 'Phone', 'Ksh', 'For', 'Payment', 'Now'],
  rows: takings.map(
    ({ paymentId: id, receipt, at, phone, amount, isNamed, payable, fate, returnReceipt }) => {
      const now = returnReceipt === null ? fate : `${fate} as ${returnReceipt}`;
      const state = isNamed ? now : `${now}, amount not named`;
      const time = localTime(at);
      const what = id && payable && payableLink(payable);
      return [receipt, time, phone, amount ?? 0, what, id && paymentLink(id), state];
    },
  ),
});

export const takingRows = {
  takings: command({
    right: 'look',
    words: 'payments takings',
    title: 'Takings',
    help: "the money of today and of this month, to compare with M-Pesa's statement",
    hasSheet: true,
    input: z.strictObject({
      of: field(period.optional(), {
        usage: '--of <day or month>',
        label: 'Day or month, as 28/11/2026 or 11/2026',
      }),
    }),
    // Each payment of one day or month; or the sums of today and of this month.
    run: async ({ of }, { db, now }) => {
      const today = localDay(now());
      const name = of ?? today.slice(0, 7);
      const takings = await readTakings(db, periodOf(name) ?? { from: now(), until: now() });
      const all = takingsSummary(name, takings);
      const sheet = takingsList(takings);
      if (of !== undefined) return [...all, '', sheet, { sheet }];
      const ofToday = takings.filter(({ at }) => localDay(at) === today);
      return [...takingsSummary(today, ofToday), '', ...all, { sheet }];
    },
  }),
} as const;
