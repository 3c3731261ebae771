/** `npm run admin`: the operator's desk. */
import { readAdmin } from './adminCommand.ts';
import { runCommand } from './command.ts';

await runCommand((args) => readAdmin(args));
