/** The rows of jobs and ads: look, take down, put back. */
import * as z from 'zod';
import { localDay } from '../../process/nairobi.ts';
import { quoted } from '../../process/terminal.ts';
import type { Desk } from '../desk.ts';
import { by, flag, id, maybeLine, most, word } from '../fields.ts';
import { findListings, setTakenDown, showListing, WORDS } from '../manageListings.ts';
import type { Listing, Word } from '../manageListings.ts';
import { linkTo, operation } from '../operation.ts';
import type { Cell, Command, Field, Table } from '../operation.ts';
import { readLog } from '../operatorLog.ts';
import { logSteps, paymentSteps, timelineBlocks } from './timeline.ts';

const USUAL = 50;

/** Whether others see it, and until when. */
export function listingState(kind: Word, { paid, isOff, takenDown }: Listing): string {
  if (takenDown !== null) return `taken down: ${takenDown}`;
  if (paid === null) return 'not paid for';
  if (kind === 'ad') return `paid until ${localDay(paid)}`;
  return isOff ? `paid ${localDay(paid)}, switched off` : `paid ${localDay(paid)}`;
}

function rowOf(kind: Word, listing: Listing): Cell[] {
  const { id: listingId, title, owner, since } = listing;
  const link = (text: string) => linkTo(text, `${kind}s show`, { id: listingId });
  const of = linkTo(`client ${owner.id}`, 'people show', { id: owner.id });
  return [
    link(`${listingId}`),
    link(title),
    of,
    owner.name,
    localDay(since),
    listingState(kind, listing),
  ];
}

/** Jobs or ads as a table, each with a link to its page. */
export const listingTable = (kind: Word, listings: readonly Listing[]): Table => ({
  columns: ['Id', 'Title', 'Of', 'Owner', 'Posted', 'State'],
  rows: listings.map((listing) => rowOf(kind, listing)),
});

const idField: Field = { name: 'id', usage: '<id>', label: 'Id' };

const listCommand = (kind: Word): Command => ({
  words: `${kind}s list`,
  title: kind === 'job' ? 'Jobs' : 'Ads',
  help: `the newest ${kind}s, or those with a text in them`,
  isDefault: true,
  fixed: { word: kind },
  fields: [
    { name: 'text', usage: '[text]', label: 'Text in it' },
    { name: 'of', usage: '--of <id>', label: 'Id of its owner', help: 'of one client' },
    {
      name: 'onlyTakenDown',
      usage: '--taken-down',
      label: 'Taken down',
      help: 'only those that are taken down',
    },
    { name: 'most', usage: '--most <number>', label: 'How many', help: 'how many', initial: USUAL },
  ],
});

const downCommand = (kind: Word): Command => ({
  words: `${kind}s take-down`,
  title: `Take the ${kind} down`,
  help: 'show it to its owner alone, who cannot pay for it any more',
  fixed: { word: kind, isDown: true },
  fields: [idField],
  why: 'why: the owner reads this text, and it is written down',
});

const backCommand = (kind: Word): Command => ({
  words: `${kind}s put-back`,
  title: `Put the ${kind} back`,
  help: 'show it again as before',
  fixed: { word: kind, isDown: false },
  fields: [idField],
});

/** The line above the form of a change: which job or ad, and whose. */
const about = async (input: Record<string, unknown>, desk: Desk) => {
  const kind = input.word === 'ad' ? 'ad' : 'job';
  const {
    id: listingId,
    title,
    owner,
  } = await showListing({ word: kind, id: Number(input.id) }, desk);
  return `the ${kind} ${listingId}, ${quoted(title)} of ${quoted(owner.name)}`;
};

export const listingRows = {
  findListings: operation({
    right: 'look',
    input: z.strictObject({
      word,
      text: maybeLine,
      of: id.optional(),
      onlyTakenDown: flag,
      most,
    }),
    commands: WORDS.map(listCommand),
    run: findListings,
    show: (listings, { word: kind }) =>
      listings.length === 0 ? [`No ${kind} is found.`] : [listingTable(kind, listings)],
    table: (listings, { word: kind }) => listingTable(kind, listings),
  }),

  showListing: operation({
    right: 'look',
    input: z.strictObject({ word, id }),
    commands: WORDS.map((kind) => ({
      words: `${kind}s show`,
      title: kind,
      help: 'all of it, its owner and its payments',
      fixed: { word: kind },
      fields: [idField],
    })),
    run: async ({ word: kind, id: listingId }, desk) => ({
      ...(await showListing({ word: kind, id: listingId }, desk)),
      log: await readLog({ most: USUAL, subject: `${kind} ${listingId}` }, desk),
    }),
    show: (listing, { word: kind, id: listingId }) => {
      const { title, description, detail, owner, since, payments, log, takenDown } = listing;
      const person = `client ${owner.id}, ${quoted(owner.name)}, ${owner.phone}`;
      return [
        { heading: `${kind} ${listingId}: ${quoted(title)}` },
        {
          facts: [
            ['Text', quoted(description)],
            [kind === 'job' ? 'Place' : 'Link', detail === null ? null : quoted(detail)],
            ['Owner', linkTo(person, 'people show', { id: owner.id })],
            ['Posted', `${localDay(since)}; ${listingState(kind, listing)}`],
          ],
        },
        {
          actions: [
            takenDown === null
              ? linkTo('Take down', `${kind}s take-down`, { id: listingId })
              : linkTo('Put back', `${kind}s put-back`, { id: listingId }),
          ],
        },
        ...timelineBlocks([
          { at: since, what: 'Posted', who: '', said: null },
          ...paymentSteps(payments),
          ...logSteps(log),
        ]),
      ];
    },
  }),

  setTakenDown: operation({
    right: 'moderate',
    isTried: true,
    about,
    input: z.strictObject({ word, id, isDown: z.boolean(), by }),
    commands: WORDS.flatMap((kind) => [downCommand(kind), backCommand(kind)]),
    question: async ({ word: kind, id: listingId, isDown, by: who }, desk) => {
      const listing = await showListing({ word: kind, id: listingId }, desk);
      const { title, owner } = listing;
      return {
        change: `${isDown ? 'Take down' : 'Put back'} the ${kind} ${listingId}`,
        about: [
          `${quoted(title)}, ${listingState(kind, listing)}`,
          `of the client ${owner.id}, ${quoted(owner.name)}, phone that ends in ${owner.phone.slice(-3)}`,
          isDown
            ? `Nobody else sees it then. Its owner reads: ${who.reason}`
            : 'It is shown again as before.',
        ],
      };
    },
    run: setTakenDown,
    show: (lines) => lines,
  }),
} as const;
