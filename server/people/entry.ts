/** Registration, login, password reset and logout. */
import { and, eq } from 'drizzle-orm';
import type { Role } from '../../src/contract/schemas.ts';
import { createSession, endSession } from './auth.ts';
import { refuseForeignPhone } from '../calls/phone.ts';
import type { Context } from '../calls/context.ts';
import { knownDevice, rememberDevice } from './devices.ts';
import { fieldError, HttpError } from '../calls/refusal.ts';
import {
  blockedText,
  isOfBlocked,
  PHONE_TAKEN,
  refuseTakenPhone,
  withUniquePhone,
} from './identity.ts';
import type { Try } from '../calls/rateLimits.ts';
import { networkOf } from '../calls/network.ts';
import { refuseWeakPassword } from './passwordRules.ts';
import { PASSWORDS } from './passwords.ts';
import { resetByCode, resetPasswords } from './recovery.ts';
import { findCode } from './resetCodes.ts';
import type { Handlers, Input } from '../calls/route.ts';
import { accounts } from '../db/schema/people.ts';
import { trialEnd } from '../payments/subscription.ts';
import { takeTrial } from './trials.ts';

/** The statuses of a wrong guess. A call that could not be answered, such as a 503, was none. */
const WRONG = new Set([400, 401, 403]);

type Registration = Input<'registerFundi'> | Input<'registerClient'>;
type Login = Input<'loginFundi'> | Input<'loginClient'>;

/** The tries that a wrong guess at this phone uses up, in one of these ways; `device` is null when it is not known. */
function triesAt(
  kind: 'login' | 'reset',
  phone: string,
  ip: string,
  device: string | null,
): Try[][] {
  if (device !== null) return [[{ limit: `${kind}Device`, by: `${phone} ${device}` }]];
  const ofBoth = `${phone} ${networkOf(ip)}`;
  const ofNetwork: Try[] = [
    { limit: `${kind}Network`, by: networkOf(ip) },
    { limit: `${kind}PhoneNetwork`, by: ofBoth },
  ];
  return [
    [...ofNetwork, { limit: `${kind}Phone`, by: phone }],
    [
      ...ofNetwork,
      { limit: `${kind}NetworkFirst`, by: ofBoth },
      { limit: `${kind}PhoneFirst`, by: phone },
    ],
  ];
}

