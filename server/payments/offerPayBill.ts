/** Pay Bill: how a payable is paid for from the M-Pesa menu, and where M-Pesa says that it was. */
import type { PayBill, PaymentStatus } from '../../src/contract/schemas.ts';
import type { Context } from '../calls/context.ts';
import { isSame, sign } from '../calls/signing.ts';
import type { MpesaConfig } from '../process/mpesaSettings.ts';
import { isMpesaDown } from './detectOutage.ts';
import { keyOf, promptTexts } from './payables.ts';
import type { Payable } from './payables.ts';
import { statusFor } from './status.ts';

/** What is typed to pay for the payable; undefined where people cannot pay so. */
export function payBillOf(
  { hasPayBill, shortcode }: Pick<MpesaConfig, 'hasPayBill' | 'shortcode'>,
  payable: Payable,
): PayBill | undefined {
  if (!hasPayBill) return undefined;
  const { amount, reference } = promptTexts(payable);
  return { business_number: shortcode, account: reference, amount };
}

const UNPAID: PaymentStatus = { status: 'unpaid' };
const isRight = ({ status, review }: PaymentStatus) =>
  status !== 'completed' && review === undefined;

/** `status` with how else the payable is paid for, wherever paying is right; without any payment `unpaid`. */
export function withPayBill(
  { config }: Pick<Context, 'config'>,
  payable: Payable,
  status: PaymentStatus | undefined,
): PaymentStatus | undefined {
  const payBill = payBillOf(config.mpesa, payable);
  const known = status ?? UNPAID;
  return payBill && isRight(known) ? { ...known, pay_bill: payBill } : status;
}

/**
 * The status of one payable for its pay page: with how else it is paid for, and whether M-Pesa is down, while it
 * can be paid for; undefined where there is nothing to say. `isGiven`: it is paid for and running.
 */
export async function payPageStatus(
  ctx: Pick<Context, 'config' | 'db' | 'now'>,
  payable: Payable,
  { isGiven, canPay }: { isGiven: boolean; canPay: boolean },
): Promise<PaymentStatus | undefined> {
  const status = await statusFor(ctx, keyOf(payable), isGiven);
  if (isGiven || !canPay) return status;
  const known = withPayBill(ctx, payable, status);
  const isDown = isRight(known ?? UNPAID) && (await isMpesaDown(ctx));
  return isDown ? { ...(known ?? UNPAID), mpesa_down: true } : known;
}

/**
 * Where M-Pesa reports sums that came, and asks about sums that are to come. As the callback's: no word
 * that its filters refuse, and a secret in hexadecimal behind it.
 */
export const SUMS_PATHS = { came: '/api/sums/came/', asked: '/api/sums/asked/' } as const;

type Signed = Pick<Context, 'config' | 'secret'>;

/** One for each database and business number, because M-Pesa is told the addresses only once. */
const secretOf = ({ config, secret }: Signed) =>
  Buffer.from(sign(secret, 'sums', config.mpesa.shortcode), 'base64url').toString('hex');

/** Whether `given` is the secret of our addresses. */
export const isSumsSecret = (ctx: Signed, given: string) => isSame(secretOf(ctx), given);

/** The addresses at which M-Pesa reports sums; who knows them can report money that never came. */
export function sumsAddresses(ctx: Signed) {
  const { callbackBaseUrl } = ctx.config.mpesa;
  const secret = secretOf(ctx);
  return {
    confirmationUrl: `${callbackBaseUrl}${SUMS_PATHS.came}${secret}`,
    validationUrl: `${callbackBaseUrl}${SUMS_PATHS.asked}${secret}`,
  };
}
