/** Reads the command line of `npm run admin`, and makes its commands from the rows of the desk. */
import { Argument, Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../config.ts';
import type { Command as DeskCommand, Field } from '../operation.ts';
import { isChange, NAMES, rowOf } from '../operations.ts';
import type { AnyOperation, OperationName } from '../operations.ts';
import { askBefore, operate } from '../operate.ts';
import { byOf, confirm, readLine, asOperator } from './atTerminal.ts';
import type { ChangeOptions } from './atTerminal.ts';
import { addCompare } from './adminCompare.ts';
import { addNotify } from './adminNotify.ts';
import { UsageError } from './command.ts';
import type { CommandWork } from './command.ts';
import { csvLines } from '../csv.ts';
import { linesOf } from './printBlocks.ts';
import { copyFile, newFile, writeAnswer } from './writeAnswer.ts';

/** The forms of commander's messages, and ours. */
const WORDS: [form: RegExp, text: string][] = [
  [
    /^command-argument value '(.*)' is invalid for argument '(.*?)'\. (.*)$/,
    "'$1' does not fit <$2>. $3",
  ],
  [/^option '(.*?)' argument '(.*)' is invalid\. (.*)$/, "'$2' does not fit $1. $3"],
  [/^missing required argument '(.*)'$/, '<$1> is missing.'],
  [/^required option '(.*)' not specified$/, '$1 is missing.'],
  [/^option '(.*)' argument missing$/, '$1 has no value.'],
  [/^unknown option '(.*?)' ?\(?([^)]*)\)?$/, 'There is no option $1. $2'],
  [/^unknown command '(.*?)' ?\(?([^)]*)\)?$/, 'There is no command $1. $2'],
  [
    /^too many arguments for '(.*)'\. Expected (\d+) .* but got (\d+).*$/,
    '$1 takes $2 words, not $3.',
  ],
];

/** The message of a `CommanderError` in one line, with what to do. */
function usageText(message: string): string {
  const line = message
    .replace(/^error: /, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [form, text] = WORDS.find(([form]) => form.test(line)) ?? [/^/, ''];
  const said = line.replace(form, text).replace('Allowed choices are ', 'It is one of ').trim();
  return `${said} Add --help to see how it is used.`;
}

const GROUPS: Record<string, string> = {
  payments: 'what waits for a person, closing a review, refunds, and the money that came',
  people: 'find people; block, help, copy or erase one',
  jobs: 'look at jobs; take one down or put it back',
  ads: 'look at ads; take one down or put it back',
  operators: 'who may use the desk: name one, remove one',
};
const HELP = ['commander.help', 'commander.helpDisplayed'];
const WHY = 'why; it is written down (see: log), so name nobody';

/** Reads a word as the field of the operation does. */
const reader = (row: AnyOperation, name: string) => (word: string) => {
  const read = row.input.shape[name]?.['~standard'].validate(word);
  if (read === undefined || read instanceof Promise) throw new Error(`${name} is no field`);
  if (read.issues) throw new InvalidArgumentError(read.issues[0]?.message ?? '');
  return word;
};

/** What is not choices is read by the field itself. */
function argumentOf(row: AnyOperation, { name, usage, help, choices }: Field): Argument {
  const argument = new Argument(usage, help ?? '');
  return choices ? argument.choices(choices) : argument.argParser(reader(row, name));
}

function optionOf(
  row: AnyOperation,
  { name, usage, help, choices, isRequired, initial }: Field,
): Option {
  const option = new Option(usage, help);
  if (isRequired) option.makeOptionMandatory();
  if (initial !== undefined) option.default(initial);
  if (choices) return option.choices(choices);
  return usage.includes('<') ? option.argParser(reader(row, name)) : option;
}

interface Given extends ChangeOptions {
  csv?: true;
  to?: string;
}

type Words = Record<string, unknown>;

/** What the command does with the fields of its input, and what else the command line said. */
const workOf =
  (
    name: OperationName,
    fields: Words,
    { csv, to, ...options }: Given,
    now: () => Date,
  ): CommandWork =>
  async (config: Config) => {
    const row = rowOf(name);
    const input = isChange(row) ? { ...fields, by: byOf(options) } : fields;
    const file = row.file
      ? newFile(to ?? copyFile(config.dataDir, Number(fields.id), now()))
      : null;
    const question = options.yes ? null : await askBefore(config, name, input);
    if (question) {
      const where = file === null ? [] : [`It is written into ${file}.`];
      const careful = (question.careful ?? []).map((line) => `Careful: ${line}`);
      await confirm(question.change, [...question.about, ...careful, ...where]);
    }
    const answer: unknown = await operate(config, name, input as never);
    // The input with its defaults, as the operation had it.
    const read = row.input.parse(input);
    if (row.file && file !== null) return writeAnswer(file, row.file(answer).text);
    if (csv && row.table) return csvLines(row.table(answer, read));
    return linesOf(row.show?.(answer, read) ?? []);
  };

function addCommand(
  parent: Command,
  name: OperationName,
  { words, help, fields, fixed, isDefault, more, why }: DeskCommand,
  does: (run: CommandWork, changes: boolean) => void,
  now: () => Date,
): void {
  const row = rowOf(name);
  const [first = '', second] = words.split(' ');
  const command = parent.command(second ?? first, isDefault && { isDefault }).description(help);
  const places = fields.filter(({ usage }) => !usage.startsWith('--'));
  const options = fields.filter(({ usage }) => usage.startsWith('--'));
  for (const field of places) command.addArgument(argumentOf(row, field));
  const names = options.map((field) => {
    const option = optionOf(row, field);
    command.addOption(option);
    return [field.name, option.attributeName()] as const;
  });
  if (more !== undefined) command.addHelpText('after', more);
  if (row.table) command.option('--csv', 'as CSV');
  if (row.file) command.option('--to <file>', 'a new file for it; usually one in DATA_DIR');
  if (isChange(row)) {
    const reason = new Option('--reason <text>', why ?? WHY).makeOptionMandatory();
    command.addOption(reason.argParser(readLine));
    command.option('--yes', 'do not ask before it is done');
  }
  command.action((...given: unknown[]) => {
    const said: Words = command.opts();
    const input: Words = { ...fixed };
    for (const [at, field] of places.entries()) input[field.name] = given[at];
    for (const [field, option] of names) input[field] = said[option];
    const rest = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== undefined),
    );
    does(workOf(name, rest, said as unknown as Given, now), isChange(row));
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
export function readAdmin(args: string[], now = () => new Date()): CommandWork {
  const said: string[] = [];
  let asked: CommandWork | undefined;
  let changes = false;
  const admin = new Command('npm run admin --')
    .description("The operator's desk. Works while the server runs, and while it is stopped.")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeOut: (text) => said.push(text), writeErr: (text) => said.push(text) });
  const does = (run: CommandWork, isAChange = false) => {
    asked = run;
    changes = isAChange;
  };
  const groups = new Map(
    Object.entries(GROUPS).map(([group, help]) => [
      group,
      admin.command(group).helpCommand(false).description(help),
    ]),
  );
  for (const name of NAMES) {
    for (const command of rowOf(name).commands ?? []) {
      const parent = groups.get(command.words.split(' ')[0] ?? '') ?? admin;
      addCommand(parent, name, command, does, now);
    }
  }
  const payments = groups.get('payments');
  if (payments) addCompare(payments, does, now);
  addNotify(admin, does, now);
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
