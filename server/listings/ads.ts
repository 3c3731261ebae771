/** Ads: managed by their owner, public while paid and not expired. */
import { desc, eq } from 'drizzle-orm';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import type { Ad, PaymentStatus } from '../../src/contract/schemas.ts';
import type { Account } from '../db/schema/people.ts';
import type { Context } from '../calls/context.ts';
import { fieldError, HttpError, notFound } from '../calls/refusal.ts';
import { payPageStatus, withPayBill } from '../payments/offerPayBill.ts';
import { payableKey } from '../../src/contract/payables.ts';
import { listing } from '../payments/payables.ts';
import type { Payments } from '../payments/service.ts';
import { statusesFor, statusFor } from '../payments/status.ts';
import { paymentsFor } from '../payments/store.ts';
import { shrinkPicture } from './pictures/shrink.ts';
import { newPictureName, storePicture } from './pictures/storePicture.ts';
import type { Handlers } from '../calls/route.ts';
import { ads } from '../db/schema/listings.ts';
import { whileUnchanged } from '../db/whileUnchanged.ts';
import { refuseMoreUnpaid } from './quota.ts';
import { running } from './running.ts';
import { adView } from './views.ts';
import type { AdRow } from './views.ts';

const newestFirst = [desc(ads.createdAt), desc(ads.id)];
/** The 404 of an ad. If the asker paid for a deleted ad, it says what happened to the money. */
async function adNotFound(
  ctx: Pick<Context, 'db' | 'now'>,
  id: number,
  asker: Account,
): Promise<HttpError> {
  const key = payableKey('post_ad', id);
  const [last] = await paymentsFor(ctx.db, key);
  if (last?.accountId !== asker.id) return notFound('Ad');
  return new HttpError(404, { error: 'Ad not found.', payment: await statusFor(ctx, key, false) });
}

/** The client's own ad. Throws a 404 when there is none, a 403 when it is another client's. */
async function ownAd(ctx: Pick<Context, 'db' | 'now'>, id: number, owner: Account): Promise<AdRow> {
  const [ad] = await ctx.db.select().from(ads).where(eq(ads.id, id));
  if (!ad) throw await adNotFound(ctx, id, owner);
  if (ad.clientId !== owner.id) throw new HttpError(403, 'This ad is not yours.');
  return ad;
}

/** Returns what lists the ads that everybody sees, the newest first: the same array until one of them changes. */
export const createAdList = (ctx: Context): (() => Promise<Ad[]>) =>
  whileUnchanged(ctx, running, async (where) => {
    const rows = await ctx.db
      .select()
      .from(ads)
      .where(where)
      .orderBy(...newestFirst);
    return rows.map((ad) => adView(ad, ctx));
  });

/** The handlers of ads, of which everybody sees those that `listAds` returns. An ad is not deleted while a prompt for it is open. */
export function adHandlers(
  ctx: Context,
  listAds: () => Promise<Ad[]>,
  payments: Pick<Payments, 'lockForDeletion'>,
) {
  const { config, db, now } = ctx;
  const paymentOf = (row: AdRow, isRunning: boolean, status: PaymentStatus | undefined) =>
    isRunning || row.takenDown !== null ? status : withPayBill(ctx, listing('ad', row.id), status);

  return {
    listAds,

    listMyAds: async ({ account }) => {
      const rows = await db
        .select()
        .from(ads)
        .where(eq(ads.clientId, account.id))
        .orderBy(...newestFirst);
      const views = rows.map((row) => ({ row, ad: adView(row, ctx) }));
      const keys = views.map(
        ({ row, ad }) => [payableKey('post_ad', row.id), ad.is_active] as const,
      );
      const statuses = await statusesFor(ctx, new Map(keys));
      return views.map(({ row, ad }) => {
        const status = statuses.get(payableKey('post_ad', row.id));
        return { ...ad, payment: paymentOf(row, ad.is_active, status) };
      });
    },

    createAd: async ({ account, body, image, gone }) => {
      if (image === null || image.length === 0) {
        throw fieldError('image', VALIDATION.imageRequired);
      }
      const { title, description, link } = body;
      // Checked before the work on the picture, and again when the ad is stored.
      await db.transaction((tx) => refuseMoreUnpaid(tx, 'ad', account, config.rateLimitFactor));
      const sizes = await shrinkPicture(image, gone);
      const ad = await db.transaction(async (tx) => {
        await refuseMoreUnpaid(tx, 'ad', account, config.rateLimitFactor);
        const name = newPictureName();
        const values = {
          clientId: account.id,
          title,
          description,
          link: link ? new URL(link).href : null,
          image: name,
          createdAt: now(),
        };
        const [stored] = await tx.insert(ads).values(values).returning();
        if (!stored) throw new Error('the insert of an ad returned no row');
        await storePicture(tx, name, sizes);
        return stored;
      });
      return adView(ad, ctx);
    },

    getAd: async ({ id, account }) => {
      const row = await ownAd(ctx, id, account);
      const ad = adView(row, ctx);
      const can = { isGiven: ad.is_active, canPay: row.takenDown === null };
      return { ...ad, payment: await payPageStatus(ctx, listing('ad', id), can) };
    },

    deleteAd: async ({ id, account }) => {
      await ownAd(ctx, id, account);
      await db.transaction(async (tx) => {
        await payments.lockForDeletion(tx, 'ad', id);
        await tx.delete(ads).where(eq(ads.id, id));
      });
    },
  } satisfies Partial<Handlers>;
}
