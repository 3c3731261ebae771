/** Problems of the settings before going public. */
import type { Config } from '../../config.ts';
import { isLocalHost } from '../../process/environment.ts';
import { waysOf } from '../notices/sendNotice.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';

const SANDBOX = /^https?:\/\/sandbox\./;

export type Environment = Record<string, string | undefined>;

function provider(baseUrl: string): CheckResult {
  const isSandbox = SANDBOX.test(baseUrl);
  if (!isSandbox && baseUrl.startsWith('https://')) {
    return ok(`M-Pesa is ${baseUrl}. npm run daraja:check proves the credentials.`);
  }
  const what = isSandbox ? 'M-Pesa is its sandbox' : `${baseUrl} is not M-Pesa`;
  return problem(`${what}: no money moves. Set MPESA_BASE_URL=https://api.safaricom.co.ke.`);
}

function money({ mpesa }: Config): CheckResult[] {
  if (mpesa.mode === 'simulator') {
    return [
      problem('M-Pesa is simulated: nobody pays. Set MPESA_MODE=daraja and its credentials.'),
    ];
  }
  const isHttps = mpesa.callbackBaseUrl.startsWith('https://');
  return [
    provider(mpesa.baseUrl),
    isHttps
      ? ok(`M-Pesa calls back at ${mpesa.callbackBaseUrl}.`)
      : problem('M-Pesa calls back by http. Set MPESA_CALLBACK_BASE_URL to an https address.'),
    mpesa.hasPayBill
      ? unknown(
          'Does M-Pesa know where to report sums from its menu? npm run admin -- payments register tells it.',
        )
      : ok('MPESA_C2B is off: people pay by prompts alone.'),
  ];
}

/** The setting as it is written. */
export const trustProxy = (env: Environment) => env.TRUST_PROXY?.trim() || 'false';

function address({ publicUrl, host }: Config, env: Environment): CheckResult[] {
  const { protocol, hostname } = new URL(publicUrl);
  const trust = trustProxy(env);
  const isCounted = /^[1-9]$/.test(trust);
  return [
    protocol === 'https:' && !isLocalHost(hostname)
      ? ok(`People reach it at ${publicUrl}.`)
      : problem(`PUBLIC_URL is ${publicUrl}. Set it to the https address that people use.`),
    trust === 'false' || trust === '0'
      ? problem(
          'TRUST_PROXY is false: behind a proxy everybody shares one address and its limits. Set 1 behind one Caddy.',
        )
      : ok(`TRUST_PROXY is ${trust}.`),
    isCounted && !isLocalHost(host)
      ? problem(
          `HOST is ${host}: who reaches port and server around the proxy can invent addresses. ` +
            'Set HOST=127.0.0.1, or TRUST_PROXY to the network of the proxy.',
        )
      : ok(`It listens at ${host}.`),
  ];
}

function openness({
  serveDocs,
  seedDemo,
  securityContact,
  rateLimitFactor,
}: Config): CheckResult[] {
  return [
    serveDocs
      ? problem('The API is described to everybody at /api/docs. Set SERVE_DOCS=false.')
      : ok('The API is not described to everybody.'),
    seedDemo
      ? problem('An empty database is filled with demo people. Set SEED_DEMO=false.')
      : ok('No demo town is filled in.'),
    securityContact === null
      ? problem('Nobody knows whom to write to about a hole. Set SECURITY_CONTACT.')
      : ok(`Holes are reported to ${securityContact}.`),
    rateLimitFactor > 1
      ? problem(`Rate limits are ${rateLimitFactor} times as wide. Remove RATE_LIMIT_FACTOR.`)
      : ok('Rate limits are as they are meant.'),
  ];
}

function calling({ notify }: Config): CheckResult[] {
  const ways = waysOf(notify).map(({ name }) => name);
  return [
    ways.length === 0
      ? problem(
          'Nobody will be called when something breaks. Set NOTIFY_EMAIL and SMTP_URL, or NOTIFY_COMMAND.',
        )
      : ok(`Notices go by ${ways.join(' and by ')}. npm run admin -- notify test sends one.`),
  ];
}

/** The findings about the settings; `env` is what they were read from. */
export const checkSettings = (config: Config, env: Environment): CheckResult[] => [
  ...money(config),
  ...address(config, env),
  ...openness(config),
  ...calling(config),
];
