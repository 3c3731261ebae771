/**
 * The simulator's own books: its prompts and the money it took. The file has one prompt as JSON per
 * line; the last line of a prompt counts. The address of a callback is a secret of the shop and is
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

export type CallbackKind =
  'result' | 'wrongAmount' | 'malformed' | 'forgedAddress' | 'forgedCheckout';

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

export interface Ledger {
  prompts: ReadonlyMap<string, SimulatedPrompt>;
  /** Stores `prompt` as it is now; on disk before it returns. */
  save(prompt: SimulatedPrompt): void;
  clear(): void;
}

/** Only the user who runs the simulator reads the file: it has phone numbers. */
const PRIVATE = { mode: 0o600 } as const;

/** A line of the file as a prompt. Files of earlier versions have a `callbackUrl`. */
function readPrompt(line: string): SimulatedPrompt {
  const { callbackUrl: _, ...prompt } = JSON.parse(line) as SimulatedPrompt & {
    callbackUrl?: string;
  };
  return prompt;
}

/** Opens the ledger in `file`, or in memory without one. */
export function openLedger(file?: string): Ledger {
  const prompts = new Map<string, SimulatedPrompt>();
  if (file !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      try {
        const prompt = readPrompt(line);
        prompts.set(prompt.id, prompt);
      } catch {
        // The empty last line, or one cut short by a crash: nobody has seen that change.
      }
    }
    // Written again, so that a line cut short does not spoil the next one.
    const lines = [...prompts.values()].map((prompt) => `${JSON.stringify(prompt)}\n`);
    writeFileSync(`${file}.new`, lines.join(''), PRIVATE);
    renameSync(`${file}.new`, file);
  }
  return {
    prompts,
    save(prompt) {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(prompt)}\n`, PRIVATE);
      prompts.set(prompt.id, prompt);
    },
    clear() {
      if (file !== undefined) rmSync(file, { force: true });
      prompts.clear();
    },
  };
}
