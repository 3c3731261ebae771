/**
 * What each operation takes, as a schema: a command may be of another version than the server that runs, and
 * the socket is the way on which money is booked.
 */
import path from 'node:path';
import * as z from 'zod';
import { RIGHTS } from '../db/schema.ts';
import { receiptSchema } from '../payments/callback.ts';
import { DECISIONS } from './closeReview.ts';
import type { InputOf, OperationName } from './operations.ts';
import { OperatorError } from './operatorError.ts';
import { ROW_KINDS } from './statement/readMovement.ts';

const nothing = z.null();
/** Of a row: no more than the database has. */
const id = z.int().positive().max(2_147_483_647);
const most = z.int().min(1).max(99_999);
const text = z.string().max(1000);
const ksh = z.number().positive();
const time = z.iso.datetime();
const word = z.enum(['job', 'ad']);
const by = z.strictObject({ who: text.min(1), reason: text.min(1) });
const name = text;

/** A movement of a statement, as `readStatement` gives it. */
const row = z.strictObject({
  line: z.int().positive(),
  receipt: receiptSchema,
  kind: z.enum(ROW_KINDS),
  amount: ksh,
  at: time,
  account: z.string(),
  linked: receiptSchema.nullable(),
  isTakenBack: z.boolean(),
  details: z.string(),
  party: z.string(),
});

/** By the names of the operations. None takes a field that it does not know: it may be one that matters. */
export const inputs = {
  paymentReport: nothing,
  aboutPayment: id,
  aboutOutage: id,
  closeOutage: z.strictObject({ paymentId: id, by }),
  closeReview: z.strictObject({ paymentId: id, decision: z.enum(DECISIONS), by }),
  refundPayment: z.strictObject({ paymentId: id, receipt: receiptSchema, ends: z.boolean(), by }),
  takings: z.strictObject({ from: time, until: time }),
  compareStatement: z.strictObject({ rows: z.array(row) }),
  bookStatement: z.strictObject({ rows: z.array(row), by }),
  setReceipt: z.strictObject({
    paymentId: id,
    receipt: receiptSchema,
    amount: ksh.optional(),
    by,
  }),
  unmatchedSums: nothing,
  aboutSum: receiptSchema,
  aboutTarget: text,
  giveSum: z.strictObject({ receipt: receiptSchema, to: text, by }),
  returnSum: z.strictObject({ receipt: receiptSchema, returnReceipt: receiptSchema, by }),
  registerSums: z.strictObject({ by }),
  findPeople: text,
  showPerson: id,
  setBlocked: z.strictObject({ id, isBlocked: z.boolean(), by }),
  giveCode: z.strictObject({ id, by }),
  setPhone: z.strictObject({ id, phone: text, by }),
  erasePerson: z.strictObject({ id, by }),
  exportPerson: z.strictObject({ id, by }),
  findListings: z.strictObject({
    word,
    text: text.nullable(),
    of: id.nullable(),
    onlyTakenDown: z.boolean(),
    most,
  }),
  showListing: z.strictObject({ word, id }),
  setTakenDown: z.strictObject({ word, id, isDown: z.boolean(), by }),
  readCounts: z.strictObject({ days: most }),
  whoAmI: nothing,
  listOperators: nothing,
  addOperator: z.strictObject({ name, rights: z.array(z.enum(RIGHTS)), by }),
  removeOperator: z.strictObject({ name, by }),
  restoreOperator: z.strictObject({ name, by }),
  log: z.strictObject({ most, subject: text.nullable(), action: text.optional() }),
  databaseState: nothing,
  mark: z.strictObject({ name: z.enum(['backup', 'rehearsal', 'mpesa']), isGood: z.boolean() }),
  backup: z.strictObject({
    file: z.string().refine((file) => path.isAbsolute(file)),
    recipients: z.array(z.string()),
  }),
} satisfies { [N in OperationName]: z.ZodType<InputOf<N>> };

/** The input of an operation. Throws an `OperatorError` for what it does not take. */
export function readInput<N extends OperationName>(operation: N, given: unknown): InputOf<N> {
  const schema: z.ZodType = inputs[operation];
  const read = schema.safeParse(given);
  if (read.success) return read.data as InputOf<N>;
  const [issue] = read.error.issues;
  const where = issue?.path.join('.') || 'its input';
  throw new OperatorError(
    `${operation} cannot be done, ${where} is wrong: ${issue?.message}. If the server is of another version, restart it.`,
  );
}
