/** The money received, as tables to compare with M-Pesa's statement. */
import type { PaymentPurpose } from '../../../src/contract/schemas.ts';
import { localTime } from '../../process/nairobi.ts';
import type { Fate, Money } from '../books/readMoney.ts';
import { csvLines, tableLines } from './formatTable.ts';

const PURPOSES: Record<PaymentPurpose, string> = {
  post_job: 'jobs',
  post_ad: 'ads',
  subscription: 'subscriptions',
};
const FATES: Fate[] = ['taken', 'in review', 'sent back', 'unmatched'];

const total = (takings: Money[]) => takings.reduce((sum, { amount }) => sum + (amount ?? 0), 0);

function summaryRow(name: string, takings: Money[]) {
  const byFate = FATES.map((fate) => total(takings.filter((taking) => taking.fate === fate)));
  return [name, takings.length, total(takings), ...byFate];
}

/** Ksh by purpose. */
export function takingsSummary(period: string, takings: Money[]): string[] {
  const rows = Object.entries(PURPOSES).map(([purpose, name]) =>
    summaryRow(
      name,
      takings.filter((taking) => taking.purpose === purpose),
    ),
  );
  const others = takings.filter(({ purpose }) => purpose === null);
  if (others.length > 0) rows.push(summaryRow('for nothing', others));
  const unnamed = takings.filter(({ paymentId, isNamed }) => paymentId !== null && !isNamed).length;
  const note = `M-Pesa did not name the amount of ${unnamed}: counted with what was asked.`;
  return [
    ...tableLines(
      [`Ksh, ${period}`, 'payments', 'came in', ...FATES],
      [...rows, summaryRow('all', takings)],
    ),
    ...(unnamed === 0 ? [] : [note]),
  ];
}

/** Each payment, oldest first. */
export function takingsLines(takings: Money[]): string[] {
  return tableLines(
    ['Receipt', 'Booked (Nairobi)', 'Phone', 'Ksh', 'For', 'Payment', 'Now'],
    takings.map(
      ({ paymentId: id, receipt, at, phone, amount, isNamed, payable, fate, returnReceipt }) => {
        const now = returnReceipt === null ? fate : `${fate} as ${returnReceipt}`;
        const state = isNamed ? now : `${now}, amount not named`;
        return [
          receipt,
          localTime(new Date(at)),
          phone,
          amount ?? 0,
          id && payable,
          id && `#${id}`,
          state,
        ];
      },
    ),
  );
}

/** Each payment, oldest first, with the columns that a spreadsheet can match. */
export function takingsCsv(takings: Money[]): string[] {
  return csvLines(
    [
      'receipt',
      'time',
      'phone',
      'amount',
      'amount_named',
      'purpose',
      'for',
      'payment',
      'state',
      'sent_back_as',
    ],
    takings.map(
      ({ paymentId: id, receipt, at, phone, amount, isNamed, purpose, payable, ...rest }) => {
        const named = isNamed ? 'yes' : 'no';
        const time = localTime(new Date(at));
        const { fate, returnReceipt } = rest;
        return [
          receipt,
          time,
          phone,
          amount ?? 0,
          named,
          purpose,
          id && payable,
          id,
          fate,
          returnReceipt,
        ];
      },
    ),
  );
}
