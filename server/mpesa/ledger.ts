/** The simulator's own books: what it asked, what it took. One JSON line per change, last wins. */
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

export type CallbackKind =
  'result' | 'wrongAmount' | 'malformed' | 'forgedAddress' | 'forgedCheckout';

export interface PlannedCallback {
  at: number;
  kind: CallbackKind;
  /** The result code it tells. */
  code: number;
  /** The HTTP status it was answered with, 0 when nobody answered; absent until it is sent. */
  status?: number;
}

/** A prompt as the simulator keeps it. Times are in ms since 1970. */
export interface SimulatedPrompt {
  /** The CheckoutRequestID. */
  id: string;
  merchantRequestId: string;
  /** Ten-digit form. */
  phone: string;
  amount: number;
  reference: string;
  description: string;
  callbackUrl: string;
  createdAt: number;
  expiresAt: number;
  state: 'waiting' | 'paid' | 'failed';
  code: number | null;
  /** Every result it came to; money may still come after a failure. */
  results: { at: number; code: number }[];
  receipt: string | null;
  /** What was really taken, in Ksh; 0 until it is paid. */
  taken: number;
  /** What it will still come to when no person acts. */
  outcomes: { at: number; code: number }[];
  callbacks: PlannedCallback[];
  /** Queries answered for it. */
  polls: number;
}

export interface Ledger {
  prompts: ReadonlyMap<string, SimulatedPrompt>;
  /** Keeps `prompt` as it is now; on disk before it returns. */
  save(prompt: SimulatedPrompt): void;
  clear(): void;
}

/** Opens the books in `file`, or in memory without one. */
export function openLedger(file?: string): Ledger {
  const prompts = new Map<string, SimulatedPrompt>();
  if (file !== undefined) {
    mkdirSync(path.dirname(file), { recursive: true });
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      try {
        const prompt = JSON.parse(line) as SimulatedPrompt;
        prompts.set(prompt.id, prompt);
      } catch {
        // The empty last line, or one cut short by a crash: what it changed was never told.
      }
    }
    // Written anew, so that a line cut short does not spoil the next one.
    const lines = [...prompts.values()].map((prompt) => `${JSON.stringify(prompt)}\n`);
    writeFileSync(`${file}.new`, lines.join(''));
    renameSync(`${file}.new`, file);
  }
  return {
    prompts,
    save(prompt) {
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(prompt)}\n`);
      prompts.set(prompt.id, prompt);
    },
    clear() {
      if (file !== undefined) rmSync(file, { force: true });
      prompts.clear();
    },
  };
}
