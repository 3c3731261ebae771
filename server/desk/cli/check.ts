/** `npm run check`: prints a line for each check before going public. Ends with 1 when there is a problem. */
import path from 'node:path';
import { checkApp } from '../check/checkApp.ts';
import { checkCallers } from '../check/checkCallers.ts';
import { checkDatabase } from '../check/checkDatabase.ts';
import type { CheckResult } from '../check/checkResult.ts';
import { problem, unknown } from '../check/checkResult.ts';
import { checkMachine, clockOfMpesa } from '../check/checkMachine.ts';
import { checkBackup, checkSettings, trustProxy } from '../check/checkConfig.ts';
import type { Config } from '../../config.ts';
import { reasonOf } from '../../db/faults.ts';
import { isLocalHost } from '../../process/environment.ts';
import { operate } from '../operate.ts';
import { runCommand, UsageError } from './command.ts';

const now = () => new Date();

const otherClock = async ({ mode, baseUrl }: Config['mpesa']) =>
  mode === 'simulator'
    ? unknown('The clock could not be compared: M-Pesa is simulated.')
    : await clockOfMpesa(baseUrl, now);

async function findings(config: Config): Promise<CheckResult[]> {
  const { databaseUrl, mpesa, publicUrl } = config;
  const state = () => operate(config, 'databaseState', {});
  const database = await checkDatabase(config, now, state).catch((error: unknown) => [
    problem(`The database cannot be read: ${reasonOf(error)}`),
  ]);
  const isClockKnown = databaseUrl !== null && database.length > 1;
  return [
    ...checkSettings(config, process.env),
    ...(isLocalHost(new URL(publicUrl).hostname)
      ? []
      : [await checkCallers(publicUrl, trustProxy(process.env))]),
    ...(await checkBackup(config)),
    ...(await checkApp(config, process.env)),
    ...(await checkMachine(config, path.resolve('.env'))),
    ...database,
    ...(isClockKnown ? [] : [await otherClock(mpesa)]),
  ];
}

await runCommand((args) => {
  if (args.length > 0) throw new UsageError('Usage: npm run check');
  return async (config) => {
    const all = await findings(config);
    const problems = all.filter(({ state }) => state === 'problem').length;
    if (problems > 0) process.exitCode = 1;
    const lines = all.map(({ state, text }) => `${state.padEnd(8)} ${text}`);
    const end = problems === 0 ? 'Nothing stands in the way.' : `Problems: ${problems}.`;
    return [...lines, '', end];
  };
});
