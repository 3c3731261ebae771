/** The life of the simulated prompts: when they are answered, and what is called back when. */
import { randomInt } from 'node:crypto';
import { behaviourOf, showsPrompt } from './behaviours.ts';
import type { ResultCode } from './behaviours.ts';
import { sumOf, code, newReceipt } from './ledger.ts';
import type { Ledger, PlannedCallback, SimulatedPrompt } from './ledger.ts';
import { planCallbacks, sendCallback } from './callingBack.ts';
import type { PayBillMenu } from './simulatePayBill.ts';

interface EngineOptions {
  ledger: Ledger;
  /** Confirms the sums of paid prompts, too. */
  payBill: PayBillMenu;
  /** How long a prompt waits before it answers by itself, in ms. */
  delayMs: number;
  /** What "late" means, in ms. */
  lateMs: number;
  /** How long a prompt may be answered by hand, in ms. */
  lifetimeMs: number;
}

type Asked = Pick<SimulatedPrompt, 'phone' | 'amount' | 'reference' | 'description'>;

export type PromptEngine = ReturnType<typeof createPromptEngine>;

/** A hold outlives a hidden tab, whose timers browsers fire once a minute. */
const HOLD_MS = 75_000;

const isUnsent = (callback: PlannedCallback) => callback.status === undefined;

/**
 * Starts the engine on `ledger`. Prompts that were open when it was last closed go on, without a
 * callback: its address is known only to the process that took the push.
 */
export function createPromptEngine(options: EngineOptions) {
  const { ledger, payBill, delayMs, lateMs, lifetimeMs } = options;
  const active = new Set<SimulatedPrompt>();
  const holds = new Map<string, number>();
  const sending = new Set<Promise<void>>();
  /** Where to call back, by the id of the prompt; in memory alone. */
  const addresses = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const heldUntil = (phone: string) => Math.max(holds.get(phone) ?? 0, holds.get('*') ?? 0);

  /** When the next result comes; a person who holds the phone has until the prompt expires. */
  function outcomeAt(prompt: SimulatedPrompt): number {
    const next = prompt.outcomes[0];
    if (!next) return Infinity;
    const until = heldUntil(prompt.phone);
    const mayWait = prompt.state === 'waiting' && showsPrompt(behaviourOf(prompt.phone));
    if (!mayWait || until <= Date.now()) return next.at;
    return Math.max(next.at, Math.min(until, prompt.expiresAt));
  }

  function settle(prompt: SimulatedPrompt, result: ResultCode): void {
    const at = Date.now();
    prompt.code = result;
    prompt.results.push({ at, code: result });
    prompt.state = result === 0 ? 'paid' : 'failed';
    const behaviour = behaviourOf(prompt.phone);
    if (result === 0) {
      prompt.receipt = newReceipt();
      prompt.taken = behaviour.callback === 'wrongAmount' ? 1 : prompt.amount;
    }
    const planned = planCallbacks(behaviour, result, at, options);
    const isConfirmed = payBill.shortcode() !== null;
    prompt.callbacks.push(...planned.filter(({ kind }) => isConfirmed || kind !== 'confirmation'));
    ledger.save(prompt);
  }

  async function deliver(prompt: SimulatedPrompt, callback: PlannedCallback): Promise<void> {
    // Marked before it is sent: a restart may lose a callback, as in the field, never repeat it.
    callback.status = 0;
    ledger.save(prompt);
    const address = addresses.get(prompt.id);
    if (callback.kind === 'confirmation') callback.status = await payBill.confirm(sumOf(prompt));
    else if (address === undefined) return;
    else callback.status = await sendCallback(prompt, callback, address);
    ledger.save(prompt);
  }

  function track(work: Promise<void>): Promise<void> {
    sending.add(work);
    return work.finally(() => sending.delete(work));
  }

  function step(prompt: SimulatedPrompt, now: number): void {
    while (outcomeAt(prompt) <= now) {
      const [next] = prompt.outcomes.splice(0, 1);
      if (!next) break;
      // Without an answer until the end of its lifetime, the prompt expires.
      const ranOut = prompt.state === 'waiting' && now >= prompt.expiresAt;
      settle(prompt, ranOut ? 1019 : next.code);
    }
    for (const callback of prompt.callbacks) {
      if (isUnsent(callback) && callback.at <= now) void track(deliver(prompt, callback));
    }
    if (prompt.outcomes.length > 0 || prompt.callbacks.some(isUnsent)) return;
    active.delete(prompt);
    addresses.delete(prompt.id);
  }

  function wake(): void {
    clearTimeout(timer);
    if (isClosed) return;
    const now = Date.now();
    for (const prompt of active) step(prompt, now);
    let next = Infinity;
    for (const prompt of active) {
      next = Math.min(next, outcomeAt(prompt));
      for (const callback of prompt.callbacks) {
        if (isUnsent(callback)) next = Math.min(next, callback.at);
      }
    }
    if (next < Infinity) timer = setTimeout(wake, Math.max(1, next - Date.now()));
  }

  for (const prompt of ledger.prompts.values()) active.add(prompt);
  wake();

  return {
    /** Sends a prompt to the phone. */
    add({ callbackUrl, ...request }: Asked & { callbackUrl: string }): SimulatedPrompt {
      const createdAt = Date.now();
      const behaviour = behaviourOf(request.phone);
      const first = behaviour.slow ? lateMs : delayMs;
      const expiresAt = createdAt + lifetimeMs + (behaviour.slow ? lateMs : 0);
      const outcomes = behaviour.results.map((result, index) => ({
        at: createdAt + (index === 0 ? first : lateMs),
        code: result,
      }));
      if (behaviour.byHand && outcomes[0]) outcomes[0].at = expiresAt;
      const prompt: SimulatedPrompt = {
        ...request,
        id: `ws_CO_${createdAt}${code(8)}`,
        merchantRequestId: `${randomInt(10_000, 99_999)}-${randomInt(1e7, 1e8)}-1`,
        createdAt,
        expiresAt,
        state: 'waiting',
        code: null,
        results: [],
        receipt: null,
        taken: 0,
        outcomes,
        callbacks: [],
        polls: 0,
      };
      ledger.save(prompt);
      active.add(prompt);
      addresses.set(prompt.id, callbackUrl);
      wake();
      return prompt;
    },

    /** Settles a waiting prompt by hand; false when it is not waiting or not on the phone. */
    answer(prompt: SimulatedPrompt, result: ResultCode): boolean {
      if (prompt.state !== 'waiting' || !showsPrompt(behaviourOf(prompt.phone))) return false;
      prompt.outcomes = [];
      settle(prompt, result);
      wake();
      return true;
    },

    /** Settles now and calls back before it resolves. */
    async settleAtOnce(prompt: SimulatedPrompt): Promise<void> {
      const [next] = prompt.outcomes.splice(0, 1);
      settle(prompt, next?.code ?? 0);
      const due = prompt.callbacks.filter(isUnsent);
      await Promise.all(due.map((callback) => track(deliver(prompt, callback))));
    },

    /** Holds prompts on `phone` ('*': on all) for a person, until released or not renewed. */
    hold(phone: string, isHeld: boolean): void {
      if (isHeld) holds.set(phone, Date.now() + HOLD_MS);
      else holds.delete(phone);
      wake();
    },

    /** Removes all prompts and holds. */
    reset(): void {
      active.clear();
      addresses.clear();
      holds.clear();
      ledger.clear();
    },

    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      await Promise.all(sending);
    },
  };
}
