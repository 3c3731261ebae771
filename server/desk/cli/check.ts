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
    let problems = 0;
    for await (const { state, text } of check(config)) {
      lines.push(`${state.padEnd(8)} ${text}`);
      if (state === 'problem') problems += 1;
    }
    if (problems > 0) process.exitCode = 1;
    return [...lines, problems === 0 ? 'Nothing stands in the way.' : `Problems: ${problems}.`];
  };
});
