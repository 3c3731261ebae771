/** The rows of jobs and ads: look, take down, put back. */
import { eq } from 'drizzle-orm';
import * as z from 'zod';
import { sums } from '../../db/schema/payments.ts';
import { keyOf, listing as payableOf } from '../../payments/payables.ts';
import { paymentsFor } from '../../payments/store.ts';
import { localDay } from '../../process/nairobi.ts';
import { quoted } from '../terminal.ts';
import type { Desk } from '../desk.ts';
import { by, flag, id, maybeLine, most } from '../fields.ts';
import { findListings, paidOf, setTakenDown, showListing } from '../manageListings.ts';
import type { Listing, Word } from '../manageListings.ts';
import { command, field, linkTo, tableOr } from '../operation.ts';
import type { Block, Link, Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { logSteps, paymentSteps, sumSteps, timelineBlocks } from './timeline.ts';

/** Whether others see it, and until when. */
export function listingState(listing: Listing): string {
  const { row, word } = listing;
  const paid = paidOf(listing);
  if (row.takenDown !== null) return `taken down: ${row.takenDown}`;
  if (paid === null) return 'not paid for';
  if (word === 'ad') return `paid until ${localDay(paid)}`;
  const isOff = 'isActive' in row && !row.isActive;
  return `paid ${localDay(paid)}${isOff ? ', switched off' : ''}`;
}

export const listingLink = ({ word, row }: Listing, text: string): Link =>
  linkTo(text, `${word}s show`, { id: row.id });

export const listingTable = (listings: readonly Listing[]): Table => ({
  columns: ['Id', 'Title', 'Of', 'Owner', 'Posted', 'State'],
  rows: listings.map((listing) => [
    listingLink(listing, `${listing.row.id}`),
    listingLink(listing, listing.row.title),
    linkTo(`client ${listing.owner.id}`, 'people show', { id: listing.owner.id }),
    listing.owner.name,
    localDay(listing.row.createdAt),
    listingState(listing),
  ]),
});

async function show(word: Word, listingId: number, desk: Desk): Promise<Block[]> {
  const listing = await showListing({ word, id: listingId }, desk);
  const { row, owner } = listing;
  const key = keyOf(payableOf(word, listingId));
  const payments = await paymentsFor(desk.db, key);
  const ownSums = await desk.db.select().from(sums).where(eq(sums.payable, key));
  const log = await readLog({ most: 50, subjects: [`${word} ${listingId}`] }, desk);
  const detail = 'location' in row ? row.location : row.link;
  const person = `client ${owner.id}, ${quoted(owner.name)}, ${owner.phoneNumber}`;
  return [
    { heading: `${word} ${listingId}: ${quoted(row.title)}` },
    {
      facts: [
        ['Text', quoted(row.description)],
        [word === 'job' ? 'Place' : 'Link', detail === null ? null : quoted(detail)],
        ['Owner', linkTo(person, 'people show', { id: owner.id })],
        ['Posted', `${localDay(row.createdAt)}; ${listingState(listing)}`],
      ],
    },
    {
      actions: [
        row.takenDown === null
          ? linkTo('Take down', `${word}s take-down`, { id: listingId })
          : linkTo('Put back', `${word}s put-back`, { id: listingId }),
      ],
    },
    ...timelineBlocks([
      { at: row.createdAt, what: 'Posted' },
      ...paymentSteps(payments),
      ...sumSteps(ownSums),
      ...logSteps(log),
    ]),
  ];
}

const input = { id: field(id, { usage: '<id>', label: 'Id' }) };

const rowsOf = (word: Word) => {
  const change = {
    right: 'moderate',
    isTried: true,
    input: z.strictObject({ ...input, by }),
    about: async ({ id: listingId }: Record<string, unknown>, desk: Desk) => {
      const { row, owner } = await showListing({ word, id: Number(listingId) }, desk);
      return `the ${word} ${row.id}, ${quoted(row.title)} of ${quoted(owner.name)}`;
    },
  } as const;
  const question = async (text: string, listingId: number, happens: string, desk: Desk) => {
    const listing = await showListing({ word, id: listingId }, desk);
    const { id: ownerId, name, phoneNumber } = listing.owner;
    return {
      change: `${text} the ${word} ${listingId}`,
      about: [
        `${quoted(listing.row.title)}, ${listingState(listing)}`,
        `of the client ${ownerId}, ${quoted(name)}, phone that ends in ${phoneNumber.slice(-3)}`,
        happens,
      ],
    };
  };
  return {
    find: command({
      right: 'look',
      words: `${word}s list`,
      title: word === 'job' ? 'Jobs' : 'Ads',
      help: `the newest ${word}s, or those with a text in them`,
      isDefault: true,
      hasSheet: true,
      input: z.strictObject({
        text: field(maybeLine, { usage: '[text]', label: 'Text in it' }),
        onlyTakenDown: field(flag, {
          usage: '--taken-down',
          label: 'Taken down',
        }),
        most: field(most, { usage: '--most <number>', label: 'How many' }),
      }),
      run: async (search, desk) =>
        tableOr(
          listingTable(await findListings({ ...search, word }, desk)),
          `No ${word} is found.`,
        ),
    }),
    show: command({
      right: 'look',
      words: `${word}s show`,
      title: word,
      help: 'all of it, its owner and its payments',
      input: z.strictObject(input),
      run: ({ id: listingId }, desk) => show(word, listingId, desk),
    }),
    takeDown: command({
      ...change,
      words: `${word}s take-down`,
      title: `Take the ${word} down`,
      help: 'show it to its owner alone, who cannot pay for it any more',
      why: 'why: the owner reads this text, and it is written down',
      question: ({ id: listingId, by: { reason } }, desk) => {
        const happens = `Nobody else sees it then. Its owner reads: ${reason}`;
        return question('Take down', listingId, happens, desk);
      },
      run: (given, desk) => setTakenDown({ ...given, word, isDown: true }, desk),
    }),
    putBack: command({
      ...change,
      words: `${word}s put-back`,
      title: `Put the ${word} back`,
      help: 'show it again as before',
      question: ({ id: listingId }, desk) =>
        question('Put back', listingId, 'It is shown again as before.', desk),
      run: (given, desk) => setTakenDown({ ...given, word, isDown: false }, desk),
    }),
  };
};

const [job, ad] = [rowsOf('job'), rowsOf('ad')];

export const listingRows = {
  findJobs: job.find,
  showJob: job.show,
  takeDownJob: job.takeDown,
  putBackJob: job.putBack,
  findAds: ad.find,
  showAd: ad.show,
  takeDownAd: ad.takeDown,
  putBackAd: ad.putBack,
} as const;
