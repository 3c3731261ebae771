/** The organisation's statement of the money that the simulator took, in the form of M-Pesa's portal. */
import { stringify } from 'csv-stringify/sync';
import { localTime } from '../process/nairobi.ts';
import { moneyIn } from './ledger.ts';
import type { Ledger } from './ledger.ts';

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

/** The statement as CSV: some lines about the organisation, then a row for each sum, the newest first. */
export function statementCsv(ledger: Pick<Ledger, 'prompts' | 'sums'>): string {
  let balance = 0;
  const rows = moneyIn(ledger)
    .toSorted((a, b) => a.at - b.at)
    .map(({ receipt, at, askedAt, amount, phone, account }) => {
      balance += amount;
      const payer = `254${phone.slice(1, 2)}*****${phone.slice(-3)}`;
      const [completed, initiated] = [at, askedAt].map((ms) => localTime(new Date(ms)));
      const texts = [`Pay Bill Online from ${payer}`, 'Completed'];
      const ksh = [money(amount), '', money(balance), 'true'];
      const about = ['Pay Bill Online', payer, '', account];
      return [receipt, completed, initiated, ...texts, ...ksh, ...about];
    });
  const about = [['Organization:', 'FUNDI MTAANI'], ['Simulated statement'], []];
  return stringify([...about, COLUMNS, ...rows.toReversed()]);
}
