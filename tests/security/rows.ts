/** What a row of the matrix is made of. */
import type { Sent } from '../../testkit/contract/harness.ts';
import type { AccountName } from './callers.ts';
import type { Records } from './records.ts';

/** The status for each account, and for everybody who is signed out. */
export type Statuses = Record<AccountName | 'signedOut', number>;

/** One kind of request, made new for each caller. */
export interface Request {
  sent(records: Records, caller: AccountName | null): Sent | Promise<Sent>;
  statuses: Statuses;
  /** What the answer says to this account, beside having the shape of the contract. */
  check?(answer: unknown, caller: AccountName, records: Records): void | Promise<void>;
  /** What a refusal says to this account. */
  checkRefusal?(answer: unknown, caller: AccountName): void;
}

/** Statuses for: signed out; a fundi on trial, expired, subscribed; a client `empty`, `rival`, `owner`. */
export function to(
  signedOut: number,
  [trial, expired, subscribed]: [number, number, number],
  [empty, rival, owner]: [number, number, number],
): Statuses {
  return { signedOut, trial, expired, subscribed, empty, rival, owner };
}
/** The same for all who are signed in, for all of one role. */
export const toSignedIn = (status: number) =>
  to(401, [status, status, status], [status, status, status]);
export const toFundis = (status: number) => to(401, [status, status, status], [403, 403, 403]);
export const toClients = (status: number) => to(401, [403, 403, 403], [status, status, status]);
/** The owner's own: other clients get 403, or 404 when there is nothing left to own. */
export const toOwner = (status: number, others = 403) =>
  to(401, [403, 403, 403], [others, others, status]);
