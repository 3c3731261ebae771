/**
 * The mark of a device that has signed in before: a signed cookie that names the device and its
 * accounts. It cannot be used to sign in. It gives the device tries of its own, so that strangers who
 * guess from elsewhere do not lock the owner out.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../calls/context.ts';
import { isSigned, sign } from '../calls/signing.ts';

const COOKIE = 'device';
const USE = 'device';
/** Browsers store a cookie for 400 days at most. */
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;
/** One phone may serve a household. The account that signed in longest ago is forgotten first. */
const MOST_ACCOUNTS = 8;

interface Mark {
  device: string;
  /** The accounts that have signed in on it, the last one first. */
  accounts: number[];
}

function readMark(secret: string, request: FastifyRequest): Mark | null {
  const [text = '', signature = ''] = (request.cookies[COOKIE] ?? '').split('.');
  // What is signed so is what `rememberDevice` wrote.
  if (!isSigned(secret, USE, text, signature)) return null;
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as Mark;
}

/** The name of the device when one of the accounts has signed in on it before, else null. */
export function knownDevice(
  { secret }: Pick<Context, 'secret'>,
  request: FastifyRequest,
  accountIds: number[],
): string | null {
  const mark = readMark(secret, request);
  return mark && accountIds.some((id) => mark.accounts.includes(id)) ? mark.device : null;
}

/** Marks the device as one on which the account has signed in. */
export function rememberDevice(
  { secret, config }: Pick<Context, 'secret' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  accountId: number,
): void {
  const known = readMark(secret, request);
  const mark: Mark = {
    device: known?.device ?? randomBytes(12).toString('base64url'),
    accounts: [accountId, ...(known?.accounts ?? []).filter((id) => id !== accountId)].slice(
      0,
      MOST_ACCOUNTS,
    ),
  };
  const text = Buffer.from(JSON.stringify(mark)).toString('base64url');
  void reply.setCookie(COOKIE, `${text}.${sign(secret, USE, text)}`, {
    path: '/api/accounts/',
    httpOnly: true,
    sameSite: 'strict',
    secure: config.publicUrl.startsWith('https:'),
    maxAge: MAX_AGE_SECONDS,
  });
}
