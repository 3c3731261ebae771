/** `npm run operators:restore -- Wanjiku`: the way back when nobody with all rights has a secret any more. */
import { operate } from '../operate.ts';
import { byOf } from './atTerminal.ts';
import { runCommand, UsageError } from './command.ts';
import { linesOf } from './printBlocks.ts';

await runCommand(([name, ...rest]) => {
  if (!name || rest.length > 0 || name.startsWith('-')) {
    throw new UsageError('Usage: npm run operators:restore -- <name of who gets all rights>');
  }
  const by = byOf('npm run operators:restore');
  return async (config) => linesOf(await operate(config, 'restoreOperator', { name, by }));
});
