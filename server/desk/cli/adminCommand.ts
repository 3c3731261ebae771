/** Reads the command line of `npm run admin`, and makes its commands from the rows of the desk. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Argument, Command, CommanderError, Option } from 'commander';
import { makeFolder } from '../../process/folders.ts';
import { fieldsOf, fileOf, sheetOf } from '../operation.ts';
import type { Block, Field } from '../operation.ts';
import { COMMANDS, isChange } from '../operations.ts';
import type { NamedCommand } from '../operations.ts';
import { askBefore, operate } from '../operate.ts';
import { asOperator, byOf, confirm, reader } from './atTerminal.ts';
import { addCompare } from './adminCompare.ts';
import { addNotify } from './adminNotify.ts';
import { stampOf, UsageError } from './command.ts';
import type { CommandWork } from './command.ts';
import { csvLines } from '../csv.ts';
import { line } from '../fields.ts';
import { linesOf } from './printBlocks.ts';

/** The message of a `CommanderError` in one line, with what to do. */
function usageText(message: string): string {
  const line = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .replace(/\.?$/, '.');
  return `${line} Add --help to see how it is used.`;
}

const GROUPS: Record<string, string> = {
  payments: 'what waits for a person, closing a review, refunds, and the money that came',
  people: 'look at one, block, help, copy or erase; find finds them',
  jobs: 'look at jobs; take one down or put it back',
  ads: 'look at ads; take one down or put it back',
  operators: 'who may use the desk: name one, remove one',
};
const HELP = ['commander.help', 'commander.helpDisplayed'];
const WHY = 'why; it is written down (see: log), so name nobody';

/** What is not choices is read by the field itself. */
function argumentOf(field: Field): Argument {
  const argument = new Argument(field.usage, field.help ?? field.label);
  return field.choices
    ? argument.choices(Object.keys(field.choices))
    : argument.argParser(reader(field.schema));
}

function optionOf(field: Field): Option {
  const { usage, label, help = label, choices, isRequired, initial } = field;
  const option = new Option(usage, help);
  if (isRequired) option.makeOptionMandatory();
  if (!usage.includes('<')) return option;
  if (initial !== undefined) option.default(initial);
  return choices ? option.choices(Object.keys(choices)) : option.argParser(reader(field.schema));
}

/** Where the copy about `id` goes: below DATA_DIR, for instance `exports/7-2026-11-23T081540Z.json`. */
const copyFile = (dataDir: string, id: number) =>
  path.join(dataDir, 'exports', `${id}-${stampOf(new Date())}.json`);

function writeAnswer(file: string, text: string): string[] {
  makeFolder(path.dirname(file));
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  return [`${file} has all that is stored.`, 'Give it to the person alone, then delete the file.'];
}

interface Given {
  reason: string;
  yes?: true;
  csv?: true;
}

type Words = Record<string, unknown>;

const workOf =
  (row: NamedCommand, fields: Words, given: Given): CommandWork =>
  async (config) => {
    const { csv, yes, reason } = given;
    const input = isChange(row) ? { ...fields, by: byOf(reason) } : fields;
    const file = row.isFile ? copyFile(config.dataDir, Number(fields.id)) : null;
    const question = yes ? null : await askBefore(config, row.name, input);
    if (question) {
      const where = file === null ? [] : [`It is written into ${file}.`];
      const careful = (question.careful ?? []).map((line) => `Careful: ${line}`);
      await confirm(question.change, [...question.about, ...careful, ...where]);
    }
    const blocks = (await operate(config, row.name, input as never)) as Block[];
    if (file !== null) return writeAnswer(file, fileOf(blocks).text);
    return csv ? csvLines(sheetOf(blocks)) : linesOf(blocks);
  };

function addCommand(
  parent: Command,
  row: NamedCommand,
  does: (run: CommandWork, changes: boolean) => void,
): void {
  const [first = '', second] = row.words.split(' ');
  const { isDefault } = row;
  const command = parent.command(second ?? first, isDefault && { isDefault }).description(row.help);
  const fields = fieldsOf(row);
  const places = fields.filter(({ usage }) => !usage.startsWith('--'));
  const options = fields.filter(({ usage }) => usage.startsWith('--'));
  for (const field of places) command.addArgument(argumentOf(field));
  const names = options.map((field) => {
    const option = optionOf(field);
    command.addOption(option);
    return [field.name, option.attributeName()] as const;
  });
  if (row.more !== undefined) command.addHelpText('after', row.more);
  if (row.hasSheet) command.option('--csv', 'as CSV');
  if (isChange(row)) {
    const reason = new Option('--reason <text>', row.why ?? WHY).makeOptionMandatory();
    command.addOption(reason.argParser(reader(line)));
    command.option('--yes', 'do not ask before it is done');
  }
  command.action((...given: unknown[]) => {
    const said: Words = command.opts();
    const input = [
      ...places.map(({ name }, at) => [name, given[at]] as const),
      ...names.map(([name, option]) => [name, said[option]] as const),
    ].filter(([, value]) => value !== undefined);
    const work = workOf(row, Object.fromEntries(input), said as unknown as Given);
    does(work, isChange(row));
  });
}

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
export function readAdmin(args: string[]): CommandWork {
  const said: string[] = [];
  let asked: CommandWork | undefined;
  const admin = new Command('npm run admin --')
    .description("The operator's desk. Works while the server runs, and while it is stopped.")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => said.push(text), writeErr: (text) => said.push(text) });
  const does = (run: CommandWork, changes = false) => {
    asked = asOperator(run, changes);
  };
  const groups = new Map(
    Object.entries(GROUPS).map(([group, help]) => [
      group,
      admin.command(group).helpCommand(false).description(help),
    ]),
  );
  for (const row of COMMANDS) {
    const [word = '', ...rest] = row.words.split(' ');
    const group = rest.length > 0 ? groups.get(word) : admin;
    if (!group) throw new Error(`GROUPS has no line for "${word}" of "${row.words}"`);
    addCommand(group, row, does);
  }
  const payments = groups.get('payments');
  if (payments) addCompare(payments, does);
  addNotify(admin, does);
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
  return asked;
}
