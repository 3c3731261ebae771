/** `npm run admin -- operators`: who may use the desk. */
import { InvalidArgumentError } from 'commander';
import { localDay } from '../../process/nairobi.ts';
import { RIGHTS } from '../../db/schema.ts';
import { operate } from '../operate.ts';
import type { Right } from '../operators.ts';
import type { AddCommands } from './command.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { ChangeOptions } from './adminChange.ts';
import { readText } from './adminWords.ts';
import { tableLines } from './formatTable.ts';

const NOBODY = [
  'No operator is named: the user of the system may do everything, and the log has no other name.',
];

const MAY: Record<Right, string> = {
  look: 'look at everything, change nothing',
  moderate: 'block people, and take jobs and ads down',
  money: 'close reviews, and book and return money',
  all: 'do everything, also give codes and phones, erase, and name operators',
};

const isRight = (word: string): word is Right => RIGHTS.some((right) => right === word);

function readRights(words: string): Right[] {
  const rights = words.split(',').map((word) => word.trim());
  if (rights.every(isRight)) return [...new Set(rights)];
  throw new InvalidArgumentError(`Allowed are ${RIGHTS.join(', ')}, or several with commas.`);
}

/** What an operator does with a new secret. */
export const secretLines = (name: string, secret: string) => [
  `The secret of ${name}, which is shown this once: ${secret}`,
  `${name} enters it where the desk asks, or sets it before: export FUNDI_OPERATOR=${secret}`,
];

export const addOperators: AddCommands = (admin, does) => {
  const operators = admin
    .command('operators')
    .helpCommand(false)
    .description('who may use the desk: name one, remove one');

  operators
    .command('list', { isDefault: true })
    .description('all operators and their rights')
    .action(() =>
      does(async (config) => {
        const all = await operate(config, 'listOperators', null);
        if (all.length === 0) return NOBODY;
        const rows = all.map(({ name, rights, since }) => [
          name,
          rights.join(', '),
          localDay(new Date(since)),
        ]);
        return tableLines(['Name', 'Rights', 'Since'], rows);
      }),
    );

  asChange(
    operators
      .command('add')
      .description('name an operator; prints the secret, once')
      .argument('<name>', 'as the log will have it', readText)
      .requiredOption(
        '--rights <rights>',
        `${RIGHTS.join(', ')}, or several with commas`,
        readRights,
      ),
  ).action((name: string, options: ChangeOptions & { rights: Right[] }) =>
    does(async (config) => {
      const { rights } = options;
      const about = rights.map((right) => `${right}: ${MAY[right]}`);
      await confirm(options, `Name ${name} an operator`, about);
      const by = byOf(options);
      const { secret } = await operate(config, 'addOperator', { name, rights, by });
      return secretLines(name, secret);
    }),
  );

  asChange(
    operators
      .command('remove')
      .description('take the rights away; for a new secret or other rights, add the operator again')
      .argument('<name>', '', readText),
  ).action((name: string, options: ChangeOptions) =>
    does(async (config) => {
      await confirm(options, `Let ${name} use the desk no more`);
      return await operate(config, 'removeOperator', { name, by: byOf(options) });
    }),
  );
};
