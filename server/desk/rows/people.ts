/** The rows of the people: find, block, help, copy and erase. */
import * as z from 'zod';
import { normalisePhone } from '../../../src/contract/rules.ts';
import { localDay, localTime } from '../../process/nairobi.ts';
import { quoted } from '../../process/terminal.ts';
import type { Desk } from '../desk.ts';
import { erasePerson } from '../erasePerson.ts';
import { exportPerson, personCopy } from '../exportPerson.ts';
import { by, id, line } from '../fields.ts';
import { findPeople, giveCode, setBlocked, setPhone, showPerson } from '../managePeople.ts';
import { operation } from '../operation.ts';
import type { Command, Field, Question } from '../operation.ts';
import { hasText, idField, peopleTable, stateOf } from './onePerson.ts';

/**
 * What is asked before a change of an account: who it is, with the end of the phone number to ask the caller for, and
 * what will happen.
 */
async function questionFor(
  { id: personId, desk }: { id: number; desk: Desk },
  change: (subject: string) => string,
  ...happens: string[]
): Promise<Question> {
  const person = await showPerson({ id: personId }, desk);
  const { role, name, phone, location, since, has } = person;
  const place = location === null ? 'place not given' : quoted(location);
  const state = stateOf(person);
  return {
    change: change(`the ${role} ${personId}`),
    about: [
      `${quoted(name)}, ${place}, phone that ends in ${phone.slice(-3)}`,
      `here since ${localDay(since)}${state && `, ${state}`}; ${hasText(has)}`,
      ...happens,
    ],
  };
}

const command = (words: string, title: string, help: string, ...more: Field[]): Command => ({
  words,
  title,
  help,
  fields: [idField, ...more],
});

/** The line above the form of a change: which person. */
const about = async ({ id: personId }: Record<string, unknown>, desk: Desk) => {
  const { role, name, phone } = await showPerson({ id: Number(personId) }, desk);
  return `the ${role} ${Number(personId)}, ${quoted(name)}, phone that ends in ${phone.slice(-3)}`;
};

export const personRows = {
  findPeople: operation({
    right: 'look',
    input: z.strictObject({ text: line }),
    commands: [
      {
        words: 'people find',
        title: 'People',
        help: 'accounts by phone (also a former one), ID number or a part of the name',
        fields: [{ name: 'text', usage: '<text>', label: 'Phone, ID number or name' }],
      },
    ],
    run: findPeople,
    show: (people) => (people.length === 0 ? ['Nobody is found.'] : [peopleTable(people)]),
    table: peopleTable,
  }),

  setBlocked: operation({
    right: 'moderate',
    isTried: true,
    about,
    input: z.strictObject({ id, isBlocked: z.boolean(), by }),
    commands: [
      {
        ...command(
          'people block',
          'Block',
          'sign out, list no more, let nobody log in; payments are still settled',
        ),
        fixed: { isBlocked: true },
      },
      {
        ...command('people unblock', 'Let in again', 'let a blocked account in again'),
        fixed: { isBlocked: false },
      },
    ],
    question: ({ id: personId, isBlocked }, desk) =>
      questionFor(
        { id: personId, desk },
        (subject) => (isBlocked ? `Block ${subject}` : `Let in ${subject} again`),
        isBlocked
          ? 'Signs out everywhere; listed no more, with jobs and ads; nobody can log in.'
          : 'Can log in again; jobs and ads are shown as before.',
      ),
    run: setBlocked,
    show: (lines) => lines,
  }),

  giveCode: operation({
    right: 'all',
    about,
    input: z.strictObject({ id, by }),
    commands: [
      command(
        'people code',
        'Code for a lost ID number',
        'a code for who lost the ID number: it resets the password once, within a day',
      ),
    ],
    question: ({ id: personId }, desk) =>
      questionFor(
        { id: personId, desk },
        (subject) => `Give away a code that opens the account of ${subject}`,
        'Whoever has the code and the phone number can take the account over, within a day.',
      ),
    run: giveCode,
    show: ({ code, until, phone, role }, { id: personId }) => [
      `Code for the ${role} ${personId}: ${code}`,
      `It works once, until ${localTime(until)} in Nairobi. At /reset-password/${role} the person`,
      `enters the phone number ${phone}, this code in place of the ID number, and a new password.`,
    ],
  }),

  setPhone: operation({
    right: 'all',
    isTried: true,
    about,
    input: z.strictObject({ id, phone: line, by }),
    commands: [
      command(
        'people phone',
        'Another phone number',
        'another phone number for who lost the phone; signs out everywhere',
        {
          name: 'phone',
          usage: '<number>',
          label: 'New phone number',
        },
      ),
    ],
    question: async ({ id: personId, phone }, desk) => {
      const found = await findPeople({ text: phone }, desk);
      const others = found.filter(
        (other) => other.id !== personId && other.phone === normalisePhone(phone),
      );
      return await questionFor(
        { id: personId, desk },
        (subject) => `Give the phone number ${phone} to ${subject}`,
        ...others.map(
          (other) =>
            `It is the number of the ${other.role} ${other.id}, ${quoted(other.name)}, too.`,
        ),
        `Signs out everywhere. ${phone} logs in then, and is called; the former number is not.`,
      );
    },
    run: setPhone,
    show: (lines) => lines,
  }),

  exportPerson: operation({
    right: 'all',
    about,
    input: z.strictObject({ id, by }),
    commands: [
      command(
        'people export',
        'Copy for the person',
        'everything that is stored about a person, as JSON',
      ),
    ],
    question: ({ id: personId }, desk) =>
      questionFor(
        { id: personId, desk },
        (subject) => `Write out all that is stored about ${subject}`,
        'Whoever reads it knows the ID number, the payments and all else: give it to this person alone.',
      ),
    run: exportPerson,
    file: personCopy,
  }),

  erasePerson: operation({
    right: 'all',
    about,
    input: z.strictObject({ id, by }),
    commands: [
      command(
        'people erase',
        'Erase a person',
        'erase a person who asks for it; the books of money stay without them',
      ),
    ],
    question: ({ id: personId }, desk) =>
      questionFor(
        { id: personId, desk },
        (subject) => `Erase ${subject}`,
        'Account, profile, jobs, ads and pictures go. This cannot be undone.',
      ),
    run: erasePerson,
    show: (lines) => lines,
  }),
} as const;
