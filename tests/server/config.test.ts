import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { loadConfig, SETTINGS } from '../../server/config.ts';
import { ConfigError } from '../../server/process/environment.ts';

const example = parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'));
const DARAJA = {
  MPESA_MODE: 'daraja',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_BASE_URL: 'https://fundi.example.co.ke/',
};

const PRIVATE_KEY = 'AGE-SECRET-KEY-1XJLJWGFXPE3S4JNVGWWMZAC4A8CC4Q3K3SZG2FUXP5KNDVRNVCNQXUF5VP';
const TILL = { MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline', MPESA_TILL: '174379' };
const hasPayBill = (env: Record<string, string>) => loadConfig(env).mpesa.hasPayBill;

describe('loadConfig', () => {
  it('has addresses on this machine by the ports, and its data beside the program', () => {
    const { publicUrl, dataDir, mpesa } = loadConfig({ PORT: '9000', SIMULATOR_PORT: '9001' });
    expect([publicUrl, dataDir]).toEqual(['http://localhost:9000', path.resolve('.data')]);
    expect(mpesa).toMatchObject({
      baseUrl: 'http://127.0.0.1:9001',
      callbackBaseUrl: 'http://127.0.0.1:9000',
    });
  });

  it('has the defaults of the example file', () =>
    expect(loadConfig(example)).toEqual(loadConfig({})));

  it('reads no variable that the example file does not name', () => {
    // Beside those that only the build or `npm run dev` reads.
    const ofServer = Object.keys(example).filter(
      (name) => SETTINGS.includes(name) || !(name.startsWith('VITE_') || name === 'DEV_PORT'),
    );
    expect(ofServer.toSorted()).toEqual(SETTINGS.toSorted());
  });

  it.each([
    ['PORT', 'eight'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/fundi'],
    ['PUBLIC_URL', 'fundi.example.co.ke'],
    ['CORS_ORIGINS', 'https://a.example,b'],
    ['LOG_LEVEL', 'loud'],
    ['SEED_DEMO', 'perhaps'],
    ['SECURITY_CONTACT', 'somebody'],
    ['VITE_SUPPORT_PHONE', '+254700000000'],
    ['SECURITY_CONTACT', 'http://fundi.example.co.ke'],
    ['TRUST_PROXY', '10'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', 'caddy'],
    ['SESSION_DAYS', '0'],
    ['RATE_LIMIT_FACTOR', '0.5'],
    ['MPESA_MODE', 'cash'],
    ['MPESA_SHORTCODE', '12'],
    ['MPESA_TRANSACTION_TYPE', 'Gift'],
    ['NOTIFY_EMAIL', 'somebody'],
    ['NOTIFY_FROM', 'Fundi Mtaani'],
    ['NOTIFY_FROM', 'Fundi <a@example.com>, b@example.com'],
    ['SMTP_URL', 'https://mail.example'],
    ['MPESA_C2B', 'true'],
    ['BACKUP_RECIPIENTS', PRIVATE_KEY],
    ['BACKUP_RECIPIENTS', 'age1short'],
  ])('refuses %s=%s in one line that names the variable', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} [^\n]+\\.$`));
  });

  it.each([
    ['pa#ss', '#', '%23'],
    ['12#ss', '#', '%23'],
    ['#', '#', '%23'],
    ['pa/ss', '/', '%2F'],
    ['12/ss', '/', '%2F'],
    ['a/b?c#d', '/', '%2F'],
    ['pa?ss', '?', '%3F'],
    ['12?ss', '?', '%3F'],
    ['x%ab', '%', '%25'],
  ])('names the mark in the password %j', (password, mark, written) => {
    const rest = `//town:${password}@db.example:1/fundi`;
    const says = (name: string) => `${name} has ${mark} in its password: write it as ${written}.`;
    expect(() => loadConfig({ DATABASE_URL: `postgres:${rest}` })).toThrow(says('DATABASE_URL'));
    expect(() => loadConfig({ SMTP_URL: `smtp:${rest}` })).toThrow(says('SMTP_URL'));
  });

  it.each([
    ['town:pa#ss@db.example/fundi', 'has # in its password: write it as %23'],
    ['town:12#ss@db.example/fundi', 'in .env # begins a comment: write it as %23'],
  ])('says what .env makes of a # in %s', (rest, words) => {
    const env = parseEnv(`DATABASE_URL=postgres://${rest}\n`);
    expect(() => loadConfig(env)).toThrow(words);
  });

  it.each([
    'p@ss',
    'p:ss',
    '100%',
    'a%zz',
    'a b',
    'p[s]',
    'p\\s',
    'p\'"`s',
    'p|^{<',
    'p&+=$;,',
    'på',
    '',
  ])('takes the password %j as it is', (password) => {
    const DATABASE_URL = `postgres://town:${password}@db.example:1/fundi`;
    const connectionString = loadConfig({ DATABASE_URL }).databaseUrl ?? '';
    expect(new Client({ connectionString }).password).toBe(password || null);
  });

  it.each([
    'postgres://fundi@localhost/fundi?host=/var/run/postgresql',
    'postgres://localhost:5432/fundi?application_name=a@b',
    'postgres://[::1]:5432/fundi',
    'postgresql://town:x@db.example/fundi?sslmode=verify-full&sslrootcert=/etc/ca.crt',
  ])('takes the database at %s', (DATABASE_URL) =>
    expect(loadConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL),
  );

  it.each<[Record<string, string>, string]>([
    [{ NOTIFY_EMAIL: 'a@example.com' }, 'SMTP_URL is missing: NOTIFY_EMAIL needs it.'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'NOTIFY_EMAIL is missing: SMTP_URL needs it.'],
    [{ BACKUP_COMMAND: '/bin/copy' }, 'BACKUP_RECIPIENTS is missing: BACKUP_COMMAND needs it'],
    [
      { MPESA_MODE: 'daraja' },
      'MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY, MPESA_CALLBACK_BASE_URL are missing: MPESA_MODE=daraja needs them.',
    ],
    [{ ...DARAJA, MPESA_PASSKEY: '' }, 'MPESA_PASSKEY is missing'],
    [
      { ...DARAJA, MPESA_CALLBACK_BASE_URL: 'https://mpesa.fundi.example.co.ke' },
      'MPESA_CALLBACK_BASE_URL has "mpesa" in it',
    ],
    [{ ...DARAJA, MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' }, 'MPESA_TILL is missing'],
    [{ ...DARAJA, ...TILL, MPESA_C2B: 'on' }, 'a till takes no account'],
    [
      {
        ...DARAJA,
        MPESA_BASE_URL: 'https://api.safaricom.co.ke',
        MPESA_CALLBACK_BASE_URL: 'http://fundi.example.co.ke',
      },
      'MPESA_CALLBACK_BASE_URL must start with https://',
    ],
    [
      { TRUST_PROXY: 'true' },
      'TRUST_PROXY must be the number of proxies in front, such as 1, or a comma list of their ' +
        'networks, such as 127.0.0.1,10.0.0.0/8 (true would let every caller forge an address).',
    ],
  ])('refuses %j, and says what is missing or wrong', (env, text) => {
    expect(() => loadConfig(env)).toThrow(text);
  });

  it.each(['CONSUMER_KEY', 'CONSUMER_SECRET', 'SHORTCODE', 'PASSKEY', 'TILL'])(
    'refuses MPESA_%s without MPESA_MODE, because simulated payments would be taken for real ones',
    (word) => {
      const name = `MPESA_${word}`;
      const text = `MPESA_MODE is missing: with ${name} say daraja, or simulator for no money.`;
      const load = (mode?: string) => loadConfig({ [name]: '174379', MPESA_MODE: mode });
      for (const mode of [undefined, '', ' ']) {
        expect(() => load(mode)).toThrow(ConfigError);
        expect(() => load(mode)).toThrow(text);
      }
      expect(load('simulator').mpesa.mode).toBe('simulator');
    },
  );

  it('starts in daraja mode when every setting is there', () => {
    const { mpesa } = loadConfig(DARAJA);
    expect(mpesa.baseUrl).toBe('https://sandbox.safaricom.co.ke');
    expect(mpesa.callbackBaseUrl).toBe('https://fundi.example.co.ke');
  });

  it('takes Pay Bill where it is asked for or simulated on this machine, never with a till', () => {
    expect([hasPayBill({}), hasPayBill({ MPESA_C2B: 'off' })]).toEqual([true, false]);
    // Others might send real money to the business number of the simulator.
    const seen = { PUBLIC_URL: 'https://fundi.example' };
    expect([hasPayBill(seen), hasPayBill({ ...seen, MPESA_C2B: 'on' })]).toEqual([false, true]);
    expect([hasPayBill(DARAJA), hasPayBill({ ...DARAJA, MPESA_C2B: 'on' })]).toEqual([false, true]);
    expect(hasPayBill({ ...TILL, MPESA_MODE: 'simulator' })).toBe(false);
  });
});

const HTTPS = { PUBLIC_URL: 'https://fundi.example.co.ke' };

it('reads an address in capitals as browsers write it, so that all that https needs is sent', () => {
  const { publicUrl } = loadConfig({ PUBLIC_URL: 'HTTPS://Fundi.Example.co.ke/' });
  expect(publicUrl).toBe(HTTPS.PUBLIC_URL);
});

describe('who can reach the server', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://[::1]:8000' }, true],
    [{ HOST: '::1', PUBLIC_URL: 'http://127.0.0.2:8000' }, true],
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::' }, false],
    [{ HOST: '127.example.co.ke' }, false],
    [HTTPS, false],
    [{ PUBLIC_URL: 'http://192.168.1.5:8000' }, false],
    [{ TRUST_PROXY: '1' }, false],
  ])('with %j: only this machine is %s', (env, isLocal) => {
    const { seedDemo, serveDocs, desk, ...config } = loadConfig(env);
    expect(config.isLocal).toBe(isLocal);
    expect([seedDemo, serveDocs, desk.isOn]).toEqual([isLocal, isLocal, isLocal]);
  });

  it.each([
    ['true', HTTPS],
    ['false', {}],
  ])('demo town, docs and desk are as they are set: %s with %j', (set, env) => {
    const values = { SEED_DEMO: set, SERVE_DOCS: set, DESK: set };
    const { seedDemo, serveDocs, desk } = loadConfig({ ...env, ...values });
    expect([seedDemo, serveDocs, desk.isOn].map(String)).toEqual([set, set, set]);
  });

  it('never fills in the demo town with real M-Pesa', () => {
    expect(loadConfig(DARAJA).seedDemo).toBe(false);
    const load = () => loadConfig({ ...DARAJA, SEED_DEMO: 'true' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/^SEED_DEMO=true is refused with MPESA_MODE=daraja: [^\n]+\.$/);
  });

  it('allows no other origin by default', () => {
    expect(loadConfig({}).corsOrigins).toEqual([]);
    expect(
      loadConfig({ CORS_ORIGINS: 'https://a.example/, http://b.example' }).corsOrigins,
    ).toEqual(['https://a.example', 'http://b.example']);
  });
});

const trust = (TRUST_PROXY: string) => loadConfig({ TRUST_PROXY }).trustProxy;

describe('TRUST_PROXY', () => {
  const NETWORKS = '127.0.0.1, 10.1.0.0/16, fd00::/8';

  it.each(['', 'false', '0'])('trusts no proxy when it is %j', (setting) =>
    expect(trust(setting)).toBe(false),
  );

  it.each([
    ['2', '203.0.113.9', 0, true],
    ['2', '203.0.113.9', 1, true],
    ['2', '203.0.113.9', 2, false],
    [NETWORKS, '127.0.0.1', 7, true],
    [NETWORKS, '::ffff:127.0.0.1', 7, true],
    [NETWORKS, '10.1.255.255', 7, true],
    [NETWORKS, 'fd12::1', 7, true],
    [NETWORKS, '127.0.0.2', 0, false],
    [NETWORKS, '10.2.0.1', 0, false],
    [NETWORKS, '::1', 0, false],
    [NETWORKS, 'fe80::1', 0, false],
    [NETWORKS, 'unknown', 0, false],
    [NETWORKS, '', 0, false],
  ])('that is %j: %s, behind %i others, is trusted: %s', (setting, address, hop, isTrusted) => {
    const believes = trust(setting);
    expect(believes !== false && believes(address, hop)).toBe(isTrusted);
  });
});

it.each([
  ['usalama@fundi.example.co.ke', 'mailto:usalama@fundi.example.co.ke'],
  ['https://fundi.example.co.ke/security', 'https://fundi.example.co.ke/security'],
  ['tel:+254700000000', 'tel:+254700000000'],
])('reads the SECURITY_CONTACT %s as %s', (value, uri) => {
  expect(loadConfig({ SECURITY_CONTACT: value }).securityContact).toBe(uri);
});
