/** Turns rows of the database into the contract's shapes. */
import type { Ad, Job } from '../../src/contract/schemas.ts';
import type { Account } from '../db/schema/people.ts';
import type { ads, jobs } from '../db/schema/listings.ts';
import type { Context } from '../calls/context.ts';
import { isRunning } from './running.ts';
import { pictureUrls } from './pictures/address.ts';
import { deletionOf } from './quota.ts';

export type JobRow = typeof jobs.$inferSelect;
export type AdRow = typeof ads.$inferSelect;

/** A job with the name and phone of its poster. Only its owner sees one that is not paid for or was taken down. */
export function jobView(job: JobRow, poster: Pick<Account, 'name' | 'phoneNumber'>): Job {
  return {
    id: job.id,
    title: job.title,
    description: job.description,
    location: job.location,
    is_active: job.isActive && job.takenDown === null,
    is_paid: job.paidAt !== null,
    created_at: job.createdAt.toISOString(),
    client: { name: poster.name, phone_number: poster.phoneNumber },
    ...(job.paidAt === null && { deletes_at: deletionOf(job) }),
    ...(job.takenDown !== null && { taken_down: job.takenDown }),
  };
}

/** An ad. It is active from its payment until it expires. */
export function adView(ad: AdRow, ctx: Pick<Context, 'config' | 'secret' | 'now'>): Ad {
  return {
    id: ad.id,
    title: ad.title,
    description: ad.description,
    link: ad.link,
    ...pictureUrls(ad, ctx),
    is_active: isRunning(ad, ctx.now()),
    expires_at: ad.expiresAt?.toISOString() ?? null,
    ...(ad.expiresAt === null && { deletes_at: deletionOf(ad) }),
    ...(ad.takenDown !== null && { taken_down: ad.takenDown }),
  };
}
