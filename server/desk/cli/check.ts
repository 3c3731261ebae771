/** `npm run check`: prints what stands in the way of going public. Ends with 1 when there is a problem. */
import { checkDatabase } from '../check/checkDatabase.ts';
import { checkCallers, checkClock } from '../check/checkOutside.ts';
import { checkApp, checkSettings } from '../check/checkSettings.ts';
import type { CheckLines } from '../check/checkSettings.ts';
import type { Config } from '../../config.ts';
import { isLocalHost } from '../../process/environment.ts';
import { operate } from '../operate.ts';
import { runCommand, UsageError } from './command.ts';

async function* check(config: Config): CheckLines {
  const { mpesa, publicUrl } = config;
  yield* checkSettings(config, process.env);
  yield* checkApp(config, process.env);
  yield* checkDatabase(config, () => operate(config, 'databaseState', {}));
  if (!isLocalHost(new URL(publicUrl).hostname)) yield* checkCallers(publicUrl);
  if (mpesa.mode === 'daraja') yield* checkClock(mpesa.baseUrl, () => new Date());
}

await runCommand((args) => {
  if (args.length > 0) throw new UsageError('Usage: npm run check');
  return async (config) => {
    const lines: string[] = [];
    const found = { problem: 0, unknown: 0 };
    for await (const { state, text } of check(config)) {
      lines.push(`${state.padEnd(8)} ${text}`);
      found[state] += 1;
    }
    if (found.problem > 0) process.exitCode = 1;
    if (lines.length === 0) return ['Nothing stands in the way.'];
    return [...lines, `Problems: ${found.problem}. To find out: ${found.unknown}.`];
  };
});
