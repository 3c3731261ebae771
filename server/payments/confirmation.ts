/** What M-Pesa says of a sum that came, or is to come, from the Pay Bill menu. */
import * as z from 'zod';
import type { Sum } from './sums.ts';
import { receiptSchema } from './callback.ts';
import { fromLocalTime } from '../process/nairobi.ts';

const TYPED_MAX = 100;
const PAYER_MAX = 200;

/** Any field may be empty or absent; what should be a text may come as a number. */
const field = z
  .union([z.string(), z.number()])
  .transform((value) => String(value).trim())
  .optional()
  .catch(undefined);

const bodySchema = z.object({
  TransID: field,
  TransTime: field,
  TransAmount: field,
  BillRefNumber: field,
  MSISDN: field,
  FirstName: field,
  MiddleName: field,
  LastName: field,
});

/** What a sum is stored with. */
type Confirmation = Pick<Sum, 'receipt' | 'amount' | 'typed' | 'sentAt' | 'payer'>;

/** Ksh, also with thousands separators; null for what is no amount. */
function amountOf(text = ''): number | null {
  return /^\d{1,3}(,?\d{3})*(\.\d+)?$|^\d+(\.\d+)?$/.test(text)
    ? Number(text.replaceAll(',', ''))
    : null;
}

/** Without what no database stores, and cut. */
const plain = (text: string, most: number) =>
  text.replace(/[\0\p{Surrogate}]/gu, '').slice(0, most);

/** Without the middle of every phone number: M-Pesa sends it masked or as a hash, and sometimes whole. */
export const maskPhones = (text: string) => text.replace(/\b(\d{4})\d{2,5}(\d{3})\b/g, '$1***$2');

/** What is asked before the money moves: nothing has a receipt yet. */
export function readValidation(body: unknown): Pick<Confirmation, 'amount' | 'typed'> | null {
  const parsed = bodySchema.safeParse(body);
  if (!parsed.success) return null;
  const { TransAmount, BillRefNumber = '' } = parsed.data;
  return { amount: amountOf(TransAmount), typed: plain(BillRefNumber, TYPED_MAX) };
}

/**
 * What a confirmation says, or null without a receipt. `MSISDN` is never taken for a phone number: it
 * stays a part of a text that only a person reads.
 */
export function readConfirmation(body: unknown): Confirmation | null {
  const parsed = bodySchema.safeParse(body);
  const receipt = parsed.success ? receiptSchema.safeParse(parsed.data.TransID) : null;
  const said = readValidation(body);
  if (!parsed.success || !receipt?.success || said === null) return null;
  const { TransTime = '', FirstName, MiddleName, LastName, MSISDN } = parsed.data;
  const payer = maskPhones([FirstName, MiddleName, LastName, MSISDN].filter(Boolean).join(' '));
  return {
    ...said,
    receipt: receipt.data,
    sentAt: fromLocalTime(TransTime),
    payer: payer === '' ? null : plain(payer, PAYER_MAX),
  };
}
