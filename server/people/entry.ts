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
import { accounts } from '../db/schema.ts';
import { trialEnd } from '../payments/subscription.ts';
import { takeTrial } from './trials.ts';

const REGISTRATION = { network: 'registrationNetwork', phone: 'registrationPhone' } as const;
/** Wrong passwords and resets are also counted by phone, in `guess`. */
const GUESSES = {
  login: { device: 'loginDevice', phoneNetwork: 'loginPhoneNetwork', phone: 'loginPhone' },
  reset: { device: 'resetDevice', phoneNetwork: 'resetPhoneNetwork', phone: 'resetPhone' },
} as const;
const LOGIN = { network: 'loginNetwork' } as const;

type Registration = Input<'registerFundi'> | Input<'registerClient'>;
type Login = Input<'loginFundi'> | Input<'loginClient'>;

/** The tries that a wrong guess at this phone uses up; `device` is null when it is not known. */
function triesAt(
  kind: keyof typeof GUESSES,
  phone: string,
  ip: string,
  device: string | null,
): Try[] {
  const limits = GUESSES[kind];
  if (device !== null) return [{ limit: limits.device, by: `${phone} ${device}` }];
  return [
    { limit: limits.phoneNetwork, by: `${phone} ${networkOf(ip)}` },
    { limit: limits.phone, by: phone },
  ];
}

/** The handlers of registration, login and password reset; other `passwords` are for tests. */
export function entryHandlers(ctx: Context, passwords = PASSWORDS) {
  const { db, now, limits } = ctx;

  /** Runs a guess at an account. It counts when it was wrong (null), not when `run` throws. */
  async function guess<T>(
    tries: Try[],
    accountId: number | undefined,
    run: () => Promise<T | null>,
  ): Promise<T | null> {
    await limits.take(tries).catch((error: unknown) => {
      throw error instanceof HttpError ? error.about(accountId) : error;
    });
    try {
      const right = await run();
      if (right !== null) await limits.giveBack(tries);
      return right;
    } catch (error) {
      await limits.giveBack(tries);
      throw error;
    }
  }

  async function register({ body, gone }: Registration) {
    const { name, phone_number: phoneNumber, id_number: idNumber, role } = body;
    const at = now();
    refuseForeignPhone('phone_number', phoneNumber);
    refuseWeakPassword('password', body.password, phoneNumber);
    await refuseTakenPhone(db, phoneNumber, { role }, at);
    if (await isOfBlocked(db, idNumber)) {
      throw new HttpError(
        403,
        blockedText('An account with this ID number', ctx.config.supportPhone),
      );
    }
    const passwordHash = await passwords.hash(body.password, gone);
    const hasTrial = await db.transaction(async (tx) => {
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
    const hadTrial = role === 'fundi' && !hasTrial;
    return { message: hadTrial ? HAD_TRIAL : 'Welcome. You can log in now.' };
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
    const right = await guess(
      triesAt('login', phone, request.ip, device),
      account?.id,
      async () => {
        const isRight = await passwords.verify(body.password, account?.passwordHash, gone);
        return account && isRight ? account : null;
      },
    );
    if (!right) throw new HttpError(401, 'Wrong phone number or password.').about(account?.id);
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
    registerFundi: { limits: REGISTRATION, answer: register },
    registerClient: { limits: REGISTRATION, answer: register },
    loginFundi: { limits: LOGIN, answer: (input) => login('fundi', input) },
    loginClient: { limits: LOGIN, answer: (input) => login('client', input) },
    logout: async ({ caller, request }) => {
      await endSession(db, caller.tokenHash);
      request.log.info({ account: caller.account.id }, 'signed out');
    },

    resetPassword: {
      limits: { network: 'resetNetwork' },
      answer: async ({ body, request, gone }) => {
        const phone = body.phone_number;
        refuseWeakPassword('new_password', body.new_password, phone);
        const owners = await db
          .select({ id: accounts.id })
          .from(accounts)
          .where(eq(accounts.phoneNumber, phone));
        const device = knownDevice(
          ctx,
          request,
          owners.map(({ id }) => id),
        );
        const right = await guess(
          triesAt('reset', phone, request.ip, device),
          owners[0]?.id,
          async () => {
            // Hashed before the account is looked up, so that a wrong ID number takes as long.
            const passwordHash = await passwords.hash(body.new_password, gone);
            const code = await findCode({ db, now, passwords }, body, gone);
            const reset = db.transaction((tx) =>
              code
                ? resetByCode(tx, code, passwordHash, now())
                : resetPasswords(tx, body, passwordHash, now()),
            );
            const outcome = await withUniquePhone(reset);
            return outcome === 'noMatch' ? null : outcome;
          },
        );
        if (right === null) {
          throw new HttpError(400, 'The phone number and the ID number do not match an account.');
        }
        if (right === 'tooNew') throw new HttpError(400, TOO_NEW);
        return { message: 'Your password is changed. You can log in now.' };
      },
    },
  } satisfies Partial<Handlers>;
}

const HAD_TRIAL =
  'Welcome. You can log in now. This ID number has had its free trial: subscribe to be listed.';
const TOO_NEW =
  'The phone number or the ID number was changed less than a day ago. Use the former one, or try again tomorrow.';
