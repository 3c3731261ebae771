/** Who uses the desk: asked for their secret on a terminal, and named before they change something. */
import { OPERATOR_SECRET } from '../../config.ts';
import { operate } from '../operate.ts';
import { UnnamedError, WRONG_SECRET } from '../operators.ts';
import { printable } from '../../process/terminal.ts';
import { ask } from './ask.ts';
import type { CommandWork } from './command.ts';

const NOBODY =
  'No operator is named: the user of the system may do everything. To name one: operators add';

/**
 * `run` as the operator whose secret the settings have, or who types it. Says before a change who that
 * is; on stderr, so that a table stays one.
 */
export function asOperator(run: CommandWork, isChange: boolean): CommandWork {
  const attempt: CommandWork = async (config) => {
    if (isChange) {
      const operator = await operate(config, 'whoAmI', {});
      console.error(printable(operator ? `You are ${operator.name}.` : NOBODY));
    }
    return await run(config);
  };
  return async (config) => {
    try {
      return await attempt(config);
    } catch (error) {
      const mayAsk = config.operatorSecret === null && process.stdin.isTTY;
      if (!(error instanceof UnnamedError) || !mayAsk) throw error;
      const typed = await ask('Your secret as an operator (it is not shown): ', true);
      const secret = typed.trim();
      if (!OPERATOR_SECRET.test(secret)) throw new UnnamedError(WRONG_SECRET);
      return await attempt({ ...config, operatorSecret: secret });
    }
  };
}