/** The handlers of registration, login and password reset; other `passwords` are for tests. */
export function entryHandlers(ctx: Context, passwords = PASSWORDS) {
  const { db, now, limits } = ctx;

  /** Runs a guess at an account, which throws when it was wrong: then one of `ifWrong` counts; `always` does in any case. */
  async function guess<T>(
    { always = [], ifWrong }: { always?: Try[]; ifWrong: Try[][] },
    accountId: number | undefined,
    run: () => Promise<T>,
  ): Promise<T> {
    const choices = ifWrong.map((tries) => [...always, ...tries]);
    const taken = await limits.takeOneOf(choices).catch((error: unknown) => {
      throw error instanceof HttpError ? error.about(accountId) : error;
    });
    const ofWrong = taken.slice(always.length);
    try {
      const right = await run();
      await limits.giveBack(ofWrong);
      return right;
    } catch (error) {
      const isWrong = error instanceof HttpError && WRONG.has(error.statusCode);
      if (!isWrong) await limits.giveBack(ofWrong);
      throw error;
    }
  }

  async function register({ body, request, gone }: Registration) {
    refuseForeignPhone('phone_number', body.phone_number);
    refuseWeakPassword('password', body.password, body.phone_number);
    const by = networkOf(request.ip);
    const always: Try[] = [{ limit: 'registrationNetwork', by }];
    // A refusal shows that a phone is registered, or that an ID number is blocked.
    const ifWrong: Try[][] = [[{ limit: 'registrationRefusedNetwork', by }]];
    const hasTrial = await guess({ always, ifWrong }, undefined, () => makeAccount(body, gone));
    const hadTrial = body.role === 'fundi' && !hasTrial;
    return { message: hadTrial ? HAD_TRIAL : 'Welcome. You can log in now.' };
  }

  /** Makes the account, and returns whether it has a free trial. */
  async function makeAccount(body: Registration['body'], gone: AbortSignal): Promise<boolean> {
    const { name, phone_number: phoneNumber, id_number: idNumber, role } = body;
    const at = now();
    await refuseTakenPhone(db, phoneNumber, { role }, at);
    if (await isOfBlocked(db, idNumber)) {
      throw new HttpError(
        403,
        blockedText('An account with this ID number', ctx.config.supportPhone),
      );
    }
    const passwordHash = await passwords.hash(body.password, gone);
    return await db.transaction(async (tx) => {
      const hasTrial = role === 'fundi' && (await takeTrial(tx, idNumber, at));
      const trialEnds = hasTrial ? trialEnd(at) : null;
      const made = await tx
        .insert(accounts)
        .values({ role, name, phoneNumber, idNumber, passwordHash, trialEnds, createdAt: at })
        .onConflictDoNothing()
        .returning({ id: accounts.id });
      // Somebody took it while the password was hashed; a trial is not used up.
      if (made.length === 0) throw fieldError('phone_number', PHONE_TAKEN);
      return hasTrial;
    });
  }

  async function login(role: Role, { body, request, reply, gone }: Login) {
    const phone = body.phone_number;
    const [account] = await db
      .select({
        id: accounts.id,
        passwordHash: accounts.passwordHash,
        blockedAt: accounts.blockedAt,
      })
      .from(accounts)
      .where(and(eq(accounts.role, role), eq(accounts.phoneNumber, phone)));
    const device = knownDevice(ctx, request, account ? [account.id] : []);
    const always: Try[] = [{ limit: 'loginOne', by: `${phone} ${networkOf(request.ip)}` }];
    const ifWrong = triesAt('login', phone, request.ip, device);
    const right = await guess({ always, ifWrong }, account?.id, async () => {
      const isRight = await passwords.verify(body.password, account?.passwordHash, gone);
      if (account && isRight) return account;
      throw new HttpError(401, 'Wrong phone number or password.').about(account?.id);
    });
    // Only a caller who knows the password reads this.
    if (right.blockedAt !== null) {
      throw new HttpError(403, blockedText('This account', ctx.config.supportPhone)).about(
        right.id,
      );
    }
    request.log.info({ account: right.id }, 'signed in');
    rememberDevice(ctx, request, reply, right.id);
    return { token: await createSession(ctx, right.id), logout: true };
  }

  return {
    registerFundi: register,
    registerClient: register,
    loginFundi: (input) => login('fundi', input),
    loginClient: (input) => login('client', input),
    logout: async ({ caller, request }) => {
      await endSession(db, caller.tokenHash);
      request.log.info({ account: caller.account.id }, 'signed out');
    },

    resetPassword: async ({ body, request, gone }) => {
      const phone = body.phone_number;
      refuseWeakPassword('new_password', body.new_password, phone);
      const owners = await db
        .select({ id: accounts.id })
        .from(accounts)
        .where(eq(accounts.phoneNumber, phone));
      const ids = owners.map(({ id }) => id);
      const ifWrong = triesAt('reset', phone, request.ip, knownDevice(ctx, request, ids));
      const outcome = await guess({ ifWrong }, ids[0], async () => {
        // Hashed before the account is looked up, so that a wrong ID number takes as long.
        const passwordHash = await passwords.hash(body.new_password, gone);
        const code = await findCode({ db, now, passwords }, body, gone);
        const reset = db.transaction((tx) =>
          code
            ? resetByCode(tx, code, passwordHash, now())
            : resetPasswords(tx, body, passwordHash, now()),
        );
        const outcome = await withUniquePhone(reset);
        if (outcome === 'noMatch') throw new HttpError(400, NO_MATCH);
        return outcome;
      });
      if (outcome === 'tooNew') throw new HttpError(400, TOO_NEW);
      return { message: 'Your password is changed. You can log in now.' };
    },
  } satisfies Partial<Handlers>;
}

const HAD_TRIAL =
  'Welcome. You can log in now. This ID number has had its free trial: subscribe to be listed.';
const NO_MATCH = 'The phone number and the ID number do not match an account.';
const TOO_NEW =
  'The phone number or the ID number was changed less than a day ago. Use the former one, or try again tomorrow.';
