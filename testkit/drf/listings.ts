/** The calls on jobs, ads and payments. */
import { FORBIDDEN, NOT_FOUND, Refused, paged, requirePhone, requireTexts, zoned } from './http.ts';
import type { Call, Calls } from './call.ts';
import { hasAccess } from './store.ts';
import type { Ad, Job, Payment } from './store.ts';

const jobView = (job: Job) => ({
  id: job.id,
  title: job.title,
  description: job.description,
  location: job.location,
  budget: '0.00',
  is_active: job.isActive,
  created_at: zoned(job.createdAt),
  client: { name: job.owner.name, phone_number: job.owner.phone_number },
});

const adView = (ad: Ad, { faults, url }: Call) => ({
  id: ad.id,
  title: ad.title,
  description: ad.description,
  link: ad.link,
  image: `${url.origin}/media/ads/${faults.has('missing pictures') ? 'gone' : ad.id}`,
  is_active: (ad.expiresAt ?? 0) > Date.now(),
  expires_at: ad.expiresAt === null ? null : zoned(ad.expiresAt),
});

const JOB_TEXTS = ['title', 'description', 'location'] as const;
const jobTexts = (body: Record<string, unknown>) => {
  requireTexts(body, ...JOB_TEXTS);
  return Object.fromEntries(JOB_TEXTS.map((name) => [name, String(body[name]).trim()])) as Pick<
    Job,
    (typeof JOB_TEXTS)[number]
  >;
};

const isThis = (id: unknown) => (row: { id: number }) => String(row.id) === String(id);

function ownJob({ store, caller, faults }: Call, id: unknown): Job {
  const job = store.jobs.find(isThis(id));
  if (!job || (job.owner !== caller && !faults.has('not the owner'))) throw NOT_FOUND();
  return job;
}

function ownAd({ store, caller }: Call, id: unknown): Ad {
  const ad = store.ads.find((row) => isThis(id)(row) && row.owner === caller);
  if (!ad) throw NOT_FOUND();
  return ad;
}

/** What became of a prompt; a phone that ends in 901 cancels. */
function outcome(
  { phone, askedAt }: Payment,
  answerMs: number,
): 'Pending' | 'Completed' | 'Cancelled' {
  if (Date.now() - askedAt < answerMs) return 'Pending';
  return phone.endsWith('901') ? 'Cancelled' : 'Completed';
}

/** Looks at the prompts for something, and gives what has been paid for. */
function lastOutcome({ store }: Call, payable: string) {
  const payment = store.payments.findLast((row) => row.payable === payable);
  if (!payment) return null;
  const result = outcome(payment, store.answerMs);
  if (result === 'Completed') store.settle(payable);
  return result;
}

function payableOf(call: Call): string {
  const { caller, body, faults } = call;
  const isFundi = caller.role === 'fundi';
  if (body.purpose === 'subscription') {
    if (!isFundi) throw FORBIDDEN();
    if (hasAccess(caller)) throw new Refused(400, 'You are already listed.');
    return `fundi:${caller.id}`;
  }
  if (isFundi) throw FORBIDDEN();
  const [name, kind] = body.purpose === 'post_job' ? ['job_id', 'job'] : ['ad_id', 'ad'];
  if (body[name] === undefined) throw new Refused(400, { [name]: ['This field is required.'] });
  const isPaid =
    kind === 'job' ? ownJob(call, body[name]).isPaid : ownAd(call, body[name]).expiresAt !== null;
  if (isPaid && !faults.has('prompts anybody')) throw new Refused(400, 'Already paid.');
  return `${kind}:${body[name] as number}`;
}

