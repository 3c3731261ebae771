/** Who calls: every way to be signed out, and every kind of account. */
import { eq } from 'drizzle-orm';
import { SAMPLE_PROFILE } from '../../src/contract/sample.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import type { Role } from '../../src/contract/schemas.ts';
import type { Account } from '../../server/db/schema/people.ts';
import { accounts, sessions } from '../../server/db/schema/people.ts';
import { success } from '../../testkit/contract/harness.ts';
import type { QuietServer } from '../../testkit/quietServer.ts';

/** The accounts. The records of a case belong to `owner`; `rival` has records too, `empty` has none. */
export const ACCOUNTS = ['trial', 'expired', 'subscribed', 'empty', 'rival', 'owner'] as const;
export type AccountName = (typeof ACCOUNTS)[number];

type Headers = Record<string, string>;
/** Somebody new who is signed in. */
interface SignedIn {
  server: QuietServer;
  account: Account;
  headers: { authorization: string };
}
/** Ends the session of somebody, or returns other headers than theirs. */
type End = (caller: SignedIn) => Headers | Promise<void>;

const changeSession =
  (change: { lastSeenAt?: Date; expiresAt?: Date }): End =>
  async ({ server, account }) => {
    await server.db.update(sessions).set(change).where(eq(sessions.accountId, account.id));
  };

/** Each way to be signed out. */
export const SIGNED_OUT: Record<string, End> = {
  'no token': () => ({}),
  'a token that nobody has': () => ({ authorization: `Token ${'x'.repeat(43)}` }),
  'a token of another scheme': ({ headers: { authorization } }) => {
    return { authorization: authorization.replace('Token', 'Bearer') };
  },
  'after a logout': async ({ server, headers }) => {
    success('logout', await server.send('logout', { headers }));
  },
  'after a password reset': async ({ server, account }) => {
    const { phoneNumber: phone_number, idNumber: id_number } = account;
    const body = { phone_number, id_number, new_password: 'mpya-2026' };
    success('resetPassword', await server.send('resetPassword', { body }));
  },
  'after a new ID number on another device': async ({ server, account }) => {
    const { role, phoneNumber: phone_number } = account;
    const common = { name: account.name, id_number: `9${account.idNumber}` };
    const name = role === 'client' ? 'updateMyClient' : 'updateMyFundi';
    const body =
      role === 'client'
        ? { ...common, phone_number, client_profile: { role_note: 'Landlady' } }
        : { ...SAMPLE_PROFILE, ...common };
    const headers = await server.signIn(account);
    success(name, await server.send(name, { headers, body }));
  },
  'after the operator has blocked the account': async ({ server, account }) => {
    const blockedAt = new Date();
    await server.db.update(accounts).set({ blockedAt }).where(eq(accounts.id, account.id));
  },
  'idle for too long': changeSession({ lastSeenAt: new Date(0) }),
  'past the longest session': changeSession({ expiresAt: new Date(0) }),
};

export interface Callers {
  accounts: Record<AccountName, Account>;
  /** The headers of somebody who is signed out, as the role that the call is for. */
  signedOut(name: string, role: Role): Headers;
}

/** Makes all accounts and ends the sessions that have to be ended. */
export async function makeCallers(server: QuietServer): Promise<Callers> {
  const ahead = new Date(Date.now() + 20 * DAY_MS);
  const past = new Date(Date.now() - DAY_MS);
  const people: Record<AccountName, Account> = {
    trial: await server.account('fundi'),
    expired: await server.account('fundi', { trialEnds: past, subscriptionEnd: past }),
    subscribed: await server.account('fundi', { trialEnds: past, subscriptionEnd: ahead }),
    empty: await server.account('client'),
    rival: await server.account('client'),
    owner: await server.account('client'),
  };
  const ended = new Map<string, Headers>();
  for (const [name, end] of Object.entries(SIGNED_OUT)) {
    for (const role of ['fundi', 'client'] as const) {
      const account = await server.account(role);
      const headers = await server.signIn(account);
      const others = await end({ server, account, headers });
      ended.set(`${name} ${role}`, others ?? headers);
    }
  }
  return { accounts: people, signedOut: (name, role) => ended.get(`${name} ${role}`) ?? {} };
}
