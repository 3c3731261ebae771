/** Problems of the settings before going public: one entry for each. */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { isLocalHost } from '../../process/environment.ts';
import { encrypt } from '../backup/encryptBackup.ts';
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

const money = ({ baseUrl, callbackBaseUrl, hasPayBill }: Config['mpesa']): CheckResult[] => [
  provider(baseUrl),
  callbackBaseUrl.startsWith('https://')
    ? ok(`M-Pesa calls back at ${callbackBaseUrl}.`)
    : problem('M-Pesa calls back by http. Set MPESA_CALLBACK_BASE_URL to an https address.'),
  hasPayBill
    ? unknown(
        'Does M-Pesa know where to report sums from its menu? npm run admin -- payments register tells it.',
      )
    : ok('MPESA_C2B is off: people pay by prompts alone.'),
];

export const trustProxy = (env: Environment) => env.TRUST_PROXY?.trim() || 'false';

/** The findings about the settings; `env` is what they were read from. */
export function checkSettings(config: Config, env: Environment): CheckResult[] {
  const { host, mpesa, publicUrl, rateLimitFactor, securityContact, seedDemo, serveDocs } = config;
  const { protocol, hostname } = new URL(publicUrl);
  const trust = trustProxy(env);
  const ways = waysOf(config.notify).map(({ name }) => name);
  return [
    ...(mpesa.mode === 'simulator'
      ? [problem('M-Pesa is simulated: nobody pays. Set MPESA_MODE=daraja and its credentials.')]
      : money(mpesa)),
    protocol === 'https:' && !isLocalHost(hostname)
      ? ok(`People reach it at ${publicUrl}.`)
      : problem(`PUBLIC_URL is ${publicUrl}. Set it to the https address that people use.`),
    trust === 'false' || trust === '0'
      ? problem(
          'TRUST_PROXY is false: behind a proxy everybody shares one address and its limits. Set 1 behind one Caddy.',
        )
      : ok(`TRUST_PROXY is ${trust}.`),
    /^[1-9]$/.test(trust) && !isLocalHost(host)
      ? problem(
          `HOST is ${host}: who reaches port and server around the proxy can invent addresses. ` +
            'Set HOST=127.0.0.1, or TRUST_PROXY to the network of the proxy.',
        )
      : ok(`It listens at ${host}.`),
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
    ways.length === 0
      ? problem(
          'Nobody will be called when something breaks. Set NOTIFY_EMAIL and SMTP_URL, or NOTIFY_COMMAND.',
        )
      : ok(`Notices go by ${ways.join(' and by ')}. npm run admin -- notify test sends one.`),
  ];
}

/** Whether a backup can be encrypted: a mistyped key is found out only by its use. */
async function encryption(recipients: string[]): Promise<CheckResult> {
  try {
    await buffer(encrypt(Readable.from([]), recipients, () => undefined));
    return ok(`Backups are encrypted, to public keys: ${recipients.length}.`);
  } catch (error) {
    return problem(reasonOf(error));
  }
}

export const checkBackup = async ({
  backup: { recipients, command },
}: Config): Promise<CheckResult[]> => [
  ...(recipients.length === 0
    ? [
        problem(
          'Backups are not encrypted: who gets one has everything. npm run backup -- --new-key makes keys; set BACKUP_RECIPIENTS.',
        ),
      ]
    : [
        await encryption(recipients),
        unknown(
          'Does your key open the backups? Rehearse where the key is: npm run rehearse -- file --identity key.txt',
        ),
      ]),
  command === null
    ? unknown('Does another machine fetch the backups? Else set BACKUP_COMMAND, which copies each.')
    : ok(`Each backup is copied by ${command[0]}.`),
];