export const listings: Calls = {
  listJobs: ({ store, caller, url, faults }) => {
    if (!faults.has('open jobs') && (caller.role !== 'fundi' || !hasAccess(caller)))
      throw faults.has('jobs 400') ? new Refused(400, 'Bad request.') : FORBIDDEN();
    const isTitled = !faults.has('no titles');
    const rows = store.jobs
      .filter((job) => job.isActive)
      .map((job) => ({ ...jobView(job), ...(!isTitled && { title: null }) }));
    return paged(rows, url, faults.has('lost pages'));
  },
  getJob: ({ store, caller, id, faults }) => {
    const job = store.jobs.find(isThis(id));
    if (job?.owner === caller) return jobView(job);
    if (!faults.has('open jobs') && (caller.role !== 'fundi' || !hasAccess(caller)))
      throw FORBIDDEN();
    if (!job || !(job.isActive || faults.has('unpaid jobs'))) throw NOT_FOUND();
    return jobView(job);
  },
  updateJob: (call) => {
    const { body, id, faults } = call;
    const job = ownJob(call, id);
    if ('is_active' in body) {
      if (typeof body.is_active !== 'boolean')
        throw new Refused(400, { is_active: ['Must be a valid boolean.'] });
      if (body.is_active && !job.isPaid && !faults.has('free switch'))
        throw new Refused(402, 'Pay for this job first.');
      job.isActive = body.is_active;
    } else {
      Object.assign(job, jobTexts(body));
      if (faults.has('kept spaces')) job.title = String(body.title);
    }
    return jobView(job);
  },
  deleteJob: (call) => {
    const job = ownJob(call, call.id);
    if (!call.faults.has('delete keeps'))
      call.store.jobs = call.store.jobs.filter((row) => row !== job);
    return undefined;
  },
  listMyJobs: ({ store, caller, url }) =>
    paged(store.jobs.filter(({ owner }) => owner === caller).map(jobView), url),
  createJob: ({ store, caller, body, faults }) => {
    const job = store.addJob(caller, jobTexts(body));
    job.isActive = faults.has('active at once');
    const { id, ...rest } = jobView(job);
    return faults.has('no id') ? rest : { id, ...rest };
  },
  listAds: (call) =>
    call.store.ads
      .filter(({ expiresAt }) => (expiresAt ?? 0) > Date.now())
      .map((ad) => adView(ad, call)),
  listMyAds: (call) => {
    const own = call.store.ads.filter(({ owner }) => owner === call.caller);
    for (const { id } of own) lastOutcome(call, `ad:${id}`);
    return paged(
      own.map((ad) => adView(ad, call)),
      call.url,
    );
  },
  createAd: async (call) => {
    const { store, caller, body, faults } = call;
    const { image, link = '' } = body;
    requireTexts(body, 'title', 'description');
    if (!(image instanceof File)) throw new Refused(400, { image: ['No file was submitted.'] });
    const isTaken = faults.has('jpeg only') ? /^image\/(jpeg|png)$/ : /^image\/(jpeg|png|webp)$/;
    if (!isTaken.test(image.type))
      throw new Refused(400, { image: ['Upload a valid image. The file was not an image.'] });
    if (link !== '' && !/^https?:/.test(String(link)))
      throw new Refused(400, { link: ['Enter a valid URL.'] });
    const fields = { title: String(body.title), description: String(body.description) };
    const bytes = new Uint8Array(await image.arrayBuffer());
    const ad = store.addAd(
      caller,
      { ...fields, link: String(link) || null },
      { type: image.type, bytes },
    );
    return adView(ad, call);
  },
  getAd: (call) => {
    const ad = ownAd(call, call.id);
    lastOutcome(call, `ad:${ad.id}`);
    return adView(ad, call);
  },
  deleteAd: (call) => {
    const ad = ownAd(call, call.id);
    if (!call.faults.has('delete keeps'))
      call.store.ads = call.store.ads.filter((row) => row !== ad);
    return undefined;
  },
  requestPayment: (call) => {
    const { store, body, faults } = call;
    requirePhone(body.phone, 'phone');
    if (!['subscription', 'post_job', 'post_ad'].includes(String(body.purpose)))
      throw new Refused(400, { purpose: [`"${String(body.purpose)}" is not a valid choice.`] });
    const payable = payableOf(call);
    store.payments.push({ payable, phone: String(body.phone), askedAt: Date.now() });
    const message = 'Success. Request accepted for processing';
    const checkout_id = `ws_CO_${store.payments.length}`;
    return faults.has('no checkout') ? { message } : { checkout_id, message, amount: '100.00' };
  },
  getJobPaymentStatus: (call) => {
    const id = call.url.searchParams.get('job_id');
    if (id === null) throw new Refused(400, { job_id: ['This field is required.'] });
    const { isPaid } = ownJob(call, id);
    const status = lastOutcome(call, `job:${id}`) ?? (isPaid ? 'Completed' : 'Pending');
    return { status: status === 'Completed' && call.faults.has('never paid') ? 'Paid' : status };
  },
};
