/** The rows of the operators themselves. */
import * as z from 'zod';
import { RIGHTS } from '../../db/schema/desk.ts';
import { localDay } from '../../process/nairobi.ts';
import { by, line, rights } from '../fields.ts';
import { linkTo, operation } from '../operation.ts';
import { addOperator, listOperators, MAY, removeOperator, restoreOperator } from '../operators.ts';
import { secretBlocks } from '../secondFactor.ts';

const nameField = { name: 'name', usage: '<name>', label: 'Name, as the log will have it' };

export const operatorRows = {
  /** Who asks; null while no operator is named. */
  whoAmI: operation({
    right: 'look',
    input: z.strictObject({}),
    run: async (_input, { operator }) => operator ?? null,
  }),

  listOperators: operation({
    right: 'look',
    input: z.strictObject({}),
    commands: [
      {
        words: 'operators list',
        title: 'Operators',
        help: 'all operators and their rights',
        fields: [],
        isDefault: true,
      },
    ],
    run: listOperators,
    show: (all) => [
      ...(all.length === 0
        ? [
            'No operator is named: the user of the system may do everything, and the log has no other name.',
          ]
        : [
            {
              columns: ['Name', 'Rights', 'Since'],
              rows: all.map(({ name, rights: may, since }) => [
                name,
                may.join(', '),
                localDay(since),
              ]),
            },
          ]),
      {
        actions: [
          linkTo('Name an operator', 'operators add'),
          ...all.map(({ name }) => linkTo(`Remove ${name}`, 'operators remove', { name })),
        ],
      },
    ],
  }),

  addOperator: operation({
    right: 'all',
    input: z.strictObject({ name: line, rights, by }),
    commands: [
      {
        words: 'operators add',
        title: 'Name an operator',
        help: 'name an operator; prints the secret and the second factor, once',
        fields: [
          nameField,
          {
            name: 'rights',
            usage: '--rights <rights>',
            label: 'Rights',
            ticks: MAY,
            help: `${RIGHTS.join(', ')}, or several with commas`,
            isRequired: true,
          },
        ],
      },
    ],
    question: ({ name, rights: may }) => ({
      change: `Name ${name} an operator`,
      about: may.map((right) => `${right}: ${MAY[right]}`),
    }),
    run: addOperator,
    show: (answer, { name }) => secretBlocks(name, answer),
  }),

  removeOperator: operation({
    right: 'all',
    input: z.strictObject({ name: line, by }),
    commands: [
      {
        words: 'operators remove',
        title: 'Remove an operator',
        help: 'take the rights away; for a new secret or other rights, add the operator again',
        fields: [{ ...nameField, label: 'Name' }],
      },
    ],
    question: ({ name }) => ({ change: `Let ${name} use the desk no more`, about: [] }),
    run: removeOperator,
    show: (lines) => lines,
  }),

  restoreOperator: operation({
    right: null,
    input: z.strictObject({ name: line, by }),
    run: restoreOperator,
    show: (answer, { name }) => secretBlocks(name, answer),
  }),
} as const;
