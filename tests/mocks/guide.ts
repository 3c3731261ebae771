/** What a person who works with the mocks must know; printed in the terminal and in the browser. */
import { REPLY_WORDS } from './addressReplies.ts';
import { PASSWORD } from './db.ts';
import { MAGIC_INPUTS } from './magic.ts';
import { town } from './town.ts';
import type { Person } from './town.ts';

const PEOPLE: Record<Person, string> = {
  client: 'client with jobs and ads',
  otherClient: 'client with one job',
  fundi: 'fundi on trial',
  subscribedFundi: 'fundi with a subscription',
  expiredFundi: 'fundi whose trial has ended',
  quietFundi: 'fundi on trial who is not available',
};

/** Rows of text in columns. */
function columns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) => `  ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`.trimEnd())
    .join('\n');
}

/** The sign-ins of the town, the inputs that fail, and how the address chooses a reply. */
export function guide(): string {
  const people = Object.entries(PEOPLE) as [Person, string][];
  const signIns = people.map(([person, role]) => [
    town[person].phone_number,
    town[person].name,
    role,
  ]);
  const inputs = MAGIC_INPUTS.map(({ where, value, what }) => [value, where, what]);
  const words = Object.entries(REPLY_WORDS).map(([word, { what }]) => [word, what]);
  return `Mocks: no server runs. Every call is answered in the browser.

Sign-ins, all with the password ${PASSWORD}:
${columns(signIns)}

Inputs that fail (any other phone number pays):
${columns(inputs)}

Replies in the address, for instance /fundis?mock=listFundis:500,listAds:never
${columns([['500', 'Any status from 200 to 599'], ...words])}
`;
}
