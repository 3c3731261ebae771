/** `npm run admin -- people`: find, block, help, copy and erase. */
import { normalisePhone } from '../../../src/contract/rules.ts';
import type { Config } from '../../config.ts';
import { localDay, localTime } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import type { Belongings, Person } from '../managePeople.ts';
import { quoted } from '../../process/terminal.ts';
import type { AddCommands } from './command.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { ChangeOptions } from './adminChange.ts';
import { readId } from './adminWords.ts';
import { csvLines, tableLines } from './formatTable.ts';
import { newFile, personFile, writePerson } from './writePerson.ts';

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

const hasText = (has: Belongings) =>
  `${number(has.jobs, 'job')}, ${number(has.ads, 'ad')}, ${number(has.payments, 'payment')} and ${number(has.sessions, 'session')}`;

async function show(config: Config, id: number): Promise<string[]> {
  const person = await operate(config, 'showPerson', id);
  const { has, alsoIs, block } = person;
  return [
    ...tableLines(COLUMNS, [person, ...alsoIs].map(rowOf)),
    '',
    `The ${person.role} ${id} has ${hasText(has)}.`,
    ...(block ? [`Blocked by ${block.who}: ${block.reason}`] : []),
    ...alsoIs.map((other) => `The ${other.role} ${other.id} has the same phone or ID number.`),
  ];
}

/**
 * Asks for a yes before a change of an account: who it is, with the end of the phone number to ask the
 * caller for, and what will happen.
 */
async function confirmFor(
  { config, id, options }: { config: Config; id: number; options: ChangeOptions },
  change: (subject: string) => string,
  ...happens: string[]
): Promise<void> {
  const person = await operate(config, 'showPerson', id);
  const { role, name, phone, location, since, has } = person;
  const place = location === null ? 'place not given' : quoted(location);
  const state = stateOf(person);
  await confirm(options, change(`the ${role} ${id}`), [
    `${quoted(name)}, ${place}, phone that ends in ${phone.slice(-3)}`,
    `here since ${localDay(new Date(since))}${state && `, ${state}`}; ${hasText(has)}`,
    ...happens,
  ]);
}

export const addPeople: AddCommands = (admin, does, now) => {
  const people = admin
    .command('people')
    .helpCommand(false)
    .description('find people; block, help, copy or erase one');

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
      (id: number, options: ChangeOptions) =>
        does(async (config) => {
          const change = (subject: string) =>
            isBlocked ? `Block ${subject}` : `Let in ${subject} again`;
          const happens = isBlocked
            ? 'Signs out everywhere; listed no more, with jobs and ads; nobody can log in.'
            : 'Can log in again; jobs and ads are shown as before.';
          await confirmFor({ config, id, options }, change, happens);
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
  ).action((id: number, options: ChangeOptions) =>
    does(async (config) => {
      await confirmFor(
        { config, id, options },
        (subject) => `Give away a code that opens the account of ${subject}`,
        'Whoever has the code and the phone number can take the account over, within a day.',
      );
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
  ).action((id: number, phone: string, options: ChangeOptions) =>
    does(async (config) => {
      const found = await operate(config, 'findPeople', phone);
      const others = found.filter(
        (other) => other.id !== id && other.phone === normalisePhone(phone),
      );
      await confirmFor(
        { config, id, options },
        (subject) => `Give the phone number ${phone} to ${subject}`,
        ...others.map(
          ({ role, id, name }) => `It is the number of the ${role} ${id}, ${quoted(name)}, too.`,
        ),
        `Signs out everywhere. ${phone} logs in then, and is called; the former number is not.`,
      );
      return await operate(config, 'setPhone', { id, phone, by: byOf(options) });
    }),
  );

  asChange(
    people
      .command('export')
      .description('everything that is stored about a person, as JSON')
      .argument('<id>', '', readId)
      .option('--to <file>', 'a new file for it; usually one in DATA_DIR'),
  ).action((id: number, options: ChangeOptions & { to?: string }) =>
    does(async (config) => {
      const file = newFile(options.to ?? personFile(config.dataDir, id, now()));
      await confirmFor(
        { config, id, options },
        (subject) => `Write all that is stored about ${subject} into ${file}`,
        'Whoever reads it knows the ID number, the payments and all else: give it to this person alone.',
      );
      return writePerson(file, await operate(config, 'exportPerson', { id, by: byOf(options) }));
    }),
  );

  asChange(
    people
      .command('erase')
      .description('erase a person who asks for it; the books of money stay without them')
      .argument('<id>', '', readId),
  ).action((id: number, options: ChangeOptions) =>
    does(async (config) => {
      await confirmFor(
        { config, id, options },
        (subject) => `Erase ${subject}`,
        'Account, profile, jobs, ads and pictures go. This cannot be undone.',
      );
      return await operate(config, 'erasePerson', { id, by: byOf(options) });
    }),
  );
};
