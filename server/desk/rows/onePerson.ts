/** The row of one person: the account, what belongs to it, and what operators did to it. */
import * as z from 'zod';
import { eq } from 'drizzle-orm';
import { payments } from '../../db/schema/payments.ts';
import { localDay } from '../../process/nairobi.ts';
import { quoted } from '../../process/terminal.ts';
import type { Desk } from '../desk.ts';
import { id } from '../fields.ts';
import { showPerson } from '../managePeople.ts';
import type { Belongings, Person } from '../managePeople.ts';
import { findListings } from '../manageListings.ts';
import type { Listing, Word } from '../manageListings.ts';
import { linkTo, operation } from '../operation.ts';
import type { Block, Cell, Field, Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { newestPayments } from '../readPayment.ts';
import { listingState } from './listings.ts';
import { logSteps, paymentSteps, timelineBlocks } from './timeline.ts';
import type { Step } from './timeline.ts';

/** Of every command about one person. */
export const idField: Field = { name: 'id', usage: '<id>', label: 'Id of the person' };
const COLUMNS = ['Id', 'Role', 'Name', 'Phone', 'ID number', 'Since', 'State'];
const MOST_SHOWN = 20;

/** Listed or blocked, and since or until when; empty for neither. */
export function stateOf({ blockedSince, listed }: Person): string {
  if (blockedSince !== null) return `blocked since ${localDay(blockedSince)}`;
  return listed === null ? '' : `${listed.by} until ${localDay(listed.until)}`;
}

const rowOf = (person: Person): Cell[] => {
  const { id: personId, role, name, phone, idNumber, since } = person;
  const link = (text: string) => linkTo(text, 'people show', { id: personId });
  return [link(`${personId}`), role, link(name), phone, idNumber, localDay(since), stateOf(person)];
};

/** The people as a table, each with a link to their page. */
export const peopleTable = (people: readonly Person[]): Table => ({
  columns: COLUMNS,
  rows: people.map(rowOf),
});

/** For instance `1 job`. */
const number = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** For instance `1 job, 0 ads, 2 payments and 1 session`. */
export const hasText = (has: Belongings) =>
  `${number(has.jobs, 'job')}, ${number(has.ads, 'ad')}, ${number(has.payments, 'payment')} and ${number(has.sessions, 'session')}`;

/** One account, with its listings, its newest payments and what operators did to it. */
async function readPerson({ id: personId }: { id: number }, desk: Desk) {
  const person = await showPerson({ id: personId }, desk);
  const owns = { text: undefined, of: personId, onlyTakenDown: false, most: MOST_SHOWN };
  return {
    ...person,
    jobs: person.role === 'client' ? await findListings({ ...owns, word: 'job' }, desk) : [],
    ads: person.role === 'client' ? await findListings({ ...owns, word: 'ad' }, desk) : [],
    payments: await newestPayments(desk.db, eq(payments.accountId, personId), MOST_SHOWN),
    log: await readLog({ most: MOST_SHOWN, subject: `${person.role} ${personId}` }, desk),
  };
}

const posted = (kind: Word, listings: readonly Listing[]): Step[] =>
  listings.map((it) => ({
    at: it.since,
    what: linkTo(`Posted the ${kind} ${it.id}, ${quoted(it.title)}`, `${kind}s show`, {
      id: it.id,
    }),
    who: '',
    said: listingState(kind, it),
  }));

function personBlocks(person: Awaited<ReturnType<typeof readPerson>>): Block[] {
  const {
    id: personId,
    role,
    has,
    alsoIs,
    block,
    jobs,
    ads,
    payments: paid,
    log,
    blockedSince,
  } = person;
  const own = { id: personId };
  return [
    { heading: `${role} ${personId}, ${person.name}` },
    peopleTable([person, ...alsoIs]),
    '',
    `The ${role} ${personId} has ${hasText(has)}.`,
    ...(block ? [`Blocked by ${block.who}: ${block.reason}`] : []),
    ...alsoIs.map((other) => `The ${other.role} ${other.id} has the same phone or ID number.`),
    {
      actions: [
        blockedSince === null
          ? linkTo('Block', 'people block', own)
          : linkTo('Let in again', 'people unblock', own),
        linkTo('Give a code', 'people code', own),
        linkTo('Change the phone', 'people phone', own),
        linkTo('Copy for the person', 'people export', own),
        linkTo('Erase', 'people erase', own),
      ],
    },
    ...timelineBlocks([
      { at: person.since, what: 'Registered', who: '', said: null },
      ...posted('job', jobs),
      ...posted('ad', ads),
      ...paymentSteps(paid),
      ...logSteps(log),
    ]),
  ];
}

export const onePersonRows = {
  showPerson: operation({
    right: 'look',
    input: z.strictObject({ id }),
    commands: [
      {
        words: 'people show',
        title: 'Person',
        help: 'one account, what belongs to it, and other accounts of the same person',
        fields: [idField],
      },
    ],
    run: readPerson,
    show: personBlocks,
  }),
} as const;
