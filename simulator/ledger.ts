/**
 * The simulator's own books: its prompts, the sums from its Pay Bill menu, the money it took and what left
 * again. The file has one of them as JSON per line; the last line of each counts. The address of a callback is a secret of the shop and is
 * not stored here.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { ResultCode } from './behaviours.ts';
import { randomInt } from 'node:crypto';

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

/** So many random letters and digits. */
export const code = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A receipt of M-Pesa. */
export const newReceipt = () => code(10);

type CallbackKind =
  /** M-Pesa's confirmation of the sum, where the shop has told an address for it. */
  'confirmation' | 'result' | 'wrongAmount' | 'malformed' | 'forgedAddress' | 'forgedCheckout';

export interface PlannedCallback {
  at: number;
  kind: CallbackKind;
  /** The result code in it. */
  code: ResultCode;
  /** The HTTP status of the answer, 0 without one; absent until it is sent. */
  status?: number;
}

/** A prompt as the simulator stores it. Times are in ms since 1970. */
export interface SimulatedPrompt {
  /** The CheckoutRequestID. */
  id: string;
  merchantRequestId: string;
  /** Ten-digit form. */
  phone: string;
  amount: number;
  reference: string;
  description: string;
  createdAt: number;
  expiresAt: number;
  state: 'waiting' | 'paid' | 'failed';
  code: ResultCode | null;
  /** All results so far; money may still come after a failure. */
  results: { at: number; code: ResultCode }[];
  receipt: string | null;
  /** The money really taken, in Ksh; 0 until it is paid. */
  taken: number;
  /** The results that are still to come when no person acts. */
  outcomes: { at: number; code: ResultCode }[];
  callbacks: PlannedCallback[];
  /** Queries answered for it. */
  polls: number;
}

/** A sum that was sent from the Pay Bill menu. */
export interface SimulatedSum {
  receipt: string;
  /** Ten-digit form. */
  phone: string;
  /** In Ksh. */
  amount: number;
  /** The account as it was typed. */
  account: string;
  /** When it was sent, in ms. */
  at: number;
}

/** Money that left again. */
export interface SimulatedReturn {
  receipt: string;
  /** The receipt of the money that came. */
  of: string;
  /** Ten-digit form. */
  phone: string;
  /** In Ksh. */
  amount: number;
  /** When it left, in ms. */
  at: number;
  /** Whether M-Pesa took it back; else the shop sent it. */
  isReversal: boolean;
}

/** The money of a paid prompt, as the paybill has it. */
export const sumOf = ({
  receipt,
  phone,
  taken,
  reference,
  results,
}: SimulatedPrompt): SimulatedSum => ({
  receipt: receipt ?? '',
  phone,
  amount: taken,
  account: reference,
  at: results.find(({ code }) => code === 0)?.at ?? 0,
});

/** Only the user who runs the simulator reads the file: it has phone numbers. */
const PRIVATE = { mode: 0o600 } as const;

type Entry = SimulatedPrompt | SimulatedSum | SimulatedReturn;

export type Ledger = ReturnType<typeof openLedger>;

/** Opens the ledger in `file`, or in memory without one. */
export function openLedger(file?: string) {
  const prompts = new Map<string, SimulatedPrompt>();
  const sums = new Map<string, SimulatedSum>();
  const returns = new Map<string, SimulatedReturn>();

  function put(entry: Entry): void {
    if ('id' in entry) prompts.set(entry.id, entry);
    else if ('of' in entry) returns.set(entry.of, entry);
    else sums.set(entry.receipt, entry);
  }

  if (file !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      try {
        put(JSON.parse(line) as Entry);
      } catch {
        // The empty last line, or one cut short by a crash: nobody has seen that change.
      }
    }
    // Written again, so that a line cut short does not spoil the next one.
    const entries = [...prompts.values(), ...sums.values(), ...returns.values()];
    const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    writeFileSync(`${file}.new`, lines.join(''), PRIVATE);
    renameSync(`${file}.new`, file);
  }

  return {
    prompts,
    /** By receipt. */
    sums,
    /** By the receipt of the money that came. */
    returns,
    /** Stores an entry as it is now; on disk before it returns. */
    save(entry: Entry): void {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(entry)}\n`, PRIVATE);
      put(entry);
    },
    clear(): void {
      if (file !== undefined) rmSync(file, { force: true });
      prompts.clear();
      sums.clear();
      returns.clear();
    },
  };
}
