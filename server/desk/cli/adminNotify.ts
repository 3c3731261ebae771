/** `npm run admin -- notify`: whether a notice arrives, and what systemd has to tell. */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { createLogger } from '../../process/log.ts';
import { unitFinding } from '../notices/causes.ts';
import { inFolder } from '../notices/memory.ts';
import { waysOf } from '../notices/sendNotice.ts';
import { tell } from '../notices/watch.ts';
import { operate } from '../operate.ts';
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

/**
 * Units that fail, and how that is told: a server at once, the rest by the watch of the servers. Where that cannot be
 * written down for them, such as with a malformed setting, it is told at once, too.
 */
async function failed(service: string, config: Config): Promise<string[]> {
  const [unit, kind = ''] = /^fundi-(backup$|rehearsal$|server@\d{1,5}$)/.exec(service) ?? [];
  if (unit === undefined) throw new UsageError(`${service} is no unit of ours.`);
  if (kind === 'backup' || kind === 'rehearsal') {
    try {
      await operate(loadConfig(process.env), 'mark', { name: kind, isGood: false });
      return [`It is written down that the ${kind} failed; the servers tell it.`];
    } catch {
      // It is reported below.
    }
  }
  const services = { config, now: () => new Date(), log: createLogger(config.logLevel) };
  const finding = unitFinding(unit, true);
  await tell([finding], inFolder(config.dataDir), requireWays(config), services);
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
