/** The file of `people export`: what is stored about a person, as JSON that a person can read, too. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from '../../process/folders.ts';
import type { PersonData } from '../exportPerson.ts';
import { UsageError } from './command.ts';

/** Below DATA_DIR the folder of all copies. */
const COPIES = 'exports';

/** What the rows of each table are; one that is not here goes by its own name. */
const ABOUT: Record<string, string> = {
  accounts: 'Account and profile: what you registered with, and what you changed since.',
  sessions: 'Devices that are logged in: since when, when you were seen last, until when it lasts.',
  account_changes:
    'Phone number, ID number and password before each change. A former number lets you back in for a month.',
  reset_codes: 'A code for a lost ID number; it is not stored in a form that can be read.',
  jobs: 'Jobs that you posted and did not delete.',
  ads: 'Ads that you posted and did not delete; the addresses of the pictures of an unpaid ad work for a day.',
  pictures: 'Pictures of ads: the sizes that are stored; the addresses stand at the ads.',
  payments: 'Payments: the law on accounts makes us store them for seven years.',
  payment_events: 'Steps of each payment: what was sent and answered, with what M-Pesa said.',
  sums: 'Money that M-Pesa reported: what came to our paybill for you.',
  trials:
    'Free trial: stored with a scrambled form of the ID number, so that there is one for each.',
  operator_log: 'What our operators did, with their reasons. Their names are theirs, and not here.',
  prompts_of_others:
    'Payment prompts that others sent to your phone number. Who sent them, and what for, is about them, and not here.',
};

const INTRO =
  'All that is stored about you. Times are in UTC, three hours behind Nairobi. A password is stored only in a ' +
  'scrambled form that cannot be read back, so it is not here. Copies of the database for the case of a fault hold ' +
  'the same, and are replaced within weeks.';

/** Where the copy about an account goes: below DATA_DIR, for instance `exports/7-2026-11-23T081540Z.json`. */
export const personFile = (dataDir: string, id: number, now: Date) =>
  path.join(
    dataDir,
    COPIES,
    `${id}-${now.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.json`,
  );

/** `file` as an absolute path, which must be new. Throws a `UsageError`. */
export function newFile(file: string): string {
  const absolute = path.resolve(file);
  if (existsSync(absolute)) throw new UsageError(`${absolute} is there already: name a new file.`);
  return absolute;
}

/** Who answers for the data, as the app says it, from the settings of the app. */
function answersFor(env: Record<string, string | undefined>): string {
  const { VITE_OPERATOR_NAME: name, VITE_OPERATOR_PLACE: place, VITE_SUPPORT_PHONE: phone } = env;
  return name ? [name, place, phone].filter(Boolean).join(', ') : '';
}

/** Writes the file, which the server's user alone can open; returns what to print. */
export function writePerson(file: string, { tables, ...about }: PersonData): string[] {
  makeFolder(path.dirname(file));
  const copy = {
    about: INTRO,
    answers_for_it: answersFor(process.env),
    ...about,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, { about: ABOUT[name] ?? name, rows }]),
    ),
  };
  writeFileSync(file, `${JSON.stringify(copy, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return [`${file} has all that is stored.`, 'Give it to the person alone, then delete the file.'];
}
