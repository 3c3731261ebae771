/** Reads what is called back. The address is the only thing that says who sent it. */
import * as z from 'zod';
import type { CheckoutIds, Evidence } from './judge.ts';

const name = z
  .string()
  .max(100)
  .regex(/^[\w.-]+$/);
const whole = z.union([z.number(), z.string().regex(/^-?\d{1,9}$/)]).transform(Number);

const callbackSchema = z.object({
  Body: z.object({
    stkCallback: z.object({
      MerchantRequestID: name,
      CheckoutRequestID: name,
      ResultCode: whole.pipe(z.int32()),
      CallbackMetadata: z
        .object({
          Item: z.array(z.object({ Name: z.string(), Value: z.unknown().optional() })).max(50),
        })
        .nullish()
        .catch(null),
    }),
  }),
});

const amountSchema = z
  .union([z.number(), z.string().regex(/^\d+(\.\d+)?$/)])
  .transform(Number)
  .pipe(z.number());
/** In capitals: a receipt is the same whichever way it is written. */
const receiptSchema = z
  .string()
  .regex(/^[A-Za-z0-9]{6,20}$/)
  .toUpperCase();

/** What a callback can say; it always names the push. */
export type CallbackEvidence = Extract<Evidence, { kind: 'paid' | 'result' | 'incomplete' }> & {
  ids: CheckoutIds;
};

/** What a callback's body says, or null when it is none. Only result code 0 says "paid". */
export function readCallback(body: unknown): CallbackEvidence | null {
  const parsed = callbackSchema.safeParse(body);
  if (!parsed.success) return null;
  const { MerchantRequestID, CheckoutRequestID, ResultCode, CallbackMetadata } =
    parsed.data.Body.stkCallback;
  const ids = { merchantRequestId: MerchantRequestID, checkoutRequestId: CheckoutRequestID };
  if (ResultCode !== 0) return { kind: 'result', ids, code: ResultCode };
  const item = (wanted: string) =>
    CallbackMetadata?.Item.find((entry) => entry.Name === wanted)?.Value;
  const amount = amountSchema.safeParse(item('Amount'));
  const receipt = receiptSchema.safeParse(item('MpesaReceiptNumber'));
  if (!amount.success || !receipt.success) return { kind: 'incomplete', ids };
  return { kind: 'paid', ids, amount: amount.data, receipt: receipt.data };
}
