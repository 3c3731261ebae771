/** Asks M-Pesa itself what came to the paybill (Pull): money whose notice was lost is found without a person. */
import { HOUR_MS, MINUTE_MS } from '../../src/contract/time.ts';
import type { Context } from '../calls/context.ts';
import type { Gateway, ReceivedResult } from '../mpesa/gateway.ts';
import type { Period } from '../process/nairobi.ts';
import { afterAsking, changeAsked, claimAsking, periodUntil } from './pulls.ts';
import type { Receiver } from './receiver.ts';

/** How often M-Pesa is asked; a server looks more often whether it is time. */
const ASK_MS = 15 * MINUTE_MS;
const LOOK_MS = 30_000;
/** When it does not let us ask, each question costs tokens and helps nobody. */
const REFUSED_MS = 6 * HOUR_MS;
/** More pages than money can come in two days. */
const MOST_PAGES = 1000;
const TROUBLE_MAX = 200;

export interface Pull {
  /** Asks now, and books what is new. Throws when the database is away. */
  ask(): Promise<void>;
  /** Asks when it is time; of several servers on the database one does. */
  look(): Promise<void>;
  /** Asks each quarter of an hour from now on. */
  start(): void;
  /** Ends the background work; resolves when the round under way is done. */
  stop(): Promise<void>;
}

type Failure = Exclude<ReceivedResult, { kind: 'page' }>;

const noAnswer = (message: string): Failure => ({ kind: 'noAnswer', message });

/** `receiver` books the sums that M-Pesa names, as its notices of them would have been. */
export function createPull(
  ctx: Pick<Context, 'config' | 'db' | 'now' | 'log'>,
  gateway: Pick<Gateway, 'received'>,
  receiver: Pick<Receiver, 'take'>,
): Pull {
  const { config, db, now, log } = ctx;
  const { shortcode } = config.mpesa;
  let isStopping = false;

  /** Books all that came in the time, page by page; null when that is all of it. */
  async function bookAll(period: Period): Promise<Failure | null> {
    const seen = new Set<string>();
    let found = 0;
    let unread = 0;
    let offset = 0;
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      if (isStopping) return noAnswer('The server was stopped meanwhile.');
      const page = await gateway.received(period, offset);
      if (page.kind !== 'page') return page;
      const unseen = page.sums.filter((sum) => !seen.has(JSON.stringify(sum)));
      for (const sum of unseen) seen.add(JSON.stringify(sum));
      const taken = await receiver.take(unseen);
      found += taken.found;
      unread += taken.unread;
      offset += page.rows;
      // The same page again is the answer of who knows no offset.
      if (page.rows === 0 || (page.sums.length > 0 && unseen.length === 0)) {
        if (found > 0) log.info({ sums: found }, 'M-Pesa named sums that were unknown here');
        // It may be money.
        return unread > 0 ? noAnswer(`${unread} of its sums have no receipt.`) : null;
      }
    }
    return noAnswer('Its list has no end.');
  }

  async function ask(): Promise<void> {
    const period = periodUntil(now());
    const failure = await bookAll(period);
    if (failure === null) {
      await changeAsked(db, shortcode, (row) => afterAsking(row, period));
      return;
    }
    const trouble = failure.message.slice(0, TROUBLE_MAX);
    const later = new Date(now().getTime() + REFUSED_MS);
    const pause = failure.kind === 'refused' ? { nextAt: later } : {};
    const known = await changeAsked(db, shortcode, () => ({ trouble, ...pause }));
    // Told once while it lasts.
    if (known?.before.trouble !== trouble) {
      log.error({ trouble }, 'M-Pesa does not say what came: see "Pull" in docs/operations.md');
    }
  }

  async function look(): Promise<void> {
    const at = now();
    const next = new Date(at.getTime() + ASK_MS);
    if (await claimAsking(db, shortcode, { now: at, next })) await ask();
  }

  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> = Promise.resolve();
  function run(): void {
    round = look()
      .catch((error: unknown) => log.error({ err: error }, 'what came could not be asked for'))
      .then(() => {
        // The next look starts after this one.
        if (!isStopping) timer = setTimeout(run, LOOK_MS);
      });
  }

  return {
    look,
    async ask() {
      const at = now();
      await claimAsking(db, shortcode, { now: at, next: new Date(at.getTime() + ASK_MS) });
      await ask();
    },
    start() {
      isStopping = false;
      run();
    },
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await round;
    },
  };
}
