/** Registration, login, reset, profiles and the public directory. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Role } from '../../src/contract/schemas.ts';
import type { Account } from '../auth.ts';
import { createSession, endSessions, hashPassword, verifyPassword } from '../auth.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../dbErrors.ts';
import { fieldError, HttpError, notFound } from '../errors.ts';
import { payableKey } from '../payments/payables.ts';
import { statusFor } from '../payments/status.ts';
import type { Handlers } from '../route.ts';
import { accounts } from '../schema.ts';
import { listedFundis, trialEnd } from '../subscription.ts';
import { whileUnchanged } from '../unchanged.ts';
import type { Shown } from '../unchanged.ts';
import { clientAccountView, fundiAccountView, fundiView } from '../views.ts';

type AccountHandlers = Pick<
  Handlers,
  | 'listFundis'
  | 'getFundi'
  | 'registerFundi'
  | 'registerClient'
  | 'loginFundi'
  | 'loginClient'
  | 'getMyFundi'
  | 'updateMyFundi'
  | 'getMyClient'
  | 'updateMyClient'
  | 'resetPassword'
>;

interface Registration {
  name: string;
  phone_number: string;
  id_number: string;
  password: string;
  role: Role;
}

const listedColumns = {
  id: accounts.id,
  name: accounts.name,
  location: accounts.location,
  skills: accounts.skills,
  rateNote: accounts.rateNote,
  isAvailable: accounts.isAvailable,
  showContact: accounts.showContact,
  phoneNumber: accounts.phoneNumber,
};

const listed: Shown = {
  table: accounts,
  where: listedFundis,
  lapse: {
    at: sql`greatest(${accounts.trialEnds}, ${accounts.subscriptionEnd})`,
    column: accounts.trialEnds,
  },
};

/** Runs a write; a phone that the role already has is told at its field. */
async function withUniquePhone<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw fieldError('phone_number', 'This phone number is already registered.');
  }
}

export function accountHandlers(ctx: Context): AccountHandlers {
  const { db, now } = ctx;

  async function register(body: Registration, gone: AbortSignal) {
    const { name, phone_number: phoneNumber, id_number: idNumber, role } = body;
    const at = now();
    const passwordHash = await hashPassword(body.password, gone);
    const trialEnds = role === 'fundi' ? trialEnd(at) : null;
    await withUniquePhone(
      db
        .insert(accounts)
        .values({ role, name, phoneNumber, idNumber, passwordHash, trialEnds, createdAt: at }),
    );
    return { message: 'Welcome. You can log in now.' };
  }

  async function login(
    role: Role,
    body: { phone_number: string; password: string },
    gone: AbortSignal,
  ) {
    const [account] = await db
      .select({ id: accounts.id, passwordHash: accounts.passwordHash })
      .from(accounts)
      .where(and(eq(accounts.role, role), eq(accounts.phoneNumber, body.phone_number)));
    const isRight = await verifyPassword(body.password, account?.passwordHash, gone);
    if (!account || !isRight) throw new HttpError(401, 'Wrong phone number or password.');
    return { token: await createSession(ctx, account.id) };
  }

  async function update(account: Account, values: Partial<Account>): Promise<Account> {
    const write = db.update(accounts).set(values).where(eq(accounts.id, account.id)).returning();
    const [updated] = await withUniquePhone(write.execute());
    if (!updated) throw notFound('Account');
    return updated;
  }

  return {
    listFundis: whileUnchanged(ctx, listed, async (where) => {
      const rows = await db
        .select(listedColumns)
        .from(accounts)
        .where(where)
        .orderBy(desc(accounts.createdAt), desc(accounts.id));
      return rows.map(fundiView);
    }),

    getFundi: async ({ id }) => {
      const [row] = await db
        .select(listedColumns)
        .from(accounts)
        .where(and(eq(accounts.id, id), listedFundis(now())));
      if (!row) throw notFound('Fundi');
      return fundiView(row);
    },

    registerFundi: ({ body, gone }) => register(body, gone),
    registerClient: ({ body, gone }) => register(body, gone),
    loginFundi: ({ body, gone }) => login('fundi', body, gone),
    loginClient: ({ body, gone }) => login('client', body, gone),

    getMyFundi: async ({ account }) => {
      const fundi = fundiAccountView(account, now());
      const payment = await statusFor(
        ctx,
        payableKey.subscription(account.id),
        fundi.is_subscribed,
      );
      return { ...fundi, payment };
    },

    updateMyFundi: async ({ account, body }) => {
      const values =
        'name' in body
          ? {
              name: body.name,
              idNumber: body.id_number,
              skills: body.skills,
              location: body.location,
              isAvailable: body.is_available,
              showContact: body.show_contact,
              rateNote: body.rate_note,
            }
          : { isAvailable: body.is_available };
      return fundiAccountView(await update(account, values), now());
    },

    getMyClient: async ({ account }) => clientAccountView(account),

    updateMyClient: async ({ account, body }) => {
      const values = {
        name: body.name,
        idNumber: body.id_number,
        phoneNumber: body.phone_number,
        roleNote: body.client_profile.role_note,
      };
      return clientAccountView(await update(account, values));
    },

    resetPassword: async ({ body, gone }) => {
      // Hashed before the look-up, so that a mismatch takes as long as a match.
      const passwordHash = await hashPassword(body.new_password, gone);
      const owner = and(
        eq(accounts.phoneNumber, body.phone_number),
        eq(accounts.idNumber, body.id_number),
      );
      const changed = await db.transaction(async (tx) => {
        const rows = await tx
          .update(accounts)
          .set({ passwordHash })
          .where(owner)
          .returning({ id: accounts.id });
        if (rows.length > 0) {
          await endSessions(
            tx,
            rows.map((row) => row.id),
          );
        }
        return rows.length;
      });
      if (changed === 0) {
        throw new HttpError(400, 'The phone number and the ID number do not match an account.');
      }
      return { message: 'Your password is changed. You can log in now.' };
    },
  };
}
