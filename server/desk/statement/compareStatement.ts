/** Compares M-Pesa's statement with the books. Pure. */
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Sum } from '../../payments/sums.ts';
import type { Period } from '../../process/nairobi.ts';
import type { Money, UnnamedPayment } from '../books/readMoney.ts';
import type { StatementRow } from './readStatement.ts';

interface CountAndKsh {
  count: number;
  ksh: number;
}

/** What becomes of money that is booked: it is that of a payment, or it waits for a person, and why. */
export interface BookingOutcome extends Pick<Sum, 'receipt' | 'paymentId' | 'cause' | 'payable'> {
  /** When that payment's money was sent back: then it buys nothing. */
  wentBackAt: Date | null;
}

export interface UnknownMoney {
  row: StatementRow;
  maybe: number[];
  /** What would become of it; of very many only the first are tried. */
  outcome?: BookingOutcome | undefined;
}

export interface Comparison {
  /** Money that came, and money that was sent back, as both have it. */
  agrees: { came: CountAndKsh; sentBack: CountAndKsh };
  /** In the statement, and not in the books. */
  unknown: UnknownMoney[];
  /** In the books, and not in the statement: money that came, or money that was sent back. */
  missing: { booked: Money; what: 'came' | 'sent back' }[];
  /** In the books without a receipt, of the time of the statement. */
  unnamed: Money[];
  /** The same receipt, and another amount. */
  differs: { row: StatementRow; booked: Money }[];
  /** Taken back by M-Pesa and not written down here; `booked` is what came before. */
  reversed: { row: StatementRow; booked: Money | null }[];
  /** Money that left and is no refund that is written down. */
  left: StatementRow[];
  charges: CountAndKsh;
}

/** How long after a press its money may come, and how far M-Pesa's clock may be behind. */
const AFTER_MS = HOUR_MS;
const BEFORE_MS = 2 * MINUTE_MS;

const sumsOf = (rows: readonly StatementRow[]): CountAndKsh => ({
  count: rows.length,
  ksh: rows.reduce((sum, { amount }) => sum + amount, 0),
});

function maybeOf({ at, amount }: StatementRow, loose: readonly UnnamedPayment[]): number[] {
  return loose
    .filter((payment) => {
      const afterMs = Date.parse(at) - payment.createdAt.getTime();
      return payment.amount === amount && afterMs > -BEFORE_MS && afterMs < AFTER_MS;
    })
    .map(({ id }) => id);
}

/** What is booked under its receipt, for money that came or that was sent back. */
const byReceipt = (books: readonly Money[], name: 'receipt' | 'returnReceipt') =>
  new Map(books.map((booked) => [booked[name] ?? '', booked]));

/** From the first to the last movement; null for a statement without any. */
export function spanOf(rows: readonly StatementRow[]): Period | null {
  const times = rows.map(({ at }) => new Date(at)).toSorted((a, b) => a.getTime() - b.getTime());
  const [from, until] = [times[0], times.at(-1)];
  return from === undefined || until === undefined ? null : { from, until };
}

const isMissingIn = (listed: StatementRow[]) => {
  const known = new Set(listed.map(({ receipt }) => receipt));
  return (receipt: string | null) => receipt !== null && !known.has(receipt);
};

const pairs = (wanted: StatementRow[], known: Map<string, Money>) =>
  wanted.flatMap((row) => {
    const booked = known.get(row.receipt);
    return booked ? [{ row, booked, isSame: row.amount === booked.amount }] : [];
  });

const keyOf = ({ kind, receipt, amount }: StatementRow) => `${kind} ${receipt} ${amount}`;

/**
 * What agrees and what does not. `books` is all of the statement's time and all with one of its receipts;
 * a movement that is in the statement twice counts once.
 */
export function compare(
  given: readonly StatementRow[],
  books: readonly Money[],
  loose: readonly UnnamedPayment[],
): Comparison {
  const rows = [...new Map(given.map((row) => [keyOf(row), row])).values()];
  const of = (...kinds: StatementRow['kind'][]) => rows.filter(({ kind }) => kinds.includes(kind));
  const [came, sentBack] = [byReceipt(books, 'receipt'), byReceipt(books, 'returnReceipt')];
  // A reversal may have the receipt of what it reverses.
  const [hasCome, hasLeft] = [of('in'), of('out', 'reversal')];
  const [hasNotCome, hasNotLeft] = [isMissingIn(hasCome), isMissingIn(hasLeft)];
  const [cameIn, wentBack] = [pairs(hasCome, came), pairs(hasLeft, sentBack)];
  const agreed = (all: typeof cameIn) =>
    sumsOf(all.filter(({ isSame }) => isSame).map(({ row }) => row));

  const period = spanOf(rows);
  const isOfPeriod = (at: string | null) =>
    period !== null && at !== null && new Date(at) >= period.from && new Date(at) <= period.until;
  const ofPeriod = books.filter(({ at }) => isOfPeriod(at));
  return {
    agrees: { came: agreed(cameIn), sentBack: agreed(wentBack) },
    unknown: hasCome
      .filter(({ receipt }) => !came.has(receipt))
      .map((row) => ({ row, maybe: maybeOf(row, loose) })),
    missing: [
      ...ofPeriod
        .filter(({ receipt }) => hasNotCome(receipt))
        .map((booked) => ({ booked, what: 'came' as const })),
      ...books
        .filter((it) => isOfPeriod(it.returnedAt) && hasNotLeft(it.returnReceipt))
        .map((booked) => ({ booked, what: 'sent back' as const })),
    ],
    unnamed: ofPeriod.filter(({ receipt }) => receipt === null),
    differs: [...cameIn, ...wentBack]
      .filter(({ isSame }) => !isSame)
      .map(({ row, booked }) => ({ row, booked })),
    reversed: of('reversal')
      .filter(({ receipt }) => !sentBack.has(receipt))
      .map((row) => ({ row, booked: came.get(row.linked ?? row.receipt) ?? null })),
    left: of('out').filter(({ receipt }) => !sentBack.has(receipt)),
    charges: sumsOf(of('charge')),
  };
}
