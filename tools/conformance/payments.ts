/** A real prompt, with `--phone`: the job of Ksh 100, asked about as the app does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PAYMENT_POLLING } from '../../src/contract/constants.ts';
import type { Town } from './town.ts';
import { breaks, HOLDS, NEEDS_PHONE, skipped } from './verdict.ts';
import type { Finding, Judged } from './verdict.ts';
import { tryIt } from './calls.ts';

/** What the status of a job said, one after the other. */
async function statuses(town: Town, id: string | number, everyMs: number): Promise<string[]> {
  const { token } = town.client;
  const said: string[] = [];
  for (let check = 0; check < PAYMENT_POLLING.maxChecks; check += 1) {
    // As the app: a pause, then a check.
    await sleep(everyMs);
    const answer = await town.ok('getJobPaymentStatus', { token, query: { job_id: id } });
    const { status } = answer as { status?: unknown };
    said.push(String(status));
    const read = town.app.readPaymentStatus(answer).status;
    if (read === 'completed' || read === 'failed') break;
  }
  return said;
}

/** Waits for the payment of the prompt that went out, and looks at what follows. */
export async function followPayment(
  town: Town,
  isPrompted: boolean,
  everyMs: number,
): Promise<Finding[]> {
  const { token } = town.client;
  let id: string | number = '';
  let isPaid = false;
  const paid = async (): Promise<Judged> => {
    if (!isPrompted) return skipped(town.phone === undefined ? NEEDS_PHONE : 'no prompt was sent');
    // The job that the good call of requestPayment was for.
    ({ id } = town.app.readJob(await town.job()));
    const said = await statuses(town, id, everyMs);
    const last = town.app.readPaymentStatus({ status: said.at(-1) }).status;
    if (last === 'failed') return skipped(`the payment ended as "${said.at(-1)}"`);
    const job = town.app.readJob(await town.ok('getJob', { token, id }));
    isPaid = job.is_active;
    if (last === 'completed' && isPaid) return HOLDS;
    const differs = `status ${[...new Set(said)].join(', ')}; is_active ${job.is_active}`;
    if (last !== 'completed' && !isPaid) return skipped(`${differs}: nobody answered the prompt`);
    return breaks(differs, '"Payment Failed or Timed Out", although the money came');
  };
  const again = async (): Promise<Judged> => {
    if (!isPaid) return skipped('needs a job that is paid for');
    const body = { phone: town.payer(), purpose: 'post_job', job_id: id };
    const heard = await town.sender.send('requestPayment', { token, body });
    if (heard.status >= 400) return HOLDS;
    return breaks('a paid job is prompted for again', 'a person pays twice');
  };
  const found = async (): Promise<Judged> => {
    if (!isPaid) return skipped('needs a job that is paid for');
    const rows = await town.list('listJobs', town.fundi.token);
    if (rows.some((row) => String(town.app.readJob(row).id) === String(id))) return HOLDS;
    return breaks('it is not listed', 'the client paid, and no fundi sees the job');
  };
  return [
    await tryIt('getJobPaymentStatus', 'says when a job is paid for, and the job is active', paid),
    await tryIt('listJobs', 'has a job that is paid for', found),
    await tryIt('requestPayment', 'refuses a second payment for the same job', again),
  ];
}
