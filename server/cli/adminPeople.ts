/** `npm run admin -- people`: find, block, help and erase. */
import { createInterface } from 'node:readline/promises';
import type { Config } from '../config.ts';
import { localDay, localTime } from '../nairobi.ts';
import { operate } from '../operator/operate.ts';
import type { Person } from '../operator/people.ts';
import { printable, quoted } from '../terminal.ts';
import type { Part } from './adminCommand.ts';
import { asChange, byOf, readId } from './adminWords.ts';
import type { Change } from './adminWords.ts';
import { UsageError } from './command.ts';
import { csvLines, tableLines } from './table.ts';

const COLUMNS = ['Id', 'Role', 'Name', 'Phone', 'ID number', 'Since', 'State'];

function stateOf({ blockedSince, listed }: Person): string {
  if (blockedSince !== null) return `blocked since ${localDay(new Date(blockedSince))}`;
  return listed === null ? '' : `${listed.by} until ${localDay(new Date(listed.until))}`;
}

const rowOf = (person: Person) => {
  const { id, role, name, phone, idNumber, since } = person;
  return [`${id}`, role, name, phone, idNumber, localDay(new Date(since)), stateOf(person)];
};

/** For instance `1 job`. */
const number = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

async function show(config: Config, id: number): Promise<string[]> {
  const person = await operate(config, 'showPerson', id);
  const { has, alsoIs, block } = person;
  return [
    ...tableLines(COLUMNS, [person, ...alsoIs].map(rowOf)),
    '',
    `The ${person.role} ${id} has ${number(has.jobs, 'job')}, ${number(has.ads, 'ad')}, ${number(has.payments, 'payment')} and ${number(has.sessions, 'session')}.`,
    ...(block ? [`Blocked by ${block.who}: ${block.reason}`] : []),
    ...alsoIs.map((other) => `The ${other.role} ${other.id} has the same phone or ID number.`),
  ];
}

/** Asks on the terminal before somebody is erased. */
async function confirmErasure(config: Config, id: number): Promise<void> {
  if (!process.stdin.isTTY) throw new UsageError('Add --yes to erase without being asked.');
  const { role, name, phone } = await operate(config, 'showPerson', id);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const who = printable(`the ${role} ${id}, ${quoted(name)}, ${phone}`);
  const answer = await terminal.question(`Erase ${who}? It cannot be undone. Type yes: `);
  terminal.close();
  if (answer.trim() !== 'yes') throw new UsageError('Nothing is erased.');
}

export const addPeople: Part = (admin, does) => {
  const people = admin
    .command('people')
    .helpCommand(false)
    .description('find people; block, help or erase one');

  people
    .command('find')
    .description('accounts by phone (also a former one), ID number or a part of the name')
    .argument('<text>')
    .option('--csv', 'as CSV')
    .action((text: string, { csv }: { csv?: true }) =>
      does(async (config) => {
        const found = (await operate(config, 'findPeople', text)).map(rowOf);
        if (csv) return csvLines(COLUMNS, found);
        return found.length === 0 ? ['Nobody is found.'] : tableLines(COLUMNS, found);
      }),
    );

  people
    .command('show')
    .description('one account, what belongs to it, and other accounts of the same person')
    .argument('<id>', '', readId)
    .action((id: number) => does((config) => show(config, id)));

  const block = (name: string, isBlocked: boolean, help: string) =>
    asChange(people.command(name).description(help).argument('<id>', '', readId)).action(
      (id: number, options: Change) =>
        does((config) => operate(config, 'setBlocked', { id, isBlocked, by: byOf(options) })),
    );
  block('block', true, 'sign out, list no more, let nobody log in; payments are still settled');
  block('unblock', false, 'let a blocked account in again');

  asChange(
    people
      .command('code')
      .description('a code for who lost the ID number: it resets the password once, within a day')
      .argument('<id>', '', readId),
  ).action((id: number, options: Change) =>
    does(async (config) => {
      const given = await operate(config, 'giveCode', { id, by: byOf(options) });
      const { code, until, phone, role } = given;
      return [
        `Code for the ${role} ${id}: ${code}`,
        `It works once, until ${localTime(new Date(until))} in Nairobi. At /reset-password/${role} the person`,
        `enters the phone number ${phone}, this code in place of the ID number, and a new password.`,
      ];
    }),
  );

  asChange(
    people
      .command('phone')
      .description('another phone number for who lost the phone; signs out everywhere')
      .argument('<id>', '', readId)
      .argument('<number>'),
  ).action((id: number, phone: string, options: Change) =>
    does((config) => operate(config, 'setPhone', { id, phone, by: byOf(options) })),
  );

  asChange(
    people
      .command('erase')
      .description('erase a person who asks for it; the books of money stay without them')
      .argument('<id>', '', readId)
      .option('--yes', 'do not ask'),
  ).action((id: number, options: Change & { yes?: true }) =>
    does(async (config) => {
      if (!options.yes) await confirmErasure(config, id);
      return await operate(config, 'erasePerson', { id, by: byOf(options) });
    }),
  );
};
