/** The row of one person: the account, what belongs to it, and what operators did to it. */
import * as z from 'zod';
import { eq } from 'drizzle-orm';
import { payments } from '../../db/schema/payments.ts';
import type { Account } from '../../db/schema/people.ts';
import { localDay } from '../../process/nairobi.ts';
import { quoted } from '../terminal.ts';
import type { Desk } from '../desk.ts';
import { id } from '../fields.ts';
import { listedBy, showPerson, subjectOf } from '../managePeople.ts';
import { findListings, WORDS } from '../manageListings.ts';
import type { Listing } from '../manageListings.ts';
import { command, field, linkTo } from '../operation.ts';
import type { Block, Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { newestPayments } from '../readPayment.ts';
import { sumsOf } from '../readPersonSums.ts';
import { listingLink, listingState } from './listings.ts';
import { logSteps, paymentSteps, sumSteps, timelineBlocks } from './timeline.ts';
import type { Step } from './timeline.ts';

export const idField = field(id, { usage: '<id>', label: 'Id of the person' });
const MOST_SHOWN = 20;

/** Listed or blocked, and since or until when; empty for neither. */
export function stateOf(account: Account, now: Date): string {
  if (account.blockedAt !== null) return `blocked since ${localDay(account.blockedAt)}`;
  const listed = listedBy(account, now);
  return listed === null ? '' : `${listed.by} until ${localDay(listed.until)}`;
}

export const peopleTable = (people: readonly Account[], now: Date): Table => ({
  columns: ['Id', 'Role', 'Name', 'Phone', 'ID number', 'Since', 'State'],
  rows: people.map((account) => {
    const { id: accountId, role, name, phoneNumber, idNumber, createdAt } = account;
    const link = (text: string) => linkTo(text, 'people show', { id: accountId });
    const state = stateOf(account, now);
    return [
      link(`${accountId}`),
      role,
      link(name),
      phoneNumber,
      idNumber,
      localDay(createdAt),
      state,
    ];
  }),
});

const number = (n: number, word: string) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** For instance `1 job, 0 ads, 2 payments and 1 session`. */
export const hasText = (has: Awaited<ReturnType<typeof showPerson>>['has']) =>
  `${number(has.jobs, 'job')}, ${number(has.ads, 'ad')}, ${number(has.payments, 'payment')} and ${number(has.sessions, 'session')}`;

const posted = (listing: Listing): Step => ({
  at: listing.row.createdAt,
  what: listingLink(
    listing,
    `Posted the ${listing.word} ${listing.row.id}, ${quoted(listing.row.title)}`,
  ),
  said: listingState(listing),
});

/** One account, with its listings, its newest payments and what operators did to it. */
async function show({ id: accountId }: { id: number }, desk: Desk): Promise<Block[]> {
  const { account, alsoIs, block, has } = await showPerson({ id: accountId }, desk);
  const subject = subjectOf(account);
  const own = { id: accountId };
  const steps: Step[] = [{ at: account.createdAt, what: 'Registered' }];
  for (const word of WORDS) {
    const listings = await findListings({ word, of: accountId, most: MOST_SHOWN }, desk);
    steps.push(...listings.map(posted));
  }
  const isTheirs = eq(payments.accountId, accountId);
  steps.push(...paymentSteps(await newestPayments(desk.db, isTheirs, MOST_SHOWN)));
  steps.push(...sumSteps((await sumsOf(desk.db, account)).slice(-MOST_SHOWN)));
  steps.push(...logSteps(await readLog({ most: MOST_SHOWN, subjects: [subject] }, desk)));
  return [
    { heading: `${subject}, ${account.name}` },
    peopleTable([account, ...alsoIs], desk.now()),
    '',
    `The ${subject} has ${hasText(has)}.`,
    ...(block ? [`Blocked by ${block.who}: ${block.reason}`] : []),
    ...alsoIs.map((other) => `The ${subjectOf(other)} has the same phone or ID number.`),
    {
      actions: [
        account.blockedAt === null
          ? linkTo('Block', 'people block', own)
          : linkTo('Let in again', 'people unblock', own),
        linkTo('Give a code', 'people code', own),
        linkTo('Change the phone', 'people phone', own),
        linkTo('Copy for the person', 'people export', own),
        linkTo('Erase', 'people erase', own),
      ],
    },
    ...timelineBlocks(steps),
  ];
}

export const onePersonRows = {
  showPerson: command({
    right: 'look',
    words: 'people show',
    title: 'Person',
    help: 'one account, what belongs to it, and other accounts of the same person',
    input: z.strictObject({ id: idField }),
    run: show,
  }),
} as const;
