/** What the server is told by its environment; `.env.example` lists every variable. */
import path from 'node:path';
import * as z from 'zod';

/** A wrong or missing setting. The message is one line and names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** At most `phone` tries for one number and `address` tries from one address per window. */
export interface RateLimit {
  phone: number;
  address: number;
  windowMs: number;
}

const MINUTE = 60_000;
/** Wide enough for a cybercafé behind one address; RATE_LIMIT_FACTOR multiplies the counts. */
const RATE_LIMITS = {
  login: { phone: 10, address: 150, windowMs: 15 * MINUTE },
  reset: { phone: 5, address: 40, windowMs: 15 * MINUTE },
  registration: { phone: 6, address: 60, windowMs: 60 * MINUTE },
  prompt: { phone: 12, address: 150, windowMs: 10 * MINUTE },
} satisfies Record<string, RateLimit>;
export type RateLimitName = keyof typeof RATE_LIMITS;

const PRODUCTION_HOST = 'api.safaricom.co.ke';
const SANDBOX = 'https://sandbox.safaricom.co.ke';

const flag = (initial: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .default(initial ? 'true' : 'false')
    .transform((value) => value === 'true' || value === '1');
const whole = (initial: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(initial))
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an address that starts with http:// or https://' })
  .transform((value) => value.replace(/\/+$/, ''));

const environment = z.object({
  PORT: whole(8000, 1, 65_535),
  HOST: z.string().default('localhost'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must start with postgres://' })
    .optional(),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: httpUrl.optional(),
  CORS_ORIGINS: z
    .string()
    .default('http://localhost:5173,http://127.0.0.1:5173')
    .transform((list) => list.split(',').map((origin) => origin.trim().replace(/\/+$/, '')))
    .refine(
      (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be a comma list of origins such as https://app.example.co.ke',
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  SEED_DEMO: flag(true),
  SERVE_APP: flag(true),
  DIST_DIR: z.string().default('dist'),
  SESSION_DAYS: whole(30, 1, 365),
  TRUST_PROXY: flag(false),
  RATE_LIMIT_FACTOR: whole(1, 1, 1_000_000),
  MPESA_MODE: z.enum(['simulator', 'daraja'], 'must be simulator or daraja').optional(),
  SIMULATOR_PORT: whole(8001, 1, 65_535),
  MPESA_SIM_DELAY_MS: whole(4000, 0, 600_000),
  MPESA_BASE_URL: httpUrl.optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_TILL: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional(),
  MPESA_TRANSACTION_TYPE: z
    .enum(['CustomerPayBillOnline', 'CustomerBuyGoodsOnline'], {
      error: 'must be CustomerPayBillOnline or CustomerBuyGoodsOnline',
    })
    .default('CustomerPayBillOnline'),
  MPESA_CALLBACK_BASE_URL: httpUrl.optional(),
});
type Environment = z.output<typeof environment>;

/** How the mobile-money provider is reached; the simulator stands in for it by default. */
export interface MpesaConfig {
  mode: 'simulator' | 'daraja';
  simulatorPort: number;
  /** How long the simulator waits before it approves by itself, in ms. */
  simDelayMs: number;
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  shortcode: string;
  passkey: string;
  /** The till that is paid with CustomerBuyGoodsOnline, else null. */
  till: string | null;
  transactionType: Environment['MPESA_TRANSACTION_TYPE'];
  /** Address, without a trailing slash, under which the provider reaches this server. */
  callbackBaseUrl: string;
}

/** What only somebody sets who wants real money. */
const CREDENTIALS = [
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORTCODE',
  'MPESA_PASSKEY',
  'MPESA_TILL',
] as const;

/** A forgotten mode must not give things for the simulator's money. */
function mpesaMode(env: Environment): MpesaConfig['mode'] {
  const named = CREDENTIALS.find((name) => env[name] !== undefined);
  if (env.MPESA_MODE === undefined && named !== undefined) {
    throw new ConfigError(
      `MPESA_MODE is missing: with ${named} say daraja, or simulator for no money.`,
    );
  }
  return env.MPESA_MODE ?? 'simulator';
}

function mpesaConfig(env: Environment): MpesaConfig {
  const mode = mpesaMode(env);
  const isDaraja = mode === 'daraja';
  const need = (name: keyof Environment & `MPESA_${string}`, simulated: string): string => {
    const value = env[name];
    if (value !== undefined) return String(value);
    if (isDaraja) throw new ConfigError(`${name} is missing: MPESA_MODE=daraja needs it.`);
    return simulated;
  };
  const config: MpesaConfig = {
    mode,
    simulatorPort: env.SIMULATOR_PORT,
    simDelayMs: env.MPESA_SIM_DELAY_MS,
    baseUrl: env.MPESA_BASE_URL ?? (isDaraja ? SANDBOX : `http://127.0.0.1:${env.SIMULATOR_PORT}`),
    consumerKey: need('MPESA_CONSUMER_KEY', 'simulator-key'),
    consumerSecret: need('MPESA_CONSUMER_SECRET', 'simulator-secret'),
    shortcode: need('MPESA_SHORTCODE', '174379'),
    passkey: need('MPESA_PASSKEY', 'simulator-passkey'),
    till: env.MPESA_TILL ?? null,
    transactionType: env.MPESA_TRANSACTION_TYPE,
    callbackBaseUrl: need('MPESA_CALLBACK_BASE_URL', `http://127.0.0.1:${env.PORT}`),
  };
  if (config.transactionType === 'CustomerBuyGoodsOnline' && config.till === null) {
    throw new ConfigError(
      'MPESA_TILL is missing: MPESA_TRANSACTION_TYPE=CustomerBuyGoodsOnline needs it.',
    );
  }
  const isProduction = new URL(config.baseUrl).hostname === PRODUCTION_HOST;
  if (isProduction && !config.callbackBaseUrl.startsWith('https://')) {
    throw new ConfigError('MPESA_CALLBACK_BASE_URL must start with https:// in production.');
  }
  return config;
}

function rateLimits(factor: number): Record<RateLimitName, RateLimit> {
  const scale = (limit: RateLimit) => ({
    ...limit,
    phone: limit.phone * factor,
    address: limit.address * factor,
  });
  return {
    login: scale(RATE_LIMITS.login),
    reset: scale(RATE_LIMITS.reset),
    registration: scale(RATE_LIMITS.registration),
    prompt: scale(RATE_LIMITS.prompt),
  };
}

export interface Config {
  port: number;
  host: string;
  /** A PostgreSQL address, or null for the embedded database below `dataDir`. */
  databaseUrl: string | null;
  /** Absolute folder of the embedded database and the images. */
  dataDir: string;
  /** Where people reach this server, without a trailing slash; image addresses start with it. */
  publicUrl: string;
  corsOrigins: string[];
  logLevel: Environment['LOG_LEVEL'];
  seedDemo: boolean;
  serveApp: boolean;
  distDir: string;
  sessionDays: number;
  trustProxy: boolean;
  rateLimits: Record<RateLimitName, RateLimit>;
  mpesa: MpesaConfig;
}

/** The settings of `env` with their defaults; throws a `ConfigError` on the first wrong one. */
export function loadConfig(env: Record<string, string | undefined>): Config {
  const given = Object.entries(env)
    .map(([name, value]) => [name, value?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL ?? null,
    dataDir: path.resolve(values.DATA_DIR),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    corsOrigins: values.CORS_ORIGINS,
    logLevel: values.LOG_LEVEL,
    seedDemo: values.SEED_DEMO,
    serveApp: values.SERVE_APP,
    distDir: path.resolve(values.DIST_DIR),
    sessionDays: values.SESSION_DAYS,
    trustProxy: values.TRUST_PROXY,
    rateLimits: rateLimits(values.RATE_LIMIT_FACTOR),
    mpesa: mpesaConfig(values),
  };
}
