/** `npm run admin -- notify`: whether a notice arrives, and what systemd has to tell. */
import type { Command } from 'commander';
import { loadConfig } from '../../config.ts';
import type { Config } from '../../config.ts';
import { createLogger } from '../../process/log.ts';
import { serverFinding, unitFinding } from '../notices/causes.ts';
import { inFolder } from '../notices/storeNotices.ts';
import { reasonInLine, waysOf } from '../notices/sendNotice.ts';
import { tell } from '../notices/watch.ts';
import { operate } from '../operate.ts';
import { OperatorError } from '../operatorError.ts';
import { UsageError } from './command.ts';
import type { CommandWork } from './command.ts';

const NOBODY = 'Nobody is called: set NOTIFY_EMAIL and SMTP_URL, or NOTIFY_COMMAND.';

function requireWays({ notify }: Config) {
  const ways = waysOf(notify);
  if (ways.length === 0) throw new OperatorError(NOBODY);
  return ways;
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
      lines.push(`Not sent by ${way.name}: ${reasonInLine(error)}`);
      process.exitCode = 1;
    }
  }
  return lines;
}

/**
 * Units that fail, and how that is told: a server at once, the rest by the watch of the servers. Where that cannot be
 * written down for them, such as with a malformed setting, it is told at once, too.
 */
async function failed(unit: string, config: Config): Promise<string[]> {
  const port = /^fundi-server@(\d{1,5})(?:\.service)?$/.exec(unit)?.[1];
  const [, name] = /^fundi-(backup|rehearsal)(?:\.service)?$/.exec(unit) ?? [];
  let finding;
  if (name === 'backup' || name === 'rehearsal') {
    try {
      await operate(loadConfig(process.env), 'mark', { name, isGood: false });
      return [`It is written down that the ${name} failed; the servers tell it.`];
    } catch {
      finding = unitFinding(name);
    }
  } else if (port !== undefined) finding = serverFinding(Number(port), true);
  else throw new UsageError(`${unit} is no unit of ours.`);
  const services = { config, now: () => new Date(), log: createLogger(config.logLevel) };
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
    .action((unit: string) => does((config) => failed(unit, config)));
}
