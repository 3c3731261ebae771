/** What a device stores and has heard, by name, and what can happen: for the tables of payments. */
import { emptyAttempt, SUBSCRIPTION, type Attempt } from '../../../src/payments/attempt.ts';
import { nextAttempt, type AttemptEvent } from '../../../src/payments/nextAttempt.ts';
import {
  isEmpty,
  isMenuAwaited,
  newsAt,
  paymentOf,
  type Payment,
} from '../../../src/payments/payment.ts';
import {
  asAnswer,
  emptyAnswer,
  emptyStatus,
  newerAnswer,
  type Answer,
  type Status,
} from '../../../src/payments/status.ts';

/** When the worlds of the tables got their state. */
export const THEN = Date.parse('2026-11-21T06:00:00Z');
/** When the button was pressed. */
export const PRESSED = THEN - 1;
/** When the events of the tables happen. */
export const NOW = THEN + 30_000;
export const MINUTE = 60_000;

export const HERE = '0712345678';
export const ELSEWHERE = '0711999888';
const job = { purpose: 'post_job', id: 7 } as const;

/** What the device stores, and what it has heard since the app was opened. */
export interface World {
  stored: Attempt;
  asked: Answer;
  listed: Answer | null;
  isUnreached: boolean;
}

/** What the API says: an answer about one payment says all, a list does not. */
export const status = (what: Partial<Status>): Status => ({
  ...emptyStatus,
  unmatched: [],
  isDown: false,
  ...what,
});

type Happening =
  | AttemptEvent
  /** The answer to a question of `at`, in ms. */
  | { type: 'says'; status: Status; at: number }
  /** A list that came at `at`, in ms. */
  | { type: 'lists'; status: Status; at: number }
  | { type: 'unanswered' };

export const says = (what: Partial<Status>, at = NOW): Happening => ({
  type: 'says',
  status: status(what),
  at,
});
export const lists = (what: Partial<Status>, at = NOW): Happening => ({
  type: 'lists',
  status: { ...status(what), unmatched: null, isDown: null },
  at,
});

const heardOf = ({ asked, listed, isUnreached }: World) => ({
  answer: newerAnswer(asked, listed),
  isUnreached,
  listedAt: listed?.cameAt ?? 0,
  listedState: listed?.status.state ?? null,
  title: null,
});

/** The payment of a world at `now`, in ms. */
export const known = (world: World, now = NOW): Payment =>
  paymentOf(world.stored, heardOf(world), now);

function next(world: World, event: Happening, now: number): World {
  switch (event.type) {
    case 'says': {
      if (event.at < world.asked.at) return world;
      const asked = { status: event.status, at: event.at, cameAt: Math.max(now, event.at) };
      return hear({ ...world, asked, isUnreached: false }, now);
    }
    case 'lists':
      return hear({ ...world, listed: asAnswer(event.status, event.at) }, now);
    case 'unanswered':
      return { ...world, isUnreached: true };
    default:
      return { ...world, stored: nextAttempt(world.stored, event, now) };
  }
}

/** Stores what of the answers is worth it, as a screen does. */
const hear = (world: World, now: number): World => ({
  ...world,
  stored: nextAttempt(world.stored, { type: 'heard', ...heardOf(world) }, now),
});

/** The world that the events lead to, each at its own moment. */
export const after = (world: World, ...events: [Happening, number?][]): World =>
  events.reduce((before, [event, at = NOW]) => next(before, event, at), world);

/** The app is opened again: what was heard is forgotten. */
export const reloaded = ({ stored }: World): World => ({ ...nothing, stored });

export const nothing: World = {
  stored: emptyAttempt(job),
  asked: emptyAnswer,
  listed: null,
  isUnreached: false,
};
/** The same of a subscription. */
export const month: World = {
  ...nothing,
  stored: emptyAttempt(SUBSCRIPTION),
};

export const press = { type: 'pressed', phone: HERE, title: null } as const;
export const accepted = {
  type: 'accepted',
  attempt: PRESSED,
  before: nothing.stored,
  checkout: 'ws_1',
  message: 'Enter your PIN.',
  phone: '',
  isConfirmed: null,
  reference: 'FundiJob7',
  payBill: null,
} as const;
export const menu = { type: 'menu', sums: [] } as { type: 'menu'; sums: string[] };
export const shown = (end: 'failed' | 'paid' | 'second', until: string | null = null) =>
  ({ type: 'shown', end, until }) as const;

const waiting = after(nothing, [press, PRESSED], [accepted, THEN]);
const failure = { state: 'failed', reason: 'Cancelled.' } as const;
const failed = after(waiting, [says(failure, THEN), THEN], [shown('failed'), THEN]);
/** A sum that is not the price. */
export const wrongSum = { id: '1', amount: 50, cause: 'amount' } as const;
/** What the M-Pesa menu is given for the job. */
export const payBill = { business_number: '600984', account: 'K7M2XQ', amount: 100 };
const reported = (what: Partial<Status>) => after(nothing, [says(what, THEN), THEN]);
const failedBefore = after(
  nothing,
  [press, PRESSED - 2],
  [{ ...accepted, attempt: PRESSED - 2 }, PRESSED - 2],
  [says(failure, PRESSED - 1), PRESSED - 1],
  [shown('failed'), PRESSED - 1],
);
const retry = after(failedBefore, [press, PRESSED]);

/** What a device may store and have heard at `THEN`. */
export const worlds = {
  nothing,
  waiting,
  /** A second attempt, whose answer is not there yet, and one whose answer got lost. */
  asking: retry,
  lost: after(retry, [{ type: 'lost', attempt: PRESSED }, THEN]),
  found: reported({ state: 'out', phone: ELSEWHERE, sentAt: THEN, isConfirmed: true }),
  failed,
  /** Failed on another device. */
  failure: reported(failure),
  held: reported({ state: 'failed', review: 'held', reason: 'Wrong amount.', reviewId: 'a' }),
  unclear: reported({ state: 'failed', review: 'unclear', reason: 'No word.', reviewId: 'a' }),
  closed: reported({ state: 'paid', review: 'closed', reason: 'Sent back.', reviewId: 'a' }),
  'paid+held': reported({ state: 'paid', review: 'held', reason: 'Twice.', reviewId: 'a' }),
  paid: after(waiting, [says({ state: 'paid' }, THEN), THEN], [shown('paid'), THEN]),
  gone: after(waiting, [says({ isGone: true }, THEN), THEN]),
  /** It can be paid for from the M-Pesa menu, and the person says that it was. */
  offered: reported({ payBill }),
  menu: after(reported({ payBill }), [menu, THEN]),
} satisfies Record<string, World>;

/** A payment in a word: its state, `!` for news, `+` for what is said beside it, `menu` for what the person says. */
export function word(world: World, now = NOW): string {
  const payment = known(world, now);
  if (isEmpty(payment)) return '-';
  const { state, review, attempt, status } = payment;
  const news = newsAt(payment, THEN);
  const isFailedReview = state === 'failed' && review !== null;
  const said = state === 'out' && attempt.push === 'found' ? 'found' : state;
  const name = isFailedReview ? review : said + (review ? `+${review}` : '');
  return (
    name +
    (news === 'second' ? '!!' : news ? '!' : '') +
    (status.isGone ? ' gone' : '') +
    (isMenuAwaited(payment, now) ? ' menu' : '')
  );
}
