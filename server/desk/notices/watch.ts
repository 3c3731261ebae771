/** Looks at the state of the world, and reports what calls for a person. */
import type { Context } from '../../calls/context.ts';
import type { Db } from '../../db/db.ts';
import { isAway, reasonOf } from '../../db/faults.ts';
import { bytesLeft } from '../../process/disk.ts';
import { every } from '../../process/every.ts';
import { readCallbacks, readWaiting } from '../books/readTotals.ts';
import { findingsOfMachine, findingsOfTown, unitFinding } from './causes.ts';
import type { Finding, TownState } from './causes.ts';
import { readMarks } from './marks.ts';
import { claimNext, inDatabase, inFolder, remember } from './memory.ts';
import type { Remembering } from './memory.ts';
import { noticeOf } from './sendNotice.ts';
import type { Way } from './sendNotice.ts';

const LOOK_MS = 30_000;

/** What the database says of the town; few rows each, however many payments there are. */
export const readTown = async (db: Db, now: Date): Promise<TownState> => ({
  ...(await readMarks(db, now)),
  ...(await readWaiting(db)),
  ...(await readCallbacks(db, now)),
});

type Services = Pick<Context, 'config' | 'db' | 'now' | 'log'>;

/** Sends what is due of the findings by every way; false where no way took one of them: it is tried again later. */
export async function report(
  findings: Finding[],
  remembering: Remembering,
  ways: Way[],
  { config, now, log }: Omit<Services, 'db'>,
  stop?: AbortSignal,
): Promise<boolean> {
  let isAllSent = true;
  for (;;) {
    const due = await remembering((known) => claimNext(known, findings, now()));
    if (due === null) return isAllSent;
    const notice = noticeOf(due, new URL(config.publicUrl).host, now());
    let isSent = false;
    for (const way of ways) {
      try {
        await way.send(notice, stop);
        isSent = true;
      } catch (error) {
        const { cause } = due;
        log.error({ cause, way: way.name, reason: reasonOf(error) }, 'a notice could not be sent');
      }
    }
    if (isSent) await remembering((known) => remember(known, due, now()));
    else isAllSent = false;
  }
}

/**
 * The watch of one server. `show` is given what was found each time, for metrics; without it and without
 * ways nothing is looked at. Any number of servers may watch one database.
 */
export function createWatch(services: Services, ways: Way[], show?: (findings: Finding[]) => void) {
  const { config, db, now, log } = services;
  const ofTown = inDatabase(db);
  const ofMachine = inFolder(config.dataDir);
  const stopping = new AbortController();
  let downSince: Date | null = null;

  /** Null while the database is down, and when it could not be read for another reason. */
  async function town(): Promise<TownState | null> {
    try {
      const read = await readTown(db, now());
      downSince = null;
      return read;
    } catch (error) {
      if (isAway(error)) downSince ??= now();
      log.error({ err: error }, 'the watch could not read the database');
      return null;
    }
  }

  /** Looks once, and sends what is due. Never throws. */
  async function look(): Promise<void> {
    try {
      const read = await town();
      const downMs = downSince === null ? 0 : now().getTime() - downSince.getTime();
      const bytes = await bytesLeft(config.dataDir).catch(() => null);
      const isUp = unitFinding(`fundi-server@${config.port}`, false);
      const machine = [...findingsOfMachine(downMs, bytes), isUp];
      const townFindings = findingsOfTown(read, now());
      show?.([...machine, ...townFindings]);
      if (ways.length === 0) return;
      await report(machine, ofMachine, ways, services, stopping.signal);
      if (downSince === null) await report(townFindings, ofTown, ways, services, stopping.signal);
    } catch (error) {
      log.error({ err: error }, 'the watch failed; it goes on');
    }
  }

  const { start, stop } = every(LOOK_MS, look);

  return {
    look,
    start: () => {
      if (ways.length > 0 || show) start();
    },
    /** Ends the background work, and what is being sent. */
    async stop(): Promise<void> {
      stopping.abort();
      await stop();
    },
  };
}
