/** The organisation's statement of the money that the simulator took, in the form of M-Pesa's portal. */
import { stringify } from 'csv-stringify/sync';
import { localTime } from '../process/nairobi.ts';
import type { Ledger, SimulatedPrompt, SimulatedSum } from './ledger.ts';

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

const paidAt = ({ results }: SimulatedPrompt) => results.find(({ code }) => code === 0)?.at ?? 0;

/** A sum, and when it was asked for, in ms. */
type Row = SimulatedSum & { askedAt: number };

const ofPrompt = (prompt: SimulatedPrompt): Row => ({
  receipt: prompt.receipt ?? '',
  phone: prompt.phone,
  amount: prompt.taken,
  account: prompt.reference,
  at: paidAt(prompt),
  askedAt: prompt.createdAt,
});

/** The statement as CSV: some lines about the organisation, then a row for each sum, the newest first. */
export function statementCsv({ prompts, sums }: Pick<Ledger, 'prompts' | 'sums'>): string {
  const paid = [
    ...[...prompts.values()].filter(({ taken }) => taken > 0).map(ofPrompt),
    ...[...sums.values()].map((sum) => ({ ...sum, askedAt: sum.at })),
  ];
  let balance = 0;
  const rows = paid
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
