/** Reads the command line of `npm run admin`. */
import { Command, CommanderError } from 'commander';
import { addCounts } from './adminCounts.ts';
import { asOperator } from './asOperator.ts';
import { isChange } from './adminChange.ts';
import { addAds, addJobs } from './adminListings.ts';
import { addLog } from './adminLog.ts';
import { addNotify } from './adminNotify.ts';
import { addOperators } from './adminOperators.ts';
import { addPayments } from './adminPayments.ts';
import { addPeople } from './adminPeople.ts';
import { UsageError } from './command.ts';
import type { AddCommands, CommandWork } from './command.ts';
import { usageText } from './usageWords.ts';

const PARTS: AddCommands[] = [
  addPayments,
  addPeople,
  addJobs,
  addAds,
  addCounts,
  addLog,
  addOperators,
  addNotify,
];
const HELP = ['commander.help', 'commander.helpDisplayed'];

/** A default command takes an unknown word for one argument too many: this names the word instead. */
function unknownPart(admin: Command, [part, word]: string[]): UsageError | null {
  const commands = admin.commands.find((it) => it.name() === part)?.commands ?? [];
  const isWord = word !== undefined && !word.startsWith('-');
  const isKnown = commands.some((it) => it.name() === word);
  // The default of jobs and ads takes a word to look for.
  const takesWords = commands.some(
    (it) => it.name() === 'list' && it.registeredArguments.length > 0,
  );
  if (commands.length === 0 || !isWord || isKnown || takesWords) return null;
  const known = commands.map((it) => it.name()).join(', ');
  return new UsageError(`There is no command ${part} ${word}, but ${known}.`);
}

/** What the words of a command line ask for. Throws a `UsageError` with one line. */
export function readAdmin(args: string[], now = () => new Date()): CommandWork {
  const said: string[] = [];
  let asked: CommandWork | undefined;
  let changes = false;
  const admin = new Command('npm run admin --')
    .description("The operator's desk. Works while the server runs, and while it is stopped.")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => said.push(text), writeErr: (text) => said.push(text) });
  admin.hook('preAction', (_admin, command) => {
    changes = isChange(command);
  });
  for (const part of PARTS) part(admin, (run) => (asked = run), now);
  try {
    admin.parse(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (HELP.includes(error.code)) return () => Promise.resolve(said.join('').split('\n'));
    const wrong = unknownPart(admin, args);
    if (wrong !== null) throw wrong;
    throw new UsageError(usageText(error.message), { cause: error });
  }
  if (asked === undefined) throw new Error(`the command has no action: ${args.join(' ')}`);
  return asOperator(asked, changes);
}
