/** The rows of the people: block, help, copy and erase. */
import * as z from 'zod';
import { normalisePhone } from '../../../src/contract/rules.ts';
import { localDay, localTime } from '../../process/nairobi.ts';
import { quoted } from '../terminal.ts';
import type { Desk } from '../desk.ts';
import { erasePerson } from '../erasePerson.ts';
import { exportPerson, personCopy } from '../exportPerson.ts';
import { by, line } from '../fields.ts';
import {
  findPeople,
  giveCode,
  setBlocked,
  setPhone,
  showPerson,
  subjectOf,
} from '../managePeople.ts';
import { command, field } from '../operation.ts';
import type { Question } from '../operation.ts';
import { hasText, idField, stateOf } from './onePerson.ts';

/**
 * What is asked before a change of an account: who it is, with the end of the phone number to ask the caller for, and
 * what will happen.
 */
const questionOf =
  (change: (subject: string) => string, ...happens: string[]) =>
  async ({ id }: { id: number }, desk: Desk): Promise<Question> => {
    const { account, has } = await showPerson({ id }, desk);
    const { name, phoneNumber, location, createdAt } = account;
    const place = location === null ? 'place not given' : quoted(location);
    const state = stateOf(account, desk.now());
    return {
      change: change(`the ${subjectOf(account)}`),
      about: [
        `${quoted(name)}, ${place}, phone that ends in ${phoneNumber.slice(-3)}`,
        `here since ${localDay(createdAt)}${state && `, ${state}`}; ${hasText(has)}`,
        ...happens,
      ],
    };
  };

/** Of every change of one account. */
const change = {
  input: z.strictObject({ id: idField, by }),
  about: async ({ id }: Record<string, unknown>, desk: Desk) => {
    const { account } = await showPerson({ id: Number(id) }, desk);
    const { name, phoneNumber } = account;
    return `the ${subjectOf(account)}, ${quoted(name)}, phone that ends in ${phoneNumber.slice(-3)}`;
  },
};

export const personRows = {
  block: command({
    ...change,
    right: 'moderate',
    isTried: true,
    words: 'people block',
    title: 'Block',
    help: 'sign out, list no more, let nobody log in; payments are still settled',
    question: questionOf(
      (subject) => `Block ${subject}`,
      'Signs out everywhere; listed no more, with jobs and ads; nobody can log in.',
    ),
    run: (given, desk) => setBlocked({ ...given, isBlocked: true }, desk),
  }),

  unblock: command({
    ...change,
    right: 'moderate',
    isTried: true,
    words: 'people unblock',
    title: 'Let in again',
    help: 'let a blocked account in again',
    question: questionOf(
      (subject) => `Let in ${subject} again`,
      'Can log in again; jobs and ads are shown as before.',
    ),
    run: (given, desk) => setBlocked({ ...given, isBlocked: false }, desk),
  }),

  giveCode: command({
    ...change,
    right: 'all',
    words: 'people code',
    title: 'Code for a lost ID number',
    help: 'a code for who lost the ID number: it resets the password once, within a day',
    question: questionOf(
      (subject) => `Give away a code that opens the account of ${subject}`,
      'Whoever has the code and the phone number can take the account over, within a day.',
    ),
    run: async (given, desk) => {
      const { code, until, account } = await giveCode(given, desk);
      return [
        `Code for the ${subjectOf(account)}: ${code}`,
        `It works once, until ${localTime(until)} in Nairobi. At /reset-password/${account.role} the person`,
        `enters the phone number ${account.phoneNumber}, this code in place of the ID number, and a new password.`,
      ];
    },
  }),

  setPhone: command({
    ...change,
    right: 'all',
    isTried: true,
    words: 'people phone',
    title: 'Another phone number',
    help: 'another phone number for who lost the phone; signs out everywhere',
    input: z.strictObject({
      id: idField,
      phone: field(line, { usage: '<number>', label: 'New phone number' }),
      by,
    }),
    question: async ({ id, phone }, desk) => {
      const found = await findPeople({ text: phone }, desk);
      const others = found.filter(
        (other) => other.id !== id && other.phoneNumber === normalisePhone(phone),
      );
      const ask = questionOf(
        (subject) => `Give the phone number ${phone} to ${subject}`,
        ...others.map(
          (other) => `It is the number of the ${subjectOf(other)}, ${quoted(other.name)}, too.`,
        ),
        `Signs out everywhere. ${phone} logs in then, and is called; the former number is not.`,
      );
      return await ask({ id }, desk);
    },
    run: setPhone,
  }),

  exportPerson: command({
    ...change,
    right: 'all',
    words: 'people export',
    title: 'Copy for the person',
    help: 'everything that is stored about a person, as JSON',
    isFile: true,
    question: questionOf(
      (subject) => `Write out all that is stored about ${subject}`,
      'Whoever reads it knows the ID number, the payments and all else: give it to this person alone.',
      'The page downloads a file and stays as it is. Delete the file from this phone once it is given.',
    ),
    run: async (given, desk) => [{ file: personCopy(await exportPerson(given, desk)) }],
  }),

  erasePerson: command({
    ...change,
    right: 'all',
    words: 'people erase',
    title: 'Erase a person',
    help: 'erase a person who asks for it; the books of money stay without them',
    question: questionOf(
      (subject) => `Erase ${subject}`,
      'Account, profile, jobs, ads and pictures go. This cannot be undone.',
    ),
    run: erasePerson,
  }),
} as const;
