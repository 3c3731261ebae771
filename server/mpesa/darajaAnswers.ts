/** Reads what Daraja answers. Nothing is trusted: what does not parse means "unknown". */
import * as z from 'zod';
import type { PushResult, QueryResult, RefusalCause } from './gateway.ts';

const digits = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d+$/),
  ])
  .transform(Number);

/** A result code: a number, also as a text; some are texts, such as `SFC_IC0003`. */
export const resultCode = z.union([
  digits.pipe(z.int32()),
  z
    .string()
    .trim()
    .regex(/^\w[\w.-]{0,39}$/),
]);

const tokenSchema = z.object({
  access_token: z.string().min(1),
  /** Seconds; the documents have a number, measurements a text. */
  expires_in: digits.pipe(z.number().positive()),
});
/** M-Pesa's own error, and that of the gateway before it. */
const errorSchema = z.union([
  z
    .object({
      errorCode: z.union([z.string(), z.number()]).transform(String),
      errorMessage: z.string().default(''),
    })
    .transform(({ errorCode: code, errorMessage: text }) => ({ code, text })),
  z
    .object({
      fault: z.object({
        faultstring: z.string().default(''),
        detail: z.object({ errorcode: z.string() }).optional(),
      }),
    })
    .transform(({ fault }) => ({ code: fault.detail?.errorcode ?? '', text: fault.faultstring })),
]);
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

/** What an answer says that is no yes, whatever its HTTP status is: that of an error may be 200. */
interface ErrorAnswer {
  /** M-Pesa's own code; empty without one. */
  code: string;
  text: string;
  /** That of the code, else of HTTP. */
  status: number;
  /** `page`: HTML of a proxy or a filter, or nothing. `declined`: an answer that is no error and no yes. */
  form: 'error' | 'page' | 'declined' | 'other';
}

function errorIn({ status, body }: HttpAnswer): ErrorAnswer {
  const error = errorSchema.safeParse(body);
  if (error.success) {
    const { code, text } = error.data;
    const own = /^[45]\d\d(?=\.)/.exec(code)?.[0];
    // An error in an answer that calls itself good is one all the same.
    const usual = status < 400 ? 400 : status;
    return { code, text, status: own === undefined ? usual : Number(own), form: 'error' };
  }
  const declined = declinedSchema.safeParse(body);
  if (status === 200 && declined.success && Number(declined.data.ResponseCode) !== 0) {
    const { ResponseCode: code, ResponseDescription: text } = declined.data;
    return { code, text, status, form: 'declined' };
  }
  const form = typeof body === 'string' ? 'page' : 'other';
  return { code: '', text: `HTTP ${status}`, status, form };
}

/** The keys have no right to this call: no new token helps. */
const NO_RIGHT = /api ?product/i;
const TOKEN_CODES = new Set(['404.001.03', '404.001.04', '400.003.01']);
const OF_TOKEN = /access ?token/i;

/** Whether the call was refused because of its token, so that nothing was done. */
export function isTokenRefused(answer: HttpAnswer): boolean {
  const { code, text, status } = errorIn(answer);
  if (NO_RIGHT.test(code + text)) return false;
  const isCode = status === 401 || TOKEN_CODES.has(code);
  return isCode || answer.status === 401 || (status < 500 && OF_TOKEN.test(text));
}

const LIMITED = /spike ?arrest|rate ?limit|quota/i;
const UNKNOWN_TO_THEM =
  /merchant does not exist|wrong credentials|invalid (?:credentials|password|initiator)/i;
const OF_PHONE = /phone ?number|party ?a\b|msisdn/i;

/** What an error answer to a push means, by the first row that fits. Of the last two a prompt may have gone out. */
const VERDICTS: readonly [RefusalCause | 'down' | 'lost', (said: ErrorAnswer) => boolean][] = [
  [
    'session',
    ({ code, text }) =>
      /lock subscriber/i.test(text) || (code === '500.001.1001' && /subscriber/i.test(text)),
  ],
  ['ours', ({ code, text }) => UNKNOWN_TO_THEM.test(text) || NO_RIGHT.test(code + text)],
  ['busy', ({ status, code, text }) => status === 429 || LIMITED.test(code + text)],
  ['busy', ({ code }) => code === '500.003.02' || code === '500.003.03'],
  // M-Pesa names the field. All others are filled by us.
  ['phone', ({ code, text }) => code === '400.002.02' && OF_PHONE.test(text)],
  // It says neither whose fault it is nor that it will be so again.
  ['busy', ({ form }) => form === 'declined'],
  ['away', ({ status, form }) => form === 'page' && status === 403],
  // Nothing was done, except after 408, which may come from a proxy that gave up.
  ['ours', ({ status }) => status >= 400 && status < 500 && status !== 408],
  ['down', ({ status, form }) => form === 'page' || status >= 500],
  ['lost', () => true],
];

/** What the answer to a push means. */
export function readPush(answer: HttpAnswer): PushResult {
  const { status: http, body: raw } = answer;
  const accepted = acceptedSchema.safeParse(raw);
  if (http === 200 && accepted.success) {
    return {
      kind: 'accepted',
      merchantRequestId: accepted.data.MerchantRequestID,
      checkoutRequestId: accepted.data.CheckoutRequestID,
      raw,
    };
  }
  const said = errorIn(answer);
  const { code, text, status } = said;
  const [verdict = 'lost'] = VERDICTS.find(([, fits]) => fits(said)) ?? [];
  if (verdict === 'down' || verdict === 'lost') {
    return { kind: 'unknown', isDown: verdict === 'down', message: `${code} ${text}`.trim(), raw };
  }
  return { kind: 'refused', cause: verdict, code: code || String(status), message: text, raw };
}

/** Why M-Pesa did not take the addresses for sums, in its words; null when it took them. */
export function readRegistered({ status, body }: HttpAnswer): string | null {
  const error = errorSchema.safeParse(body);
  if (error.success) return `${error.data.code} ${error.data.text}`.trim();
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
  const { code, text } = error.data;
  if (code === '500.001.1001' && /being processed/i.test(text)) return { kind: 'pending', raw };
  return { kind: 'noAnswer', message: `${code} ${text}`, raw };
}
