/** Jobs: posted and managed by their owner, found by fundis on trial or subscribed. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Account } from '../db/schema/people.ts';
import type { Context } from '../calls/context.ts';
import { HttpError, notFound } from '../calls/refusal.ts';
import { withPayBill } from '../payments/offerPayBill.ts';
import { payableKey } from '../../src/contract/payables.ts';
import { listing } from '../payments/payables.ts';
import type { Payments } from '../payments/service.ts';
import { statusesFor } from '../payments/status.ts';
import type { Handlers } from '../calls/route.ts';
import { accounts } from '../db/schema/people.ts';
import { jobs } from '../db/schema/listings.ts';
import { hasAccess } from '../payments/subscription.ts';
import { refuseMoreUnpaid } from './quota.ts';
import { jobView } from './views.ts';
import { takenDownText } from '../payments/reasons.ts';
import type { JobRow } from './views.ts';

const poster = { name: accounts.name, phoneNumber: accounts.phoneNumber };
/** What others than the owner may see. */
const isListed = and(eq(jobs.isActive, true), isNull(jobs.takenDown), isNull(accounts.blockedAt));
const newestFirst = [desc(jobs.createdAt), desc(jobs.id)];

/** The client's own job. Throws a 404 when there is none, a 403 when it is another client's. */
async function ownJob({ db }: Pick<Context, 'db'>, id: number, owner: Account): Promise<JobRow> {
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!job) throw notFound('Job');
  if (job.clientId !== owner.id) throw new HttpError(403, 'This job is not yours.');
  return job;
}

/** The handlers of jobs. A job is not deleted while a prompt for it is open. */
export function jobHandlers(ctx: Context, payments: Pick<Payments, 'lockForDeletion'>) {
  const { config, db, now } = ctx;

  function refuseUnsubscribed(account: Account): void {
    if (account.role === 'fundi' && hasAccess(account, now())) return;
    throw new HttpError(403, 'Only fundis on trial or subscribed can see jobs.');
  }

  return {
    listJobs: async ({ account }) => {
      refuseUnsubscribed(account);
      const rows = await db
        .select({ job: jobs, poster })
        .from(jobs)
        .innerJoin(accounts, eq(accounts.id, jobs.clientId))
        .where(isListed)
        .orderBy(...newestFirst);
      return rows.map((row) => jobView(row.job, row.poster));
    },

    getJob: async ({ id, account }) => {
      const [row] = await db
        .select({ job: jobs, poster, isListed: sql<boolean>`${isListed}` })
        .from(jobs)
        .innerJoin(accounts, eq(accounts.id, jobs.clientId))
        .where(eq(jobs.id, id));
      if (!row) throw notFound('Job');
      if (row.job.clientId !== account.id) {
        refuseUnsubscribed(account);
        if (!row.isListed) throw notFound('Job');
      }
      return jobView(row.job, row.poster);
    },

    listMyJobs: async ({ account }) => {
      const rows = await db
        .select()
        .from(jobs)
        .where(eq(jobs.clientId, account.id))
        .orderBy(...newestFirst);
      const isPaid = new Map(
        rows.map(({ id, paidAt }) => [payableKey('post_job', id), paidAt !== null]),
      );
      const statuses = await statusesFor(ctx, isPaid);
      return rows.map((job) => {
        const status = statuses.get(payableKey('post_job', job.id));
        const canPay = job.paidAt === null && job.takenDown === null;
        const payment = canPay ? withPayBill(ctx, listing('job', job.id), status) : status;
        return { ...jobView(job, account), payment };
      });
    },

    createJob: async ({ account, body }) => {
      const [job] = await db.transaction(async (tx) => {
        await refuseMoreUnpaid(tx, 'job', account, config.rateLimitFactor);
        const values = { ...body, clientId: account.id, createdAt: now() };
        return await tx.insert(jobs).values(values).returning();
      });
      if (!job) throw new Error('the insert of a job returned no row');
      return jobView(job, account);
    },

    updateJob: async ({ id, account, body }) => {
      const job = await ownJob(ctx, id, account);
      const isSwitchedOn = 'is_active' in body && body.is_active;
      if (isSwitchedOn && job.takenDown !== null) {
        throw new HttpError(403, takenDownText('job', job.takenDown));
      }
      if (isSwitchedOn && job.paidAt === null) throw new HttpError(402, 'Pay for this job first.');
      const values = 'is_active' in body ? { isActive: body.is_active } : body;
      const [updated] = await db.update(jobs).set(values).where(eq(jobs.id, id)).returning();
      if (!updated) throw notFound('Job');
      return jobView(updated, account);
    },

    deleteJob: async ({ id, account }) => {
      await ownJob(ctx, id, account);
      await db.transaction(async (tx) => {
        await payments.lockForDeletion(tx, 'job', id);
        await tx.delete(jobs).where(eq(jobs.id, id));
      });
    },
  } satisfies Partial<Handlers>;
}
