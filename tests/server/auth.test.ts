import { readFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/time.ts';
import {
  clearSessions,
  endSession,
  endSessions,
  hashToken,
  requireCaller,
  sessionName,
} from '../../server/people/auth.ts';
import { PASSWORDS } from '../../server/people/passwords.ts';
import { sessions } from '../../server/db/schema/people.ts';
import { CHEAP_PASSWORDS } from '../../testkit/cheapPasswords.ts';
import { openHarness } from './openHarness.ts';

/** The stored hashes that passwords were compared with. */
const compared: (string | undefined)[] = [];
const server = await openHarness({
  passwords: {
    ...CHEAP_PASSWORDS,
    verify: (password, encoded) => {
      compared.push(encoded);
      return CHEAP_PASSWORDS.verify(password, encoded);
    },
  },
});
beforeEach(() => server.reset());

const signIn = async () => await server.signIn(await server.account('fundi'));
const tokenIn = ({ authorization }: { authorization: string }) =>
  authorization.slice('Token '.length);
const me = async (headers: { authorization: string }) =>
  (await server.send('getMyFundi', { headers })).status;

/** How long it takes to refuse a wrong password. */
const timed = async (encoded: string | undefined) => {
  const started = performance.now();
  expect(await PASSWORDS.verify('wrong-one', encoded)).toBe(false);
  return performance.now() - started;
};

describe('passwords', () => {
  it('are argon2id strings with their own salt and cost', async () => {
    const [one = '', two] = await Promise.all(
      ['siri-yangu', 'siri-yangu'].map((it) => PASSWORDS.hash(it)),
    );
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await PASSWORDS.verify('siri-yangu', one)).toBe(true);
    expect(await PASSWORDS.verify('siri-yake', one)).toBe(false);
    expect(await PASSWORDS.verify('siri-yangu', 'broken')).toBe(false);
  });

  it('leave one thread free for other work during many logins at once', async () => {
    let done = 0;
    const hashes = Array.from({ length: 12 }, async () => {
      await PASSWORDS.hash('siri-yangu');
      done += 1;
    });
    await readFile(import.meta.filename);
    expect(done).toBeLessThan(6);
    await Promise.all(hashes);
  });

  it('take as long to refuse where there is no account as where the password is wrong', async () => {
    const stored = await PASSWORDS.hash('siri-yangu');
    const ratios: number[] = [];
    // In turn, so that other work of the machine slows both down.
    for (let i = 0; i < 5; i += 1) {
      const known = await timed(stored);
      ratios.push((await timed(undefined)) / known);
    }
    expect(ratios.toSorted((a, b) => a - b)[2]).toBeGreaterThan(1 / 4);
  });

  it('are compared at every login, also where nobody has the phone, and refused in one text', async () => {
    const { phoneNumber, passwordHash } = await server.account('fundi');
    const error = 'Wrong phone number or password.';
    for (const phone_number of [phoneNumber, '0799999999']) {
      const answer = await server.send('loginFundi', {
        body: { phone_number, password: 'wrong-one' },
      });
      expect(answer).toMatchObject({ status: 401, body: { error } });
    }
    expect(compared).toEqual([passwordHash, undefined]);
  });
});

describe('sessions', () => {
  it('store no token in the database', async () => {
    const token = tokenIn(await signIn());
    expect(JSON.stringify(await server.db.select().from(sessions))).not.toContain(token);
  });

  it('end SESSION_DAYS after the last call, and are then deleted', async () => {
    const headers = await signIn();
    server.advance(20 * DAY_MS);
    expect(await me(headers)).toBe(200);
    server.advance(30 * DAY_MS - 1000);
    expect(await me(headers)).toBe(200);
    await clearSessions(server.ctx);
    expect(await server.db.select().from(sessions)).toHaveLength(1);
    server.advance(30 * DAY_MS);
    expect(await me(headers)).toBe(401);
    await clearSessions(server.ctx);
    expect(await server.db.select().from(sessions)).toEqual([]);
  });

  it('end three times SESSION_DAYS after the login, however often they are used', async () => {
    const headers = await signIn();
    for (const days of [29, 29, 29, 2]) {
      server.advance(days * DAY_MS);
      expect(await me(headers)).toBe(200);
    }
    server.advance(DAY_MS);
    expect(await me(headers)).toBe(401);
  });

  it('store the time of the last call once an hour at most', async () => {
    const headers = await signIn();
    const seen = async () => (await server.db.select().from(sessions))[0]?.lastSeenAt.getTime();
    const first = await seen();
    server.advance(59 * 60 * 1000);
    await me(headers);
    expect(await seen()).toBe(first);
    server.advance(2 * 60 * 1000);
    await me(headers);
    expect(await seen()).toBeGreaterThan(first ?? Infinity);
  });

  it('are found by the token alone, after one word and spaces', async () => {
    const { authorization } = await signIn();
    const token = tokenIn({ authorization });
    const headers = [`token   ${token}`, `A ${authorization}`, `${authorization} A`];
    const answers = headers.map((header) => me({ authorization: header }));
    expect(await Promise.all(answers)).toEqual([200, 401, 401]);
  });

  it('of an account end but for one, where one is named', async () => {
    const account = await server.account('fundi');
    const [one, other] = [await server.signIn(account), await server.signIn(account)];
    await endSessions(server.db, [account.id], hashToken(tokenIn(one)));
    expect([await me(one), await me(other)]).toEqual([200, 401]);
    await endSessions(server.db, [account.id]);
    expect(await me(one)).toBe(401);
  });

  it('let a call in whose role is theirs, until the session ends', async () => {
    const { authorization } = await signIn();
    const asks = (role: 'fundi' | 'client' | 'any', header: string | undefined = authorization) =>
      requireCaller(server.ctx, header, role);
    const signedOut = { statusCode: 401, body: { error: 'Please log in to continue.' } };
    const { account, tokenHash } = await asks('fundi');
    expect((await asks('any')).account).toEqual(account);
    await expect(asks('client')).rejects.toMatchObject({
      statusCode: 403,
      body: { error: 'Only a client account can do this.' },
      accountId: account.id,
    });
    await expect(asks('any', '')).rejects.toMatchObject(signedOut);
    await endSession(server.db, tokenHash);
    await expect(asks('fundi')).rejects.toMatchObject(signedOut);
  });

  it('have a name of twelve letters in the records', () => {
    expect(sessionName('0123456789abcdef'.repeat(4))).toBe('0123456789ab');
  });
});
