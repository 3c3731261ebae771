/** `npm run admin`: the operator's desk. */
import { alarmConfig, loadConfig } from '../../config.ts';
import { readAdmin } from './adminCommand.ts';
import { runCommand } from './command.ts';

const isAlarm = process.argv[2] === 'notify';
await runCommand((args) => readAdmin(args), isAlarm ? alarmConfig : loadConfig);
