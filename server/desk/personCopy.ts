/** The copy of what is stored about a person, as JSON that a person can read, too. */
import type { PersonData } from './exportPerson.ts';

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

/** Who answers for the data, as the app says it, from the settings of the app. */
function answersFor(env: Record<string, string | undefined>): string {
  const { VITE_OPERATOR_NAME: name, VITE_OPERATOR_PLACE: place, VITE_SUPPORT_PHONE: phone } = env;
  return name ? [name, place, phone].filter(Boolean).join(', ') : '';
}

/** The copy as a file; its name is for instance `fundi-7.json`. */
export function personCopy({ tables, ...about }: PersonData): { name: string; text: string } {
  const copy = {
    about: INTRO,
    answers_for_it: answersFor(process.env),
    ...about,
    tables: Object.fromEntries(
      Object.entries(tables).map(([name, rows]) => [name, { about: ABOUT[name] ?? name, rows }]),
    ),
  };
  const name = `${about.subject.replace(' ', '-')}.json`;
  return { name, text: `${JSON.stringify(copy, null, 2)}\n` };
}
