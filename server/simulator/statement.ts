/** The organisation's statement of the money that the simulator took, in the form of M-Pesa's portal. */
import { stringify } from 'csv-stringify/sync';
import { localTime } from '../process/nairobi.ts';
import type { SimulatedPrompt } from './ledger.ts';

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

/** The statement as CSV: some lines about the organisation, then a row for each sum, the newest first. */
export function statementCsv(prompts: Iterable<SimulatedPrompt>): string {
  const paid = [...prompts].filter(({ taken }) => taken > 0);
  let balance = 0;
  const rows = paid
    .toSorted((a, b) => paidAt(a) - paidAt(b))
    .map((prompt) => {
      const { receipt, createdAt, taken, phone, reference } = prompt;
      balance += taken;
      const payer = `254${phone.slice(1, 2)}*****${phone.slice(-3)}`;
      const [completed, initiated] = [paidAt(prompt), createdAt].map((at) =>
        localTime(new Date(at)),
      );
      const texts = [
        `Pay Bill Online from ${payer}`,
        'Completed',
        money(taken),
        '',
        money(balance),
      ];
      return [
        receipt,
        completed,
        initiated,
        ...texts,
        'true',
        'Pay Bill Online',
        payer,
        '',
        reference,
      ];
    });
  const about = [['Organization:', 'FUNDI MTAANI'], ['Simulated statement'], []];
  return stringify([...about, COLUMNS, ...rows.toReversed()]);
}
