/** Reads what Daraja answers. Nothing is trusted: what does not parse means "unknown". */
import * as z from 'zod';
import { NOT_KNOWN } from './codes.ts';
import type { PushResult, QueryResult } from './gateway.ts';

const digits = z.union([z.number(), z.string().regex(/^-?\d+$/)]).transform(Number);

/** A result code: a number, also as a text; some are texts, such as `SFC_IC0003`. */
export const resultCode = z.union([
  digits.pipe(z.int32()),
  z.string().regex(/^[A-Za-z][\w.-]{0,39}$/),
]);

const tokenSchema = z.object({
  access_token: z.string().min(1),
  /** Seconds; the documents have a number, measurements a text. */
  expires_in: digits.pipe(z.number().positive()),
});
const errorSchema = z.object({
  errorCode: z.string(),
  errorMessage: z.string().default(''),
});
const acceptedSchema = z.object({
  MerchantRequestID: z.string().min(1),
  CheckoutRequestID: z.string().min(1),
  ResponseCode: digits.pipe(z.literal(0)),
});
const declinedSchema = z.object({
  ResponseCode: z.union([z.string(), z.number()]).transform(String),
  ResponseDescription: z.string().default(''),
});
const queriedSchema = z.object({
  CheckoutRequestID: z.string().optional(),
  ResultCode: resultCode,
  ResultDesc: z.string().default(''),
});

/** An HTTP answer, its body parsed where it is JSON and a text where it is not. */
export interface HttpAnswer {
  status: number;
  body: unknown;
}

/** The result code of a query for a prompt that waits for its PIN. */
const PENDING = 4999;

/** The token and its life in ms, or null. */
export function readToken(answer: HttpAnswer): { value: string; lifeMs: number } | null {
  const parsed = tokenSchema.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success) return null;
  return { value: parsed.data.access_token, lifeMs: parsed.data.expires_in * 1000 };
}

/** Whether the call was refused because of its token, so that nothing was done. */
export function isTokenRefused({ status, body }: HttpAnswer): boolean {
  const error = errorSchema.safeParse(body);
  return status === 401 || (error.success && error.data.errorCode === '404.001.03');
}

/** A 4xx means that nothing was done, except 408, which may come from a proxy that gave up. */
const isClientError = (status: number) => status >= 400 && status < 500 && status !== 408;

/** Texts of 500.001.1001 for wrong settings of ours; no prompt goes out. */
const NO_MERCHANT = /merchant does not exist|wrong credentials|invalid (?:credentials|password)/i;

/**
 * Whether an error answer to a push proves that no prompt went out: a wrong request (4xx), a rate
 * limit, a subscriber that is busy, or settings of ours that M-Pesa does not know. Any other 5xx may come after the prompt.
 */
function provesNothingSent(status: number, code: string, message: string): boolean {
  if (code === NOT_KNOWN || (isClientError(status) && !code.startsWith('5'))) return true;
  if (code === '500.003.02' || code === '500.003.03') return true;
  return code === '500.001.1001' && /subscriber/i.test(message);
}

/** What the answer to a push means. */
export function readPush(answer: HttpAnswer): PushResult {
  const { status, body: raw } = answer;
  const accepted = acceptedSchema.safeParse(raw);
  if (status === 200 && accepted.success) {
    return {
      kind: 'accepted',
      merchantRequestId: accepted.data.MerchantRequestID,
      checkoutRequestId: accepted.data.CheckoutRequestID,
      raw,
    };
  }
  const error = errorSchema.safeParse(raw);
  if (error.success) {
    const { errorCode, errorMessage: message } = error.data;
    const code = NO_MERCHANT.test(message) ? NOT_KNOWN : errorCode;
    if (provesNothingSent(status, code, message)) return { kind: 'refused', code, message, raw };
    return { kind: 'unknown', message: `${code} ${message}`, raw };
  }
  const declined = declinedSchema.safeParse(raw);
  if (status === 200 && declined.success && declined.data.ResponseCode !== '0') {
    const { ResponseCode: code, ResponseDescription: message } = declined.data;
    return { kind: 'refused', code, message, raw };
  }
  const message = `HTTP ${status}`;
  if (isClientError(status)) return { kind: 'refused', code: String(status), message, raw };
  return { kind: 'unknown', message, raw };
}

/** Why M-Pesa did not take the addresses for sums, in its words; null when it took them. */
export function readRegistered({ status, body }: HttpAnswer): string | null {
  const error = errorSchema.safeParse(body);
  if (error.success) return `${error.data.errorCode} ${error.data.errorMessage}`.trim();
  const answer = declinedSchema.safeParse(body);
  if (status !== 200 || !answer.success) return `HTTP ${status}`;
  const { ResponseCode: code, ResponseDescription: text } = answer.data;
  return Number(code) === 0 ? null : `${code} ${text}`.trim();
}

/** What the answer to a query for `checkoutRequestId` means. */
export function readQuery(answer: HttpAnswer, checkoutRequestId: string): QueryResult {
  const { status, body: raw } = answer;
  const queried = queriedSchema.safeParse(raw);
  if (status === 200 && queried.success) {
    const { CheckoutRequestID: id, ResultCode: code, ResultDesc: message } = queried.data;
    if (id !== undefined && id !== checkoutRequestId) {
      return { kind: 'noAnswer', message: 'The answer is for another checkout.', raw };
    }
    if (code === 0) return { kind: 'paid', raw };
    if (code === PENDING) return { kind: 'pending', raw };
    return { kind: 'failed', code, message, raw };
  }
  const error = errorSchema.safeParse(raw);
  if (!error.success) return { kind: 'noAnswer', message: `HTTP ${status}`, raw };
  const { errorCode, errorMessage } = error.data;
  if (errorCode === '500.001.1001' && /being processed/i.test(errorMessage)) {
    return { kind: 'pending', raw };
  }
  return { kind: 'noAnswer', message: `${errorCode} ${errorMessage}`, raw };
}
