/** The simulator's calls back, in Daraja's wire format. */
import { chatNumber } from '../src/contract/rules.ts';
import { resultText } from './behaviours.ts';
import type { Behaviour, ResultCode } from './behaviours.ts';
import { darajaTimestamp } from '../server/mpesa/daraja.ts';
import type { PlannedCallback, SimulatedPrompt } from './ledger.ts';

/** Long, so that no callback is lost on a busy machine: only the phone number decides that. */
const TIMEOUT_MS = 30_000;

/** The callbacks that report `result`, settled at `at`; all times in ms. Of money a confirmation comes behind. */
export function planCallbacks(
  behaviour: Behaviour,
  result: ResultCode,
  at: number,
  times: { delayMs: number; lateMs: number },
): PlannedCallback[] {
  const plan = planResults(behaviour, result, at, times);
  const last = plan.at(-1);
  const isTold = plan.some(({ kind }) => kind === 'confirmation');
  if (result !== 0 || !last || isTold) return plan;
  return [...plan, { ...last, kind: 'confirmation', at: last.at + 1 }];
}

function planResults(
  { callback }: Behaviour,
  result: ResultCode,
  at: number,
  { delayMs, lateMs }: { delayMs: number; lateMs: number },
): PlannedCallback[] {
  const plan = (kind: PlannedCallback['kind'], after = 0) => ({
    at: at + after,
    kind,
    code: result,
  });
  switch (callback) {
    case 'lost':
      return [];
    case 'lostWhenPaid':
      return result === 0 ? [] : [plan('result')];
    case 'late':
      return [plan('result', lateMs)];
    case 'duplicate':
      return [plan('result'), plan('result', 1), plan('result', delayMs)];
    case 'wrongAmount':
      return [plan('wrongAmount')];
    case 'confirmedFirst':
      return result === 0 ? [plan('confirmation'), plan('result', delayMs)] : [plan('result')];
    case 'onlyConfirmed':
      return [plan(result === 0 ? 'confirmation' : 'result')];
    case 'malformedFirst':
      return [plan('malformed'), plan('result', Math.min(delayMs, 200))];
    case 'forged':
      return [
        plan('forgedAddress'),
        plan('forgedCheckout'),
        plan('result', Math.min(delayMs, 200)),
      ];
    default:
      return [plan('result')];
  }
}

function metadata(prompt: SimulatedPrompt, amount: number) {
  return {
    Item: [
      { Name: 'Amount', Value: amount },
      { Name: 'MpesaReceiptNumber', Value: prompt.receipt ?? 'FORGED0000' },
      { Name: 'Balance' },
      {
        Name: 'TransactionDate',
        Value: Number(darajaTimestamp(prompt.results.at(-1)?.at ?? prompt.createdAt)),
      },
      { Name: 'PhoneNumber', Value: Number(chatNumber(prompt.phone)) },
    ],
  };
}

/** The body of `callback`; a forged one says "paid", whatever happened. */
export function callbackBody(prompt: SimulatedPrompt, { kind, code }: PlannedCallback): unknown {
  if (kind === 'malformed') return { Body: { stkCallback: { ResultCode: 'zero' } } };
  const isForged = kind === 'forgedAddress' || kind === 'forgedCheckout';
  const result = isForged ? 0 : code;
  const amount = kind === 'wrongAmount' ? prompt.taken : prompt.amount;
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: prompt.merchantRequestId,
        CheckoutRequestID: kind === 'forgedCheckout' ? `${prompt.id}X` : prompt.id,
        ResultCode: result,
        ResultDesc: resultText(result),
        ...(result === 0 ? { CallbackMetadata: metadata(prompt, amount) } : {}),
      },
    },
  };
}

/** Calls back once at `address`; returns the HTTP status, or 0 without an answer. */
export async function sendCallback(
  prompt: SimulatedPrompt,
  callback: PlannedCallback,
  address: string,
): Promise<number> {
  const guessed = `${address.slice(0, -4)}AAAA`;
  const url = callback.kind === 'forgedAddress' ? guessed : address;
  return await post(url, callbackBody(prompt, callback));
}

/** Posts once; returns the HTTP status, or 0 without an answer. */
export async function post(url: string, body: unknown): Promise<number> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Connection: 'close' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}
