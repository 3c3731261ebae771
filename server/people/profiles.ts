/** People's own profiles. */
import { eq } from 'drizzle-orm';
import type { ClientAccount, FundiAccount } from '../../src/contract/schemas.ts';
import type { Caller, Handlers } from '../calls/route.ts';
import { refuseForeignPhone } from '../calls/phone.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/db.ts';
import { notFound } from '../calls/refusal.ts';
import { changedFields, recordIdentity, refuseTakenPhone, withUniquePhone } from './identity.ts';
import type { Identity } from './identity.ts';
import { payPageStatus } from '../payments/offerPayBill.ts';
import { payableFor } from '../payments/payables.ts';
import { PROFILE_OF_FUNDI, rowOf, viewOf } from '../db/accountColumns.ts';
import { accounts } from '../db/schema/people.ts';
import { takeTrial } from './trials.ts';
import { hasAccess, isOnTrial, isSubscribed } from '../payments/subscription.ts';
import type { Account } from '../db/schema/people.ts';

type NewProfile = Partial<typeof accounts.$inferInsert>;

/** A fundi's own profile at `now`. */
function fundiAccountView(account: Account, now: Date): FundiAccount {
  return {
    ...viewOf({ id: 'id', phone_number: 'phoneNumber', ...PROFILE_OF_FUNDI }, account),
    role: 'fundi',
    on_trial: isOnTrial(account, now),
    trial_ends: account.trialEnds?.toISOString() ?? null,
    is_subscribed: isSubscribed(account, now),
    subscription_end: account.subscriptionEnd?.toISOString() ?? null,
  };
}

function clientAccountView(account: Account): ClientAccount {
  return {
    id: account.id,
    name: account.name,
    phone_number: account.phoneNumber,
    id_number: account.idNumber,
    role: 'client',
    client_profile: { role_note: account.roleNote },
  };
}

export function profileHandlers(ctx: Context) {
  const { db, now, limits } = ctx;

  /** Changes a profile. Changes of the fields that recover an account are limited and recorded. */
  async function update(caller: Caller, values: Identity & NewProfile) {
    const { account } = caller;
    const changed = changedFields(account, values);
    // Counted even when it fails: the refusal of a phone number says that an account has it.
    const by = (field: string) => `${account.id} ${field}`;
    await limits.take(changed.map((field) => ({ limit: 'identityChange', by: by(field) })));
    const at = now();
    if (changed.includes('phone_number')) {
      refuseForeignPhone('phone_number', values.phoneNumber ?? '');
      await refuseTakenPhone(db, values.phoneNumber ?? '', account, at);
    }
    const save = async (to: Db) =>
      await to
        .update(accounts)
        .set({ ...values, changedAt: at })
        .where(eq(accounts.id, account.id))
        .returning();
    const recordAndSave = async (tx: Db) => {
      await recordIdentity(tx, caller, values, at);
      const { idNumber } = values;
      if (account.trialEnds !== null && idNumber) await takeTrial(tx, idNumber, at);
      return await save(tx);
    };
    const write = changed.length === 0 ? save(db) : db.transaction(recordAndSave);
    const [updated] = await withUniquePhone(write);
    if (!updated) throw notFound('Account');
    return updated;
  }

  return {
    getMyFundi: async ({ account }) => {
      const fundi = fundiAccountView(account, now());
      const payable = payableFor('subscription', account.id);
      const can = { isGiven: fundi.is_subscribed, canPay: !hasAccess(account, now()) };
      return { ...fundi, payment: await payPageStatus(ctx, payable, can) };
    },

    updateMyFundi: async ({ caller, body }) => {
      const values = rowOf(PROFILE_OF_FUNDI, body);
      return fundiAccountView(await update(caller, values), now());
    },

    getMyClient: async ({ account }) => clientAccountView(account),

    updateMyClient: async ({ caller, body }) => {
      const values = {
        name: body.name,
        idNumber: body.id_number,
        phoneNumber: body.phone_number,
        roleNote: body.client_profile.role_note,
      };
      return clientAccountView(await update(caller, values));
    },
  } satisfies Partial<Handlers>;
}
