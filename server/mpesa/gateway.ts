/** What the payments need of a mobile-money provider, in words of no particular provider. */

export interface PushRequest {
  /** Whole Ksh. */
  amount: number;
  /** The payer's phone in the ten-digit form. */
  phone: string;
  /** What the payer reads in the SMS; letters and digits, cut to 12. */
  reference: string;
  /** A word for the provider's records; letters and digits, cut to 13. */
  description: string;
  callbackUrl: string;
}

export type RefusalCause =
  /** The payer's number is none that takes prompts. */
  | 'phone'
  /** The payer's phone is in another session. */
  | 'session'
  /** The provider takes no more at the moment. */
  | 'busy'
  /** The provider was not reached. */
  | 'away'
  /** Our credentials, settings or request are wrong: only an operator can mend it. */
  | 'ours';

/** The result of a push. `raw` is the provider's answer as it was read, `code` its own. */
export type PushResult =
  | { kind: 'accepted'; merchantRequestId: string; checkoutRequestId: string; raw: unknown }
  /** Certain: no prompt was sent. */
  | { kind: 'refused'; cause: RefusalCause; code: string; message: string; raw: unknown }
  /**
   * It is unknown whether the prompt was sent; a second push could be a second charge. `isDown`: the answer is
   * that of a provider which does not work.
   */
  | { kind: 'unknown'; isDown: boolean; message: string; raw: unknown };

/** Whether a push says that the provider does not work, for anybody. */
export const saysDown = (result: PushResult) =>
  result.kind === 'refused' ? result.cause === 'away' : result.kind === 'unknown' && result.isDown;

/** What the provider says of an earlier push. */
export type QueryResult =
  | { kind: 'paid'; raw: unknown }
  | { kind: 'failed'; code: number | string; message: string; raw: unknown }
  | { kind: 'pending'; raw: unknown }
  /** Neither yes nor no: ask again later. */
  | { kind: 'noAnswer'; message: string; raw: unknown };

export interface Gateway {
  /** Sends one prompt; never more than one, and it never throws. */
  push(request: PushRequest): Promise<PushResult>;
  /** Queries the result of a push; it never throws. */
  query(checkoutRequestId: string): Promise<QueryResult>;
}

/** `gateway`, which shows the result of each push to `see` before it gives it; `see` never throws. */
export const watchPushes = (gateway: Gateway, see: (result: PushResult) => void): Gateway => ({
  ...gateway,
  async push(request) {
    const result = await gateway.push(request);
    see(result);
    return result;
  },
});
