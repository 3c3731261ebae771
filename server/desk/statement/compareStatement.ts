/** Compares M-Pesa's statement with the books. Pure. */
import { HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import type { Sum } from '../../payments/sums.ts';
import type { Period } from '../../process/nairobi.ts';
import type { Money, UnnamedPayment } from '../books/readMoney.ts';
import type { StatementRow } from './readStatement.ts';

/** How many there are, and their Ksh. */
interface CountAndKsh {
  count: number;
  ksh: number;
}

interface Pair {
  row: StatementRow;
  booked: Money;
}

/** What becomes of money that is booked: it pays for something, or it waits for a person, and why. */
export type BookingOutcome =
  | { receipt: string; isCertain: true; payment: number; payable: string | null }
  | { receipt: string; isCertain: false; cause: Sum['cause']; payable: string | null };

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
  differs: Pair[];
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

/** By one of its receipts; what has none is left out. */
function byReceipt(books: readonly Money[], name: 'receipt' | 'returnReceipt') {
  return new Map(books.flatMap((it) => (it[name] === null ? [] : [[it[name], it] as const])));
}

const pairs = (wanted: readonly StatementRow[], known: ReadonlyMap<string, Money>): Pair[] =>
  wanted.flatMap((row) => {
    const booked = known.get(row.receipt);
    return booked ? [{ row, booked }] : [];
  });
const hasSame = ({ row, booked }: Pair) => row.amount === booked.amount;
const isUnknown = (known: ReadonlyMap<string, Money>) => (row: StatementRow) =>
  !known.has(row.receipt);

/** From the first to the last movement; null for a statement without any. */
export function spanOf(rows: readonly StatementRow[]): Period | null {
  const times = rows.map(({ at }) => new Date(at)).toSorted((a, b) => a.getTime() - b.getTime());
  const [from, until] = [times[0], times.at(-1)];
  return from === undefined || until === undefined ? null : { from, until };
}

const keyOf = ({ kind, receipt, amount }: StatementRow) => `${kind} ${receipt} ${amount}`;
const isIn = (listed: ReadonlySet<string>, receipt: string | null) =>
  receipt === null || listed.has(receipt);

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
  const of = (kind: StatementRow['kind']) => rows.filter((row) => row.kind === kind);
  const [came, sentBack] = [byReceipt(books, 'receipt'), byReceipt(books, 'returnReceipt')];
  const cameIn = pairs(of('in'), came);
  const wentBack = pairs([...of('out'), ...of('reversal')], sentBack);

  const period = spanOf(rows);
  const isOfPeriod = (at: string | null) =>
    period !== null && at !== null && new Date(at) >= period.from && new Date(at) <= period.until;
  // A reversal may have the receipt of what it reverses.
  const hasCome = new Set(of('in').map(({ receipt }) => receipt));
  const hasLeft = new Set([...of('out'), ...of('reversal')].map(({ receipt }) => receipt));
  const ofPeriod = books.filter(({ at }) => isOfPeriod(at));
  return {
    agrees: {
      came: sumsOf(cameIn.filter(hasSame).map(({ row }) => row)),
      sentBack: sumsOf(wentBack.filter(hasSame).map(({ row }) => row)),
    },
    unknown: of('in')
      .filter(isUnknown(came))
      .map((row) => ({ row, maybe: maybeOf(row, loose) })),
    missing: [
      ...ofPeriod
        .filter(({ receipt }) => !isIn(hasCome, receipt))
        .map((booked) => ({ booked, what: 'came' as const })),
      ...books
        .filter((it) => isOfPeriod(it.returnedAt) && !isIn(hasLeft, it.returnReceipt))
        .map((booked) => ({ booked, what: 'sent back' as const })),
    ],
    unnamed: ofPeriod.filter(({ receipt }) => receipt === null),
    differs: [...cameIn, ...wentBack].filter((pair) => !hasSame(pair)),
    reversed: of('reversal')
      .filter(isUnknown(sentBack))
      .map((row) => ({ row, booked: came.get(row.linked ?? row.receipt) ?? null })),
    left: of('out').filter(isUnknown(sentBack)),
    charges: sumsOf(of('charge')),
  };
}
