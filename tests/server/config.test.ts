import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from '../../server/config.ts';

const example = new URL('../../.env.example', import.meta.url);
const DARAJA = {
  MPESA_MODE: 'daraja',
  MPESA_CONSUMER_KEY: 'key',
  MPESA_CONSUMER_SECRET: 'secret',
  MPESA_SHORTCODE: '174379',
  MPESA_PASSKEY: 'passkey',
  MPESA_CALLBACK_BASE_URL: 'https://fundi.example.co.ke/',
};

describe('loadConfig', () => {
  it('has a default for everything', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 8000,
      databaseUrl: null,
      seedDemo: true,
      sessionDays: 30,
    });
    expect(config.publicUrl).toBe('http://localhost:8000');
    expect(config.dataDir).toBe(path.resolve('.data'));
    expect(config.mpesa).toMatchObject({
      mode: 'simulator',
      baseUrl: 'http://127.0.0.1:8001',
      callbackBaseUrl: 'http://127.0.0.1:8000',
    });
  });

  it('takes the example as it stands, and finds the defaults in it', () => {
    const values = parseEnv(readFileSync(example, 'utf8'));
    expect(loadConfig(values)).toEqual(loadConfig({}));
  });

  it('names every variable it reads in the example', () => {
    const source = readFileSync(new URL('../../server/config.ts', import.meta.url), 'utf8');
    const read = new Set([...source.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name]) => name));
    const named = Object.keys(parseEnv(readFileSync(example, 'utf8')));
    // Beside those of the build and of `npm run dev`.
    const ofServer = named.filter((name) => !name.startsWith('VITE_') && name !== 'DEV_PORT');
    expect(new Set(ofServer)).toEqual(read);
  });

  it.each([
    ['PORT', 'eight'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://localhost/fundi'],
    ['PUBLIC_URL', 'fundi.example.co.ke'],
    ['CORS_ORIGINS', 'https://a.example,b'],
    ['LOG_LEVEL', 'loud'],
    ['SEED_DEMO', 'perhaps'],
    ['SESSION_DAYS', '0'],
    ['RATE_LIMIT_FACTOR', '0.5'],
    ['MPESA_MODE', 'cash'],
    ['MPESA_SHORTCODE', '12'],
    ['MPESA_TRANSACTION_TYPE', 'Gift'],
  ])('refuses %s=%s in one line that names it', (name, value) => {
    const load = () => loadConfig({ [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} [^\n]+\\.$`));
  });

  it.each(Object.keys(DARAJA).filter((name) => name !== 'MPESA_MODE'))(
    'refuses daraja mode without %s',
    (name) => {
      expect(() => loadConfig({ ...DARAJA, [name]: '' })).toThrow(`${name} is missing`);
    },
  );

  it.each([
    'MPESA_CONSUMER_KEY',
    'MPESA_CONSUMER_SECRET',
    'MPESA_SHORTCODE',
    'MPESA_PASSKEY',
    'MPESA_TILL',
  ])('refuses %s without a word on the mode: nothing is given for no money', (name) => {
    const text = `MPESA_MODE is missing: with ${name} say daraja, or simulator for no money.`;
    const load = (mode?: string) => loadConfig({ [name]: '174379', MPESA_MODE: mode });
    for (const mode of [undefined, '', ' ']) {
      expect(() => load(mode)).toThrow(ConfigError);
      expect(() => load(mode)).toThrow(text);
    }
    expect(load('simulator').mpesa.mode).toBe('simulator');
  });

  it('starts in daraja mode when it is whole', () => {
    const { mpesa } = loadConfig(DARAJA);
    expect(mpesa.baseUrl).toBe('https://sandbox.safaricom.co.ke');
    expect(mpesa.callbackBaseUrl).toBe('https://fundi.example.co.ke');
  });

  it('wants a till to sell by, and https in production', () => {
    const till = { ...DARAJA, MPESA_TRANSACTION_TYPE: 'CustomerBuyGoodsOnline' };
    expect(() => loadConfig(till)).toThrow('MPESA_TILL is missing');
    const plain = {
      ...DARAJA,
      MPESA_BASE_URL: 'https://api.safaricom.co.ke',
      MPESA_CALLBACK_BASE_URL: 'http://fundi.example.co.ke',
    };
    expect(() => loadConfig(plain)).toThrow('MPESA_CALLBACK_BASE_URL must start with https://');
  });
});
