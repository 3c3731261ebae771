/** `npm run admin -- notify`: whether a notice arrives, and what systemd has to report. */
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { createLogger } from '../../process/log.ts';
import { unitFinding } from '../notices/causes.ts';
import { inFolder } from '../notices/memory.ts';
import { waysOf } from '../notices/sendNotice.ts';
import { report } from '../notices/watch.ts';
import { OperatorError } from '../operatorError.ts';
import { UsageError } from './command.ts';
import type { CommandWork } from './command.ts';

function requireWays({ notify }: Config) {
  const ways = waysOf(notify);
  if (ways.length > 0) return ways;
  throw new OperatorError('Nobody is called: set NOTIFY_EMAIL and SMTP_URL, or NOTIFY_COMMAND.');
}

/** Sends one notice by every way; the command fails when one of them does. */
async function test(config: Config): Promise<string[]> {
  const subject = `${new URL(config.publicUrl).host}: This is a test. Nothing is wrong.`;
  const lines: string[] = [];
  for (const way of requireWays(config)) {
    try {
      await way.send({ subject, text: `${subject}\n` });
      lines.push(`Sent by ${way.name}. Look whether it arrived.`);
    } catch (error) {
      lines.push(`Not sent by ${way.name}: ${reasonOf(error)}`);
      process.exitCode = 1;
    }
  }
  return lines;
}

/** Reports that a unit has failed, at most once an hour. Throws where no way took it, so that systemd tries again. */
async function failed(unit: string, config: Config): Promise<string[]> {
  if (!/^fundi-(backup|rehearsal|server@\d{1,5})$/.test(unit)) {
    throw new UsageError(`${unit} is no unit of ours.`);
  }
  const services = { config, now: () => new Date(), log: createLogger(config.logLevel) };
  const finding = unitFinding(unit, true);
  const isSent = await report([finding], inFolder(config.dataDir), requireWays(config), services);
  if (!isSent) throw new OperatorError(`Nobody was reached: ${finding.says}`);
  return [];
}

export function addNotify(admin: Command, does: (run: CommandWork) => void): void {
  const notify = admin.command('notify').description('calls for help that leave the machine');
  notify
    .command('test')
    .description('sends one, so that you see that it arrives')
    .action(() => does(test));
  notify
    .command('failed')
    .argument('<unit>', 'the unit of systemd, for instance fundi-server@8000.service')
    .description('what systemd runs when a unit has failed')
    .action((unit: string) => does((config) => failed(unit.replace(/\.service$/, ''), config)));
}
