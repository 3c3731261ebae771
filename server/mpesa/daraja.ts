/** Safaricom's Daraja API: STK push and query, and C2B. */
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { localTime } from '../process/nairobi.ts';
import { readPush, readQuery, readRegistered } from './darajaAnswers.ts';
import { areCredentialsRefused, createDarajaHttp, textOf, wasNeverSent } from './darajaHttp.ts';
import type { DarajaOptions } from './darajaHttp.ts';
import type { Gateway, PushResult, QueryResult } from './gateway.ts';

export type DarajaConfig = Pick<
  MpesaConfig,
  | 'baseUrl'
  | 'consumerKey'
  | 'consumerSecret'
  | 'shortcode'
  | 'passkey'
  | 'till'
  | 'transactionType'
>;

/**
 * Where the provider calls back, before the secret. Its filters refuse addresses with words such as
 * "mpesa", "exe" or "sql": so the path is neutral, and the secret hexadecimal.
 */
export const CALLBACK_PATH = '/api/results/';

/** YYYYMMDDHHmmss in Nairobi. */
export function darajaTimestamp(ms: number): string {
  return localTime(ms).replace(/\D/g, '');
}

/** base64(shortcode + passkey + timestamp). */
export function darajaPassword(shortcode: string, passkey: string, timestamp: string): string {
  return Buffer.from(shortcode + passkey + timestamp).toString('base64');
}

/** Of another sign a prompt may fail without an error. */
const plain = (text: string, most: number) => text.replace(/[^A-Za-z0-9]/g, '').slice(0, most);

export interface Daraja extends Gateway {
  /** Throws with the reason when the credentials give no token. */
  requireToken(): Promise<void>;
  /**
   * Tells M-Pesa where to report sums from the Pay Bill menu; while we do not answer they come. Returns its
   * refusal in its words, or null. Throws when it cannot be reached.
   */
  register(addresses: { confirmationUrl: string; validationUrl: string }): Promise<string | null>;
}

/** The provider behind `config`. A push is sent once, also when its answer is lost. */
export function createDaraja(config: DarajaConfig, options: DarajaOptions = {}): Daraja {
  const { now = Date.now } = options;
  const { post, requireToken } = createDarajaHttp(config, options);

  function signed() {
    const timestamp = darajaTimestamp(now());
    return {
      BusinessShortCode: config.shortcode,
      Password: darajaPassword(config.shortcode, config.passkey, timestamp),
      Timestamp: timestamp,
    };
  }

  return {
    requireToken,

    async register({ confirmationUrl, validationUrl }) {
      // The second version sends the payer's number masked, the first one hashed.
      const answer = await post('/mpesa/c2b/v2/registerurl', {
        ShortCode: config.shortcode,
        ResponseType: 'Completed',
        ConfirmationURL: confirmationUrl,
        ValidationURL: validationUrl,
      });
      return readRegistered(answer);
    },

    async push(request): Promise<PushResult> {
      const phone = `254${request.phone.slice(1)}`;
      const isTill = config.transactionType === 'CustomerBuyGoodsOnline';
      try {
        const answer = await post('/mpesa/stkpush/v1/processrequest', {
          ...signed(),
          TransactionType: config.transactionType,
          Amount: request.amount,
          PartyA: phone,
          PartyB: isTill ? (config.till ?? config.shortcode) : config.shortcode,
          PhoneNumber: phone,
          CallBackURL: request.callbackUrl,
          AccountReference: plain(request.reference, 12),
          TransactionDesc: plain(request.description, 13),
        });
        return readPush(answer);
      } catch (error) {
        const message = textOf(error);
        if (!wasNeverSent(error)) return { kind: 'unknown', isDown: false, message, raw: null };
        const cause = areCredentialsRefused(error) ? 'ours' : 'away';
        return { kind: 'refused', cause, code: 'not sent', message, raw: null };
      }
    },

    async query(checkoutRequestId): Promise<QueryResult> {
      try {
        const answer = await post('/mpesa/stkpushquery/v1/query', {
          ...signed(),
          CheckoutRequestID: checkoutRequestId,
        });
        return readQuery(answer, checkoutRequestId);
      } catch (error) {
        return { kind: 'noAnswer', message: textOf(error), raw: null };
      }
    },
  };
}
