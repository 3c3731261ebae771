/**
 * All operations of the desk, by their names. From a row come the command line (`cli/adminCommand.ts`), the running
 * server's socket (`socket.ts`), the page (`web/`), the check of the right and of the input (`perform.ts`).
 */
import type * as z from 'zod';
import type { AnyCommand, AnyOperation } from './operation.ts';
import { countRows } from './rows/counts.ts';
import { findRows } from './rows/find.ts';
import { listingRows } from './rows/listings.ts';
import { logRows } from './rows/log.ts';
import { machineRows } from './rows/machine.ts';
import { onePaymentRows } from './rows/onePayment.ts';
import { onePersonRows } from './rows/onePerson.ts';
import { operatorRows } from './rows/operators.ts';
import { paymentRows } from './rows/payments.ts';
import { personRows } from './rows/people.ts';
import { sumRows } from './rows/sums.ts';
import { takingRows } from './rows/takings.ts';
import { todayRows } from './rows/today.ts';

export const operations = {
  ...todayRows,
  ...findRows,
  ...countRows,
  ...logRows,
  ...paymentRows,
  ...takingRows,
  ...onePaymentRows,
  ...sumRows,
  ...personRows,
  ...onePersonRows,
  ...listingRows,
  ...operatorRows,
  ...machineRows,
} as const;

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type AnswerOf<N extends OperationName> = Awaited<ReturnType<Operations[N]['run']>>;
/** What a caller may give: a row's input before its defaults. */
export type InputOf<N extends OperationName> = z.input<Operations[N]['input']>;

export const rowOf = (name: OperationName): AnyOperation => operations[name];
export const NAMES = Object.keys(operations) as OperationName[];

export type NamedCommand = AnyCommand & { name: OperationName };
export const isCommand = (row: AnyOperation): row is AnyCommand => 'words' in row;
export const COMMANDS: NamedCommand[] = NAMES.flatMap((name) => {
  const row = rowOf(name);
  return isCommand(row) ? [{ ...row, name }] : [];
});

/** Whether it changes something: then it says who and why. */
export const isChange = ({ input }: AnyOperation): boolean => 'by' in input.shape;
