/** What in the settings and the built app stands in the way of going public. What is right has no line. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { PAGES_FILE } from '../../../src/contract/pages.ts';
import type { Pages, Site } from '../../../src/contract/pages.ts';
import type { Config } from '../../config.ts';
import { bytesLeft, SHORT_BYTES } from '../../process/disk.ts';
import { isLocalHost } from '../../process/environment.ts';
import { encrypt } from '../backup/encryptBackup.ts';

/** A line of `npm run check`: what to do, or with `unknown` what a person must find out. */
interface CheckLine {
  state: 'problem' | 'unknown';
  text: string;
}

export type CheckLines = AsyncGenerator<CheckLine, void>;
export const problem = (text: string): CheckLine => ({ state: 'problem', text });
export const unknown = (text: string): CheckLine => ({ state: 'unknown', text });

export type Environment = Record<string, string | undefined>;

function* checkMpesa({ mode, baseUrl, callbackBaseUrl }: Config['mpesa']): Generator<CheckLine> {
  if (mode === 'simulator') yield problem('M-Pesa is simulated: set MPESA_MODE=daraja.');
  else if (!/^https:\/\/(?!sandbox\.)/.test(baseUrl))
    yield problem(`${baseUrl} moves no money. Set MPESA_BASE_URL=https://api.safaricom.co.ke.`);
  if (mode === 'daraja' && !callbackBaseUrl.startsWith('https://'))
    yield problem('M-Pesa calls back by http. Set MPESA_CALLBACK_BASE_URL to an https address.');
}

/** The settings of the server, which were read from `env`. */
export async function* checkSettings(config: Config, env: Environment): CheckLines {
  const { host, publicUrl, notify, backup, dataDir } = config;
  const { protocol, hostname } = new URL(publicUrl);
  const trust = env.TRUST_PROXY?.trim() || 'false';
  yield* checkMpesa(config.mpesa);
  if (protocol !== 'https:' || isLocalHost(hostname))
    yield problem(`PUBLIC_URL is ${publicUrl}. Set it to the https address that people use.`);
  if (trust === 'false' || trust === '0')
    yield problem(
      'TRUST_PROXY is false: behind a proxy all share one address. Set 1 behind Caddy.',
    );
  if (/^[1-9]$/.test(trust) && !isLocalHost(host))
    yield problem(`HOST is ${host}: past the proxy addresses can be invented. Set 127.0.0.1.`);
  if (config.serveDocs)
    yield problem('The API is described to everybody at /api/docs. Set SERVE_DOCS=false.');
  if (config.securityContact === null)
    yield problem('Nobody knows whom to write to about a hole. Set SECURITY_CONTACT.');
  if (config.rateLimitFactor > 1)
    yield problem(
      `Rate limits are ${config.rateLimitFactor} times as wide: set no RATE_LIMIT_FACTOR.`,
    );
  if (notify.email === null && notify.command === null)
    yield problem('Nobody is called when something breaks. Set NOTIFY_EMAIL, or NOTIFY_COMMAND.');
  if (backup.recipients.length === 0)
    yield problem('Who gets a backup has everything. npm run backup -- --new-key encrypts them.');
  else {
    // A mistyped key is found out only by its use.
    const tried = buffer(encrypt(Readable.from([]), backup.recipients, () => undefined));
    const wrong = await tried.then(
      () => null,
      (error: Error) => error.message,
    );
    if (wrong !== null) yield problem(wrong);
    if (backup.command === null)
      yield unknown('Does another machine fetch the backups? Else set BACKUP_COMMAND.');
  }
  if (config.mpesa.hasPayBill)
    yield unknown('Was Pay Bill registered? npm run admin -- payments register; once is enough.');
  const file = path.resolve('.env');
  if (existsSync(file) && statSync(file).mode & 0o077)
    yield problem(`Others on this machine can reach ${file}. Run chmod go= ${file}.`);
  // A folder that is not there yet is made by the first start.
  const left = await bytesLeft(dataDir).catch(() => Infinity);
  if (left < SHORT_BYTES)
    yield problem(`${Math.floor(left / 1024 ** 2)} MB are left on the disk of ${dataDir}.`);
}

/** What the app shows, and its value in `.env.example`, which is nobody's; null for what may be left out. */
const SHOWN: [name: string, invented: string | null, valueOf: (site: Site) => string][] = [
  ['VITE_APP_NAME', null, ({ name }) => name],
  ['VITE_TOWN', '', ({ town }) => town],
  ['VITE_OPERATOR_NAME', 'Example Operator Ltd', ({ operator }) => operator.name],
  ['VITE_OPERATOR_PLACE', 'Example Street, Juja', ({ operator }) => operator.place],
  ['VITE_OPERATOR_REGISTRATION', 'PVT-EXAMPLE', ({ operator }) => operator.registration],
  ['VITE_DATA_PROTECTION_REGISTRATION', null, ({ operator }) => operator.dataProtection],
  ['VITE_SUPPORT_HOURS', '', ({ supportHours }) => supportHours],
  ['VITE_SUPPORT_PHONE', '0700000000', ({ supportPhone }) => supportPhone],
  ['VITE_SUPPORT_EMAIL', 'support@example.com', ({ supportEmail }) => supportEmail],
];
const AGAIN = 'build the app again: npm run release, or npm run build';

/** The built app against what `env` sets: it may have been built before a change, or elsewhere. */
export async function* checkApp({ serveApp, distDir }: Config, env: Environment): CheckLines {
  const all = SHOWN.map(([name, invented, valueOf]) => {
    const value = env[name]?.trim() ?? '';
    const isMissing = invented !== null && ['', invented].includes(value);
    return { name, value, valueOf, isMissing };
  });
  const missing = all.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  if (missing.length > 0)
    yield problem(`The app shows invented values. Set ${missing.join(', ')}, then ${AGAIN}.`);
  if (!serveApp) return;
  const file = path.join(distDir, PAGES_FILE);
  if (!existsSync(file)) {
    yield problem(`There is no built app in ${distDir}.`);
    return;
  }
  const { pages } = (await import(pathToFileURL(file).href)) as { pages: Pages };
  const others = all.filter(
    ({ value, valueOf, isMissing }) => !isMissing && value !== '' && value !== valueOf(pages.site),
  );
  if (others.length > 0) {
    const names = others.map(({ name }) => name).join(', ');
    yield problem(`The app was built with another ${names}. Set the same, or ${AGAIN}.`);
  }
}
