/** `npm run admin -- people`: find, block, help and erase. */
import type { Config } from '../../config.ts';
import { localDay, localTime } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import type { Person } from '../people.ts';
import { quoted } from '../../process/terminal.ts';
import type { Part } from './command.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { Change } from './adminChange.ts';
import { readId } from './adminWords.ts';
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

/** Whom a change is about. */
async function whom(config: Config, id: number): Promise<string> {
  const { role, name, phone } = await operate(config, 'showPerson', id);
  return `the ${role} ${id}, ${quoted(name)}, ${phone}`;
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
        does(async (config) => {
          const word = isBlocked ? 'Block' : 'Let in again';
          await confirm(options, `${word} ${await whom(config, id)}`);
          return await operate(config, 'setBlocked', { id, isBlocked, by: byOf(options) });
        }),
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
      const person = await whom(config, id);
      await confirm(options, `Give away a code that opens the account of ${person}`);
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
    does(async (config) => {
      const person = await whom(config, id);
      await confirm(options, `Sign out ${person}, and let ${phone} log in in its place`);
      return await operate(config, 'setPhone', { id, phone, by: byOf(options) });
    }),
  );

  asChange(
    people
      .command('erase')
      .description('erase a person who asks for it; the books of money stay without them')
      .argument('<id>', '', readId),
  ).action((id: number, options: Change) =>
    does(async (config) => {
      await confirm(options, `Erase ${await whom(config, id)}, which cannot be undone`);
      return await operate(config, 'erasePerson', { id, by: byOf(options) });
    }),
  );
};
