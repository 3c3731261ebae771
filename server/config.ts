/** The settings of the server, from its environment; `.env.example` lists every variable. */
import path from 'node:path';
import * as z from 'zod';
import { isPhone } from '../src/contract/rules.ts';
import { backupConfig, backupSettings } from './process/backupSettings.ts';
import { CONNECTION_LIMITS } from './process/connectionLimits.ts';
import { mpesaConfig, mpesaSettings } from './process/mpesaSettings.ts';
import type { MpesaConfig } from './process/mpesaSettings.ts';
import { notifyConfig, notifySettings } from './process/notifySettings.ts';
import { trustFrom } from './process/proxies.ts';
import {
  ConfigError,
  contact,
  flag,
  httpUrl,
  isLocalHost,
  origins,
  serverUrl,
  wholeNumber,
} from './process/environment.ts';

/** The embedded database is 40 MB when it is new. */
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

const TRUST_PROXY_HELP =
  'must be the number of proxies in front, such as 1, or a comma list of their networks, such as ' +
  '127.0.0.1,10.0.0.0/8 (true would let every caller forge an address)';

/** What the secret of an operator looks like. */
export const OPERATOR_SECRET = /^[\w-]{32}$/;

const environment = z.object({
  PORT: wholeNumber(8000, 1, 65_535),
  HOST: z.string().default('localhost'),
  DATABASE_URL: serverUrl(/^postgres(ql)?$/, 'postgres://')
    .refine(
      (address) => new URL(address).pathname.length > 1,
      'names no database (in .env # begins a comment: write it as %23)',
    )
    .optional(),
  DATA_DIR: z.string().default('.data'),
  PUBLIC_URL: httpUrl().optional(),
  CORS_ORIGINS: origins(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  SEED_DEMO: flag().optional(),
  SERVE_APP: flag().default(true),
  SERVE_DOCS: flag().optional(),
  DIST_DIR: z.string().default('dist'),
  SESSION_DAYS: wholeNumber(30, 1, 365),
  FUNDI_OPERATOR: z
    .string()
    .regex(OPERATOR_SECRET, 'must be the secret that `operators add` showed')
    .optional(),
  DESK: flag().optional(),
  DESK_HOST: z
    .string()
    .regex(/^[a-z\d.-]+$/i, 'must be a host name such as desk.fundimtaani.co.ke, without a port')
    .optional(),
  METRICS_PORT: wholeNumber(0, 0, 65_535),
  METRICS_HOST: z.string().default('127.0.0.1'),
  TRUST_PROXY: z
    .string()
    .default('false')
    .transform(trustFrom)
    .refine((trust) => trust !== null, TRUST_PROXY_HELP),
  SECURITY_CONTACT: contact().optional(),
  RATE_LIMIT_FACTOR: wholeNumber(1, 1, 1_000_000),
  /** The same variable that the build of the app reads: the phone of its contact page. */
  VITE_SUPPORT_PHONE: z
    .string()
    .default('0700000000')
    .refine(isPhone, 'must be a ten-digit phone number such as 0712345678'),
  ...mpesaSettings,
  ...notifySettings,
  ...backupSettings,
});

/** The names of all variables that the server reads. */
export const SETTINGS = Object.keys(environment.shape);

/** The password of the demo people is public, so they are refused with real M-Pesa. */
function seedsDemo(asked: boolean | undefined, mode: MpesaConfig['mode'], isLocal: boolean) {
  if (asked === true && mode === 'daraja') {
    throw new ConfigError(
      'SEED_DEMO=true is refused with MPESA_MODE=daraja: everybody knows the password of the demo people.',
    );
  }
  return asked ?? (mode === 'simulator' && isLocal);
}

/** The sign-ins of the demo town, which `npm start` prints; all people of the town have this password. */
export const DEMO = {
  fundiPhone: '0712345678',
  clientPhone: '0722345678',
  password: 'karibu2026',
} as const;

export type Config = ReturnType<typeof loadConfig>;

type Variables = Record<string, string | undefined>;

/**
 * The settings for the alarm, which must go out when another setting is why the server is down. Such a one counts as
 * not set, and so does a malformed mail server where a command can be called. Throws a `ConfigError` for the rest.
 */
export function alarmConfig(env: Variables): Config {
  const only = (names: string[]): Variables =>
    Object.fromEntries(names.map((name) => [name, env[name]]));
  const place = httpUrl().safeParse(env.PUBLIC_URL).success
    ? ['DATA_DIR', 'PUBLIC_URL']
    : ['DATA_DIR'];
  try {
    return loadConfig(only([...place, ...Object.keys(notifySettings)]));
  } catch (error) {
    if (!env.NOTIFY_COMMAND) throw error;
    return loadConfig(only([...place, 'NOTIFY_COMMAND']));
  }
}

/** The settings of `env` with their defaults; throws a `ConfigError` on the first wrong one. */
export function loadConfig(env: Variables) {
  const given = Object.entries(env)
    .map(([name, value]) => [name, value?.trim()] as const)
    .filter(([, value]) => value !== undefined && value !== '');
  const parsed = environment.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const values = parsed.data;
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`;
  const trustProxy = values.TRUST_PROXY ?? false;
  /**
   * Whether only this machine reaches the server: it listens here, is addressed here, and no proxy
   * is in front. Unsafe options are on by default only in this case.
   */
  const isLocal =
    isLocalHost(values.HOST) && isLocalHost(new URL(publicUrl).hostname) && trustProxy === false;
  const mpesa = mpesaConfig(values, isLocal);
  const isSimulated = mpesa.mode === 'simulator';
  return {
    port: values.PORT,
    host: values.HOST,
    /** A PostgreSQL address, or null for the embedded database below `dataDir`. */
    databaseUrl: values.DATABASE_URL ?? null,
    /** Absolute folder of the embedded database. */
    dataDir: path.resolve(values.DATA_DIR),
    /** With less room on the disk of `dataDir` the server does not start, and is not healthy. */
    leastFreeBytes: LEAST_FREE_BYTES,
    /** Where people reach this server, without a trailing slash; image addresses start with it. */
    publicUrl,
    isLocal,
    corsOrigins: values.CORS_ORIGINS,
    logLevel: values.LOG_LEVEL,
    seedDemo: seedsDemo(values.SEED_DEMO, mpesa.mode, isLocal),
    serveApp: values.SERVE_APP,
    serveDocs: values.SERVE_DOCS ?? isLocal,
    distDir: path.resolve(values.DIST_DIR),
    sessionDays: values.SESSION_DAYS,
    desk: {
      isOn: values.DESK ?? (isLocal && isSimulated),
      /** The host at which alone it is served. */
      host: values.DESK_HOST?.toLowerCase() ?? null,
      /** Whether the demo operator may use it while no other one is named. */
      isDemo: isLocal && isSimulated,
    },
    metrics:
      values.METRICS_PORT === 0 ? null : { port: values.METRICS_PORT, host: values.METRICS_HOST },
    /** The proxies that are trusted to say where a request came from. */
    trustProxy,
    securityContact: values.SECURITY_CONTACT ?? null,
    operatorSecret: values.FUNDI_OPERATOR ?? null,
    /** Multiplies the counts of `calls/rateLimits.ts` and of prompts. */
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    supportPhone: values.VITE_SUPPORT_PHONE,
    connections: CONNECTION_LIMITS,
    mpesa,
    notify: notifyConfig(values),
    backup: backupConfig(values),
  };
}
