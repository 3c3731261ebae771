/** The public directory and people's own profiles. */
import { eq } from 'drizzle-orm';
import { COUNTS_MISSED } from '../../src/contract/missedSearch.ts';
import type { Caller } from './auth.ts';
import type { Context } from '../calls/context.ts';
import type { Db } from '../db/open.ts';
import type { Directory } from '../listings/directory.ts';
import { notFound } from '../http/errors.ts';
import {
  changedFields,
  recordIdentity,
  refuseForeignPhone,
  refuseTakenPhone,
  withUniquePhone,
} from './identity.ts';
import type { Identity } from './identity.ts';
import { payableKey } from '../payments/payables.ts';
import { statusFor } from '../payments/status.ts';
import type { Handlers } from '../calls/route.ts';
import { accounts } from '../db/schema.ts';
import { takeTrial } from './trials.ts';
import { clientAccountView, fundiAccountView } from '../listings/views.ts';

type NewProfile = Partial<typeof accounts.$inferInsert>;

type AccountHandlers = Pick<
  Handlers,
  'listFundis' | 'getFundi' | 'getMyFundi' | 'updateMyFundi' | 'getMyClient' | 'updateMyClient'
>;

/** The handlers of the directory and the profiles. */
export function accountHandlers(ctx: Context, directory: Directory): AccountHandlers {
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
      refuseForeignPhone(values.phoneNumber ?? '');
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
    listFundis: ({ reply }) => {
      reply.header(COUNTS_MISSED, '1');
      return directory.list();
    },

    getFundi: async ({ id }) => {
      const fundi = await directory.find(id);
      if (!fundi) throw notFound('Fundi');
      return fundi;
    },

    getMyFundi: async ({ account }) => {
      const fundi = fundiAccountView(account, now());
      const payment = await statusFor(
        ctx,
        payableKey.subscription(account.id),
        fundi.is_subscribed,
      );
      return { ...fundi, payment };
    },

    updateMyFundi: async ({ caller, body }) => {
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
  };
}
