/** `npm run admin -- jobs` and `-- ads`: look, take down, put back. */
import type { Config } from '../../config.ts';
import { localDay } from '../../process/nairobi.ts';
import { operate } from '../operate.ts';
import type { Listing, Search, Word } from '../manageListings.ts';
import { quoted } from '../../process/terminal.ts';
import type { AddCommands } from './command.ts';
import { asChange, byOf, confirm } from './adminChange.ts';
import type { ChangeOptions } from './adminChange.ts';
import { readId, readMost } from './adminWords.ts';
import { csvLines, tableLines } from './formatTable.ts';

const COLUMNS = ['Id', 'Title', 'Of', 'Owner', 'Posted', 'State'];
const USUAL = 50;

const dayOf = (date: string) => localDay(new Date(date));

function stateOf(word: Word, { paid, isOff, takenDown }: Listing): string {
  if (takenDown !== null) return `taken down: ${takenDown}`;
  if (paid === null) return 'not paid for';
  if (word === 'ad') return `paid until ${dayOf(paid)}`;
  return isOff ? `paid ${dayOf(paid)}, switched off` : `paid ${dayOf(paid)}`;
}

const rowOf = (word: Word, listing: Listing) => {
  const { id, title, owner, since } = listing;
  return [`${id}`, title, `client ${owner.id}`, owner.name, dayOf(since), stateOf(word, listing)];
};

async function show(config: Config, word: Word, id: number): Promise<string[]> {
  const listing = await operate(config, 'showListing', { word, id });
  const { title, description, detail, owner, since, payments } = listing;
  const paidBy = payments.map((payment) => `#${payment.id} ${payment.state}`).join(', ');
  return [
    `${word} ${id}: ${quoted(title)}`,
    `  ${quoted(description)}`,
    `  ${word === 'job' ? 'place' : 'link'} ${detail === null ? '-' : quoted(detail)}`,
    `  client ${owner.id}, ${quoted(owner.name)}, ${owner.phone}`,
    `  posted ${dayOf(since)}; ${stateOf(word, listing)}`,
    `  payments ${paidBy === '' ? '-' : paidBy}`,
  ];
}

interface SearchOptions {
  of?: number;
  takenDown?: true;
  most: number;
  csv?: true;
}

const addWord =
  (word: Word): AddCommands =>
  (admin, does) => {
    const all = admin
      .command(`${word}s`)
      .helpCommand(false)
      .description(`look at ${word}s; take one down or put it back`);

    all
      .command('list', { isDefault: true })
      .description(`the newest ${word}s, or those with a text in them`)
      .argument('[text]')
      .option('--of <id>', 'of one client', readId)
      .option('--taken-down', 'only those that are taken down')
      .option('--most <number>', 'how many', readMost, USUAL)
      .option('--csv', 'as CSV')
      .action((text: string | undefined, options: SearchOptions) => {
        const search: Search = {
          word,
          text: text ?? null,
          of: options.of ?? null,
          onlyTakenDown: options.takenDown === true,
          most: options.most,
        };
        does(async (config) => {
          const rows = (await operate(config, 'findListings', search)).map((listing) =>
            rowOf(word, listing),
          );
          if (options.csv) return csvLines(COLUMNS, rows);
          return rows.length === 0 ? [`No ${word} is found.`] : tableLines(COLUMNS, rows);
        });
      });

    all
      .command('show')
      .description('all of it, its owner and its payments')
      .argument('<id>', '', readId)
      .action((id: number) => does((config) => show(config, word, id)));

    const change = (name: string, isDown: boolean, help: string, reason?: string) =>
      asChange(all.command(name).description(help).argument('<id>', '', readId), reason).action(
        (id: number, options: ChangeOptions) =>
          does(async (config) => {
            const listing = await operate(config, 'showListing', { word, id });
            const { title, owner } = listing;
            await confirm(options, `${isDown ? 'Take down' : 'Put back'} the ${word} ${id}`, [
              `${quoted(title)}, ${stateOf(word, listing)}`,
              `of the client ${owner.id}, ${quoted(owner.name)}, phone that ends in ${owner.phone.slice(-3)}`,
              isDown
                ? `Nobody else sees it then. Its owner reads: ${options.reason}`
                : 'It is shown again as before.',
            ]);
            return await operate(config, 'setTakenDown', { word, id, isDown, by: byOf(options) });
          }),
      );
    change(
      'take-down',
      true,
      'show it to its owner alone, who cannot pay for it any more',
      'why: the owner reads this text, and it is written down',
    );
    change('put-back', false, 'show it again as before');
  };

export const addJobs = addWord('job');
export const addAds = addWord('ad');
