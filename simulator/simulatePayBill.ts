/** The Pay Bill menu of the simulated phone: sums that come without a prompt, and M-Pesa's confirmations. */
import { createHash } from 'node:crypto';
import { chatNumber } from '../src/contract/rules.ts';
import { darajaTimestamp } from '../server/mpesa/daraja.ts';
import { behaviourOf } from './behaviours.ts';
import { post } from './callingBack.ts';
import type { Ledger, SimulatedSum } from './ledger.ts';
import { newReceipt } from './ledger.ts';

/** What the shop has told M-Pesa. */
interface Registration {
  shortcode: string;
  confirmationUrl: string;
  /** The first version of the call has the payer's number hashed, the second one masked. */
  isHashed: boolean;
}

export type PayBillMenu = ReturnType<typeof openPayBill>;

/** The body of a confirmation, in Daraja's wire format. */
export function confirmationBody(
  { receipt, phone, amount, account, at }: SimulatedSum,
  { shortcode, isHashed }: Pick<Registration, 'shortcode' | 'isHashed'>,
): object {
  const number = chatNumber(phone);
  return {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: darajaTimestamp(at),
    TransAmount: amount.toFixed(2),
    BusinessShortCode: shortcode,
    BillRefNumber: account,
    InvoiceNumber: '',
    OrgAccountBalance: '',
    ThirdPartyTransID: '',
    MSISDN: isHashed
      ? createHash('sha256').update(number).digest('hex')
      : `${number.slice(0, 4)}*****${number.slice(-3)}`,
    FirstName: 'NJERI',
    MiddleName: '',
    LastName: '',
  };
}

interface Delays {
  delayMs: number;
  lateMs: number;
}

/** Opens the menu on `ledger`; times in ms. */
export function openPayBill(ledger: Ledger, { delayMs, lateMs }: Delays) {
  let known: Registration | null = null;
  const timers = new Set<NodeJS.Timeout>();
  const sending = new Set<Promise<unknown>>();

  /** After how many ms each confirmation of a sum from this phone comes. */
  function waits(phone: string): number[] {
    const { callback } = behaviourOf(phone);
    if (callback === 'lost') return [];
    if (callback === 'late') return [lateMs];
    return callback === 'duplicate' ? [0, 1, delayMs] : [0];
  }

  /** Confirms a sum once; returns the HTTP status, or 0 without an answer or an address. */
  async function confirm(sum: SimulatedSum): Promise<number> {
    if (known === null) return 0;
    const sent = post(known.confirmationUrl, confirmationBody(sum, known));
    sending.add(sent);
    const status = await sent;
    sending.delete(sent);
    return status;
  }

  return {
    /** Where sums are reported from now on; in memory alone: the address is a secret of the shop. */
    register(registration: Registration): void {
      known = registration;
    },
    /** The business number that takes sums; null while no shop has registered. */
    shortcode: () => known?.shortcode ?? null,
    /** Sends money; the phone number decides what becomes of the confirmation. */
    send(asked: Pick<SimulatedSum, 'phone' | 'amount' | 'account'>): SimulatedSum {
      const sum = { ...asked, receipt: newReceipt(), at: Date.now() };
      ledger.save(sum);
      for (const ms of waits(sum.phone)) {
        const timer = setTimeout(() => {
          timers.delete(timer);
          void confirm(sum);
        }, ms);
        timers.add(timer);
      }
      return sum;
    },
    confirm,
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(sending);
    },
  };
}
