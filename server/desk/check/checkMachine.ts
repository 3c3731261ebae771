/** Problems of this machine before going public: permissions, room on the disk, the clock. */
import { existsSync, statSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { bytesLeft, requireRoom, SHORT_BYTES } from '../../process/disk.ts';
import { ok, problem, unknown } from './checkResult.ts';
import type { CheckResult } from './checkResult.ts';

const OF_OTHERS = 0o077;
const GIGABYTE = 1024 ** 3;
/** M-Pesa's password contains the time, so a clock that is more than this off is a problem. */
const CLOCK_MS = 30_000;
const PATIENCE_MS = 10_000;

/** Whether others on this machine can read secrets. */
function privacy(file: string): CheckResult {
  if (!existsSync(file)) return ok(`${file} is not there yet.`);
  const { mode, uid } = statSync(file);
  const me = process.getuid?.();
  if (me !== undefined && uid !== me) {
    return problem(`${file} belongs to another user. Run this as the server's user, or chown it.`);
  }
  return mode & OF_OTHERS && process.platform !== 'win32'
    ? problem(`Others on this machine can reach ${file}. Run chmod go= ${file}.`)
    : ok(`${file} is closed to others.`);
}

async function room({ dataDir, leastFreeBytes }: Config): Promise<CheckResult> {
  if (!existsSync(dataDir)) return unknown(`${dataDir} is not there yet: its disk is not known.`);
  try {
    await requireRoom(dataDir, leastFreeBytes);
  } catch (error) {
    return problem(`${reasonOf(error)} Make room.`);
  }
  const bytes = await bytesLeft(dataDir);
  const left = `${(bytes / GIGABYTE).toFixed(1)} GB are left on the disk of ${dataDir}.`;
  return bytes < SHORT_BYTES ? problem(`${left} Make room.`) : ok(left);
}

/** The difference of this machine's clock to another one; `whose` says to which. */
export function clock(ours: Date, theirs: Date, whose: string): CheckResult {
  const seconds = Math.round((ours.getTime() - theirs.getTime()) / 1000);
  if (Math.abs(seconds) * 1000 < CLOCK_MS) return ok(`The clock agrees with ${whose}.`);
  const way = seconds > 0 ? 'ahead of' : 'behind';
  return problem(
    `The clock is ${Math.abs(seconds)} s ${way} ${whose}. Run timedatectl set-ntp true.`,
  );
}

export async function clockOfMpesa(url: string, now: () => Date): Promise<CheckResult> {
  try {
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const date = new Date(answer.headers.get('date') ?? '');
    if (!Number.isNaN(date.getTime())) return clock(now(), date, new URL(url).host);
  } catch {
    // The line below says it.
  }
  return unknown(`The clock could not be compared: ${new URL(url).host} gave no date.`);
}

export const checkMachine = async (
  config: Config,
  settingsFile: string,
): Promise<CheckResult[]> => [privacy(settingsFile), privacy(config.dataDir), await room(config)];
