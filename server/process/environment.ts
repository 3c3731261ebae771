/** The kinds of settings that the environment holds, and the failure of a wrong one. */
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import * as z from 'zod';
import { fileErrorText, requireFile } from './fileErrors.ts';
import { OneLineError } from './oneLine.ts';

/** A wrong or missing setting. The message names the variable. */
export class ConfigError extends OneLineError {
  override name = 'ConfigError';
}

/** Adds what `.env` in the current folder says to the environment. Throws a `ConfigError`. */
export function loadEnvFile(): void {
  if (!existsSync('.env')) return;
  try {
    // Node calls a file that it may not read missing.
    requireFile('.env');
    process.loadEnvFile('.env');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const text = fileErrorText(error) ?? `.env cannot be read: ${reason}`;
    throw new ConfigError(text, { cause: error });
  }
}

/** A program and its arguments, without quotes: it is run without a shell. */
export const programWords = () =>
  z
    .string()
    .transform((line) => line.split(/\s+/))
    .optional();

/** `true`, `false`, `1` or `0`, as a boolean. */
export const flag = () =>
  z
    .enum(['true', 'false', '1', '0'], 'must be true or false')
    .transform((value) => value === 'true' || value === '1');

export const wholeNumber = (initial: number, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .default(String(initial))
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

/** An http or https address, without a slash at its end; protocol and host in small letters. */
export const httpUrl = () =>
  z
    .url({
      protocol: /^https?$/,
      normalize: true,
      error: 'must be an address that starts with http:// or https://',
    })
    .transform((value) => value.replace(/\/+$/, ''));

/** How a mark is written in the password of an address, which it would end. */
const WRITTEN: Record<string, string> = { '#': '%23', '/': '%2F', '?': '%3F', '%': '%25' };

/** `text` of an address as it was meant; as it stands where it has a % that means nothing. */
export function plain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The mark that spoils the password of an address, or null. In .env a # leaves nothing after it. */
function markInPassword(address: string): string | null {
  const [, host = '', mark = '', rest = ''] = /^\w+:\/\/([^/?#]*)([/?#]?)(.*)$/.exec(address) ?? [];
  const user = host.slice(0, host.lastIndexOf('@') + 1);
  if (/%[\da-f]{2}/i.test(user) && plain(user) === user) return '%';
  const port = /^[^:@[]*:([^@]*)$/.exec(host)?.[1];
  if (port === undefined) return null;
  if (/\D/.test(port)) return mark || '#';
  return /^[^?]*@/.test(rest) ? mark : null;
}

/** The address of a server, with a user and a password in it. */
export const serverUrl = (protocol: RegExp, start: string) =>
  z
    .string()
    .refine((address) => markInPassword(address) === null, {
      error: ({ input }) => {
        const mark = markInPassword(String(input)) ?? '';
        return `has ${mark} in its password: write it as ${WRITTEN[mark]}`;
      },
      abort: true,
    })
    .pipe(z.url({ protocol, error: `must start with ${start}` }));

/** A comma list of origins, empty by default. */
export const origins = () =>
  z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((origin) => origin.trim().replace(/\/+$/, ''))
        .filter((origin) => origin !== ''),
    )
    .refine(
      (list) => list.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin),
      'must be a comma list of origins such as https://app.example.co.ke',
    );

/** Where people write about a hole: an address of the web, of e-mail or of a phone, as a URI. */
export const contact = () =>
  z
    .string()
    .transform((value) => (/^[^\s@:]+@[^\s@:]+\.[^\s@:]+$/.test(value) ? `mailto:${value}` : value))
    .refine(
      (value) => /^(https:\/\/|mailto:|tel:)[^\s]+$/.test(value),
      'must be an e-mail address, or start with https://, mailto: or tel:',
    );

/** Whether `host`, a name or an address, is this machine itself, which no other one reaches. */
export function isLocalHost(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(address) === 4) return address.startsWith('127.');
  return address === 'localhost' || address === '::1';
}
