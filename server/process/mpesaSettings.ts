/** The settings of the mobile-money provider. */
import * as z from 'zod';
import { ConfigError, httpUrl, wholeNumber } from './environment.ts';

const PRODUCTION_HOST = 'api.safaricom.co.ke';
const SANDBOX = 'https://sandbox.safaricom.co.ke';

const digits = () =>
  z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional();

export const mpesaSettings = {
  MPESA_MODE: z.enum(['simulator', 'daraja'], 'must be simulator or daraja').optional(),
  SIMULATOR_PORT: wholeNumber(8001, 1, 65_535),
  MPESA_SIM_DELAY_MS: wholeNumber(4000, 0, 600_000),
  MPESA_BASE_URL: httpUrl().optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: digits(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_TILL: digits(),
  MPESA_TRANSACTION_TYPE: z
    .enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'], {
      error: 'must be CustomerPayBillOnline or CustomerBuyGoodsOnline',
    })
    .default('CustomerPayBillOnline'),
  MPESA_CALLBACK_BASE_URL: httpUrl().optional(),
  MPESA_C2B: z.enum(['on', 'off'], 'must be on or off').optional(),
};
type Environment = z.output<z.ZodObject<typeof mpesaSettings>>;

/** How the mobile-money provider is reached; the simulator takes its place by default. */
export type MpesaConfig = ReturnType<typeof mpesaConfig>;

/** Words that the provider's filters refuse in the address of a callback. */
const REFUSED_WORDS = /mpesa|safaricom|exe|cmd|sql|query/i;

/** Settings that only somebody who wants real money fills in. */
const CREDENTIALS = [
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORTCODE',
  'MPESA_PASSKEY',
  'MPESA_TILL',
] as const;

/** Credentials without a mode are refused: the simulator would give jobs and ads for no money. */
function mpesaMode(env: Environment): 'simulator' | 'daraja' {
  const named = CREDENTIALS.find((name) => env[name] !== undefined);
  if (env.MPESA_MODE === undefined && named !== undefined) {
    throw new ConfigError(
      `MPESA_MODE is missing: with ${named} say daraja, or simulator for no money.`,
    );
  }
  return env.MPESA_MODE ?? 'simulator';
}

/**
 * Only where it is asked for: the provider must know our addresses first. The simulator does; but where others
 * reach the server, somebody might send real money to its business number.
 */
function hasPayBill(
  { MPESA_C2B: asked, MPESA_TRANSACTION_TYPE: type }: Environment,
  isSimulatedHere: boolean,
) {
  const isPaybill = type === 'CustomerPayBillOnline';
  if (asked === 'on' && !isPaybill) {
    throw new ConfigError(
      'MPESA_C2B=on needs MPESA_TRANSACTION_TYPE=CustomerPayBillOnline: a till takes no account.',
    );
  }
  return asked === undefined ? isSimulatedHere && isPaybill : asked === 'on';
}

/**
 * The provider's settings; throws a `ConfigError` when they are half filled in. `isLocal`: only this machine
 * reaches the server.
 */
export function mpesaConfig(env: Environment & { PORT: number }, isLocal: boolean) {
  const mode = mpesaMode(env);
  const isDaraja = mode === 'daraja';
  const missing: string[] = [];
  const need = (name: keyof Environment, simulated: string): string => {
    const value = env[name];
    if (value === undefined && isDaraja) missing.push(name);
    return String(value ?? simulated);
  };
  const config = {
    mode,
    simulatorPort: env.SIMULATOR_PORT,
    /** How long the simulator waits before it approves by itself, in ms. */
    simDelayMs: env.MPESA_SIM_DELAY_MS,
    baseUrl: env.MPESA_BASE_URL ?? (isDaraja ? SANDBOX : `http://127.0.0.1:${env.SIMULATOR_PORT}`),
    consumerKey: need('MPESA_CONSUMER_KEY', 'simulator-key'),
    consumerSecret: need('MPESA_CONSUMER_SECRET', 'simulator-secret'),
    shortcode: need('MPESA_SHORTCODE', '174379'),
    passkey: need('MPESA_PASSKEY', 'simulator-passkey'),
    /** The till that is paid with CustomerBuyGoodsOnline, else null. */
    till: env.MPESA_TILL ?? null,
    transactionType: env.MPESA_TRANSACTION_TYPE,
    /** Address, without a trailing slash, under which the provider reaches this server. */
    callbackBaseUrl: need('MPESA_CALLBACK_BASE_URL', `http://127.0.0.1:${env.PORT}`),
    /** Whether people can pay from the M-Pesa menu, with the shortcode as the business number. */
    hasPayBill: hasPayBill(env, isLocal && !isDaraja),
  };
  if (missing.length > 0) {
    const are =
      missing.length === 1
        ? 'is missing: MPESA_MODE=daraja needs it'
        : 'are missing: MPESA_MODE=daraja needs them';
    throw new ConfigError(`${missing.join(', ')} ${are}.`);
  }
  if (config.transactionType === 'CustomerBuyGoodsOnline' && config.till === null) {
    throw new ConfigError(
      'MPESA_TILL is missing: MPESA_TRANSACTION_TYPE=CustomerBuyGoodsOnline needs it.',
    );
  }
  const isProduction = new URL(config.baseUrl).hostname === PRODUCTION_HOST;
  if (isProduction && !config.callbackBaseUrl.startsWith('https://')) {
    throw new ConfigError('MPESA_CALLBACK_BASE_URL must start with https:// in production.');
  }
  const refused = isDaraja ? REFUSED_WORDS.exec(config.callbackBaseUrl)?.[0] : undefined;
  if (refused !== undefined) {
    throw new ConfigError(
      `MPESA_CALLBACK_BASE_URL has "${refused}" in it: M-Pesa refuses such addresses. Use another name.`,
    );
  }
  return config;
}
