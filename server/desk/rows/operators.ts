/** The rows of the operators themselves. */
import * as z from 'zod';
import { RIGHTS } from '../../db/schema/desk.ts';
import { localDay } from '../../process/nairobi.ts';
import { by, line, rights } from '../fields.ts';
import { command, field, linkTo, operation } from '../operation.ts';
import { addOperator, listOperators, MAY, removeOperator, restoreOperator } from '../operators.ts';
import { secretBlocks } from '../secondFactor.ts';

const NOBODY =
  'No operator is named: the user of the system may do everything, and the log has no other name.';

export const operatorRows = {
  /** Who asks; null while no operator is named. */
  whoAmI: operation({
    right: 'look',
    input: z.strictObject({}),
    run: async (_input, { operator }) => operator ?? null,
  }),

  listOperators: command({
    right: 'look',
    words: 'operators list',
    title: 'Operators',
    help: 'all operators and their rights',
    isDefault: true,
    input: z.strictObject({}),
    run: async (_input, { db }) => {
      const all = await listOperators(db);
      const rows = all.map((it) => [it.name, it.rights.join(', '), localDay(it.createdAt)]);
      return [
        all.length === 0 ? NOBODY : { columns: ['Name', 'Rights', 'Since'], rows },
        {
          actions: [
            linkTo('Name an operator', 'operators add'),
            ...all.map(({ name }) => linkTo(`Remove ${name}`, 'operators remove', { name })),
          ],
        },
      ];
    },
  }),

  addOperator: command({
    right: 'all',
    words: 'operators add',
    title: 'Name an operator',
    help: 'name an operator; prints the secret and the second factor, once',
    input: z.strictObject({
      name: field(line, { usage: '<name>', label: 'Name, as the log will have it' }),
      rights: field(rights, {
        usage: '--rights <rights>',
        label: 'Rights',
        ticks: MAY,
        help: `${RIGHTS.join(', ')}, or several with commas`,
      }),
      by,
    }),
    question: ({ name, rights: may }) => ({
      change: `Name ${name} an operator`,
      about: may.map((right) => `${right}: ${MAY[right]}`),
    }),
    run: async (given, desk) => secretBlocks(given.name, await addOperator(given, desk)),
  }),

  removeOperator: command({
    right: 'all',
    words: 'operators remove',
    title: 'Remove an operator',
    help: 'take the rights away; for a new secret or other rights, add the operator again',
    input: z.strictObject({ name: field(line, { usage: '<name>', label: 'Name' }), by }),
    question: ({ name }) => ({ change: `Let ${name} use the desk no more`, about: [] }),
    run: removeOperator,
  }),

  restoreOperator: operation({
    right: null,
    input: z.strictObject({ name: line, by }),
    run: async (given, desk) => secretBlocks(given.name, await restoreOperator(given, desk)),
  }),
} as const;
