/** The organisation's statement of the money that the simulator took, in the form of M-Pesa's portal. */
import { stringify } from 'csv-stringify/sync';
import { localTime } from '../server/process/nairobi.ts';
import { sumOf } from './ledger.ts';
import type { Ledger, SimulatedReturn, SimulatedSum } from './ledger.ts';

const COLUMNS = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
];

const money = (ksh: number) =>
  ksh.toLocaleString('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A movement: when it was asked for, in ms, the Ksh with a minus for what left, and its texts. */
type Row = SimulatedSum & { askedAt: number; kind: string; linked: string };

const ofSum = (sum: SimulatedSum, askedAt: number): Row => ({
  ...sum,
  askedAt,
  kind: 'Pay Bill Online',
  linked: '',
});

const ofReturn = ({ amount, isReversal, of, ...returned }: SimulatedReturn): Row => ({
  ...returned,
  account: '',
  amount: -amount,
  askedAt: returned.at,
  kind: isReversal ? 'Pay Bill Reversal' : 'Business Payment to Customer',
  linked: isReversal && of !== returned.receipt ? of : '',
});

/**
 * The statement as CSV: some lines about the organisation, then a row for each sum that came or left, the
 * newest first.
 */
export function statementCsv(ledger: Pick<Ledger, 'prompts' | 'sums' | 'returns'>): string {
  const paid = [...ledger.prompts.values()].filter(({ taken }) => taken > 0);
  const moved: Row[] = [
    ...paid.map((prompt) => ofSum(sumOf(prompt), prompt.createdAt)),
    ...[...ledger.sums.values()].map((sum) => ofSum(sum, sum.at)),
    ...[...ledger.returns.values()].map(ofReturn),
  ];
  let balance = 0;
  const rows = moved
    .toSorted((a, b) => a.at - b.at)
    .map(({ receipt, at, askedAt, amount, phone, account, kind, linked }) => {
      balance += amount;
      const other = `254${phone.slice(1, 2)}*****${phone.slice(-3)}`;
      const [completed, initiated] = [at, askedAt].map((ms) => localTime(ms));
      const texts = [`${kind} ${amount > 0 ? 'from' : 'to'} ${other}`, 'Completed'];
      const moves = amount > 0 ? [money(amount), ''] : ['', money(-amount)];
      const about = [money(balance), 'true', kind, other, linked, account];
      return [receipt, completed, initiated, ...texts, ...moves, ...about];
    });
  const about = [['Organization:', 'FUNDI MTAANI'], ['Simulated statement'], []];
  return stringify([...about, COLUMNS, ...rows.toReversed()]);
}
