/** All that can happen in a town, each as a step that two numbers choose the details of. */
import { BEHAVIOURS } from '../../../simulator/behaviours.ts';
import { setTakenDown } from '../../../server/desk/manageListings.ts';
import { operations } from '../../../server/desk/operations.ts';
import { SUMS_PATHS } from '../../../server/payments/offerPayBill.ts';
import { CALLBACK_PATH } from '../../../server/mpesa/daraja.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/contract/time.ts';
import {
  bookStatement,
  closeOne,
  giveOne,
  nameAll,
  receiptFor,
  refundOne,
  returnOne,
  reverseOne,
  tried,
  writeReturnsDown,
} from './operator.ts';
import type { Thing, Town } from './town.ts';

type Step = (town: Town, a: number, b: number) => Promise<unknown>;

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;
/** Every special number of the simulator, and as often one where nothing goes wrong. */
const SUFFIXES = BEHAVIOURS.flatMap(({ suffix }) => [suffix, '100']);
const phoneOf = (a: number, suffix: string) => `07123${String(a % 100).padStart(2, '0')}${suffix}`;

const bodyOf = ({ purpose, jobId, adId }: Thing, phone: string) => ({
  purpose,
  phone,
  ...(jobId !== null && { job_id: jobId }),
  ...(adId !== null && { ad_id: adId }),
});
/** A press of the button; resolves with the status of the answer. */
const press = (town: Town, thing: Thing, phone: string) =>
  town.call(thing.owner, 'POST', '/api/mpesa/stkpush/', bodyOf(thing, phone));

/** What people type for an account: right in some form, or wrong. */
function typed(town: Town, { reference, owner }: Thing, how: number): string {
  const phone = town.fundis.find(({ id }) => id === owner)?.phone ?? reference;
  const dashed = `${reference.slice(0, 3)}-${reference.slice(3)}`.toLowerCase();
  const other = reference.startsWith('7') ? '8' : '7';
  const forms = [reference, dashed, reference.replaceAll('0', 'o'), phone];
  return at([...forms, ...forms, other + reference.slice(1), 'FRED'], how);
}

const by = { who: 'otieno', reason: 'asked for' };

/** The prices of others, and what nobody asks for. */
const AMOUNTS = [1, 99, 100, 200, 300, 500, 700];
const WAITS = [
  1000,
  5000,
  5000,
  20_000,
  MINUTE_MS,
  130_000,
  11 * MINUTE_MS,
  HOUR_MS,
  DAY_MS,
  5 * DAY_MS,
];

/** Each step with how often it is chosen. */
export const STEPS: Record<string, readonly [weight: number, step: Step]> = {
  newJob: [2, (town, a) => town.addThing('post_job', a)],
  newAd: [1, (town, a) => town.addThing('post_ad', a)],
  newFundi: [1, (town) => town.addThing('subscription')],
  press: [8, (town, a, b) => press(town, at(town.things, a), phoneOf(a, at(SUFFIXES, b)))],
  pressTwice: [
    1,
    (town, a, b) => {
      const phones = [phoneOf(a, at(SUFFIXES, b)), phoneOf(b, '100')];
      return Promise.all(phones.map((phone) => press(town, at(town.things, a), phone)));
    },
  ],
  payBill: [
    6,
    (town, a, b) => {
      const thing = at(town.things, a);
      return town.phone('/pay-bill', {
        phone: phoneOf(b, at(['100', '100', '100', '921', '922', '923'], b)),
        business_number: town.desk.config.mpesa.shortcode,
        account: typed(town, thing, b),
        amount: b % 6 === 0 ? at(AMOUNTS, a) : thing.price,
      });
    },
  ],
  byHand: [
    2,
    async (town, a) => {
      const { prompts } = await town.books();
      const waiting = prompts.filter(({ state }) => state === 'waiting');
      const prompt = waiting.length > 0 ? at(waiting, a) : null;
      if (prompt) await town.phone(`/prompts/${prompt.id}/${a % 3 === 0 ? 'cancel' : 'approve'}`);
    },
  ],
  wait: [8, (town, a) => town.wait(at(WAITS, a))],
  noticeAgain: [
    3,
    async (town, a) => {
      if (town.notices.length > 0) await town.notify(at(town.notices, a));
      await town.idle();
    },
  ],
  forge: [
    1,
    async (town, a, b) => {
      if (town.notices.length === 0) return;
      const { path, body } = at(town.notices, a);
      const guessed = `${path.slice(0, -4)}0000`;
      if (path.startsWith(SUMS_PATHS.came) || b % 2 === 0) {
        await town.forge({ path: guessed, body });
      } else if (path.startsWith(CALLBACK_PATH)) {
        const forged = body
          .replace(/("CheckoutRequestID":"[^"]*)/, '$1X')
          .replace(/"ResultCode":\d+/, '"ResultCode":0')
          .replace(
            /"MpesaReceiptNumber","Value":"[^"]*/,
            '"MpesaReceiptNumber","Value":"FORGED1234',
          );
        await town.forge({ path, body: forged });
      }
    },
  ],
  poll: [
    3,
    (town, a) => {
      const { owner, jobId } = at(town.things, a);
      return town.call(owner, 'GET', `/api/payments/job-status/?job_id=${jobId ?? 1}`);
    },
  ],
  book: [2, (town, a) => bookStatement(town, a % 2 === 0)],
  close: [3, closeOne],
  refund: [1, refundOne],
  give: [2, giveOne],
  giveBack: [1, returnOne],
  receipt: [1, receiptFor],
  reverse: [1, reverseOne],
  writeReturnsDown: [1, (town, a) => writeReturnsDown(town, a % 2 === 0)],
  takeDown: [
    1,
    (town, a, b) => {
      const { jobId, adId } = at(town.things, a);
      const [word, id] = jobId === null ? (['ad', adId ?? 0] as const) : (['job', jobId] as const);
      const input = { word, id, isDown: b % 2 === 0, by };
      return tried(town, () => setTakenDown(input, town.desk));
    },
  ],
  remove: [
    1,
    (town, a) => {
      const { owner, jobId, adId } = at(town.things, a);
      const url = jobId === null ? `/api/ads/${adId ?? 0}/` : `/api/jobs/${jobId}/`;
      return town.call(owner, 'DELETE', url);
    },
  ],
  erase: [
    1,
    (town, a) => {
      const { owner } = at(town.things, a);
      return tried(town, () => operations.erasePerson.run({ id: owner, by }, town.desk));
    },
  ],
  kill: [2, async (town, a) => town.faults.plan('killed', a % 40)],
  loseDatabase: [
    1,
    async (town, a, b) => {
      town.faults.plan('away', a % 40);
      town.awayFor = 1 + (b % 4);
    },
  ],
};

/** Plays one step; what died in it starts again. */
export async function play(town: Town, name: string, a: number, b: number): Promise<void> {
  await STEPS[name]?.[1](town, a, b);
  await town.idle();
  if (town.faults.now() === 'killed') await town.restart();
  if (town.awayFor > 0) {
    town.awayFor -= 1;
    if (town.awayFor === 0) town.faults.mend();
  }
}

/**
 * All is mended, and days pass; then the operator reads the statement until nothing is left to do. `look` is
 * called where something was given, before it may end.
 */
export async function settle(town: Town, look: () => Promise<unknown>): Promise<void> {
  town.faults.mend();
  await town.restart();
  await town.wait(2 * DAY_MS);
  await bookStatement(town, false);
  await bookStatement(town, true);
  await nameAll(town);
  await look();
  await writeReturnsDown(town, true);
}
