import { PROMPT_LIFETIME_MS } from '../../src/contract/limits.ts';

/** How patient the payments are, all in ms. */
export interface PaymentTimings {
  /** How long a prompt may still be answered. */
  promptLifetimeMs: number;
  /** How long a push may go without an answer before nobody waits for it any more. */
  pushPatienceMs: number;
  /** How long after the prompt the first query goes out when no callback has come. */
  firstQueryMs: number;
  /** The pause between queries grows from the one to the other. */
  queryMinMs: number;
  queryMaxMs: number;
  /** How long a query may take before another process may ask. */
  claimMs: number;
  /** After this a payment of which nobody can say anything goes to a person. */
  giveUpMs: number;
  /** How long a payment that M-Pesa does not answer for is still asked for, settled or in review. */
  watchMs: number;
  /** How often the reconciler looks for due payments. */
  tickMs: number;
  /** How long a status call waits for a query that it has set off. */
  statusPatienceMs: number;
}

export const DEFAULT_TIMINGS: PaymentTimings = {
  promptLifetimeMs: PROMPT_LIFETIME_MS,
  pushPatienceMs: 60_000,
  firstQueryMs: 10_000,
  queryMinMs: 5000,
  queryMaxMs: 60_000,
  claimMs: 60_000,
  giveUpMs: 10 * 60_000,
  watchMs: 24 * 60 * 60_000,
  tickMs: 1000,
  statusPatienceMs: 2500,
};
