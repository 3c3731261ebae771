/** What a phrase asks for: trades, in the words that people use, and what is left of it. */
import { TRADE_WORDS } from '../../contract/tradeWords.ts';
import {
  eachEntry,
  listedWords,
  plainWord,
  plainWords,
  TRADES,
  tradeTable,
  WORD,
  type Trade,
  type TradeTable,
} from '../../contract/trades.ts';
import { TOWNS } from './towns.ts';

const setOf = (words: string) => new Set(words.split(/\s+/));

/** Words that carry nothing. */
const EMPTY = setOf(`
  a an the i im we my our me us you your is are am was be been it its this that to of for with and or by who whom
  which can could will would should do does did has have had need needs needed want wants wanted looking
  look for find get gets getting hire hiring hired please pls plz help helps someone somebody anyone
  anybody any some person people guy guys man men lady ladies woman women boy girl expert specialist
  pro professional technician company service best good great nice cheap cheapest
  affordable reliable honest skilled experienced trusted qualified trained local urgent urgently asap today now
  tomorrow quick quickly fast there here how much what where when price cost charge rate contact
  number very so not one two three new old kindly hello hi around
  fundi wafundi mafundi mtu watu wa ya za la cha vya kwa na ni nani mimi sisi wetu yetu yangu langu changu wangu
  zangu kwangu kwetu mzuri nzuri bora poa hodari mwenye anaye anae ambaye anayejua anajua kujua anaweza
  kuweza nataka ninataka twataka tunataka natafuta ninatafuta tunatafuta nahitaji ninahitaji tunahitaji naomba
  ninaomba tafuta nipate nipatie niletee kuna iko ziko nisaidie nisaidieni
  saidia msaada tafadhali leo kesho sasa haraka bei rahisi nafuu sana tu pia ama au hii hiyo ile hizi
  nani gani wapi je kila ule yule huyu huyo mkuu bwana boss buda manze msee mse wasee jamaa mzee mathe
  karao nadai jameni jamani ndio ndiyo town estate side mtaa mtaani eneo sehemu kwenye katika`);

/** Words after which a place follows. */
const BEFORE_PLACE = setOf(
  'in at near nearby around within from huko kule karibu hapa pande area niko uko mtaa eneo',
);

/** Words that many trades share; they count only where nothing else does. */
const GENERAL = setOf(`
  repair repairing repaired fix fixing fixed fixe install installing installation installer servicing
  replace replacing replacement make maker making work worker job kazi kutengeneza tengeneza
  kutengenezewa anitengenezee nitengenezee kurekebisha rekebisha marekebisho kuweka weka kuwekewa
  niwekee kufunga kupiga kununua imeharibika umeharibika limeharibika kimeharibika zimeharibika
  imeisha imekufa imekatika imepotea imezima haifanyi mbovu imevunjika broken broke faulty spoilt spoiled damaged working
  stopped problem issue house home nyumba nyumbani
  office shop room kitchen jikoni compound inside outside big small kubwa ndogo machine mashine`);

/** Some trades are known by two words which people write as one. */
function withJoined(table: TradeTable): TradeTable {
  const all = new Map(table);
  for (const [entry, trades] of table) {
    const joined = entry.replaceAll(' ', '');
    if (!all.has(joined)) all.set(joined, trades);
  }
  return all;
}

const table = withJoined(tradeTable(({ id, words }) => `${words},${TRADE_WORDS[id].words}`));

const entries = new Map<Trade, string[]>(
  TRADES.map((trade) => [trade, [` ${plainWords(trade.name).join(' ')}`]]),
);
for (const [entry, trades] of table) {
  for (const trade of trades) entries.get(trade)?.push(` ${entry}`);
}

/** The name of a trade and the words for it, with a space before each, as `plainWords` makes them. */
export const entriesOf = (trade: Trade): readonly string[] => entries.get(trade) ?? [];

/** Every word that names a trade on its own. */
export const tradeWords: readonly string[] = [...table.keys()].filter(
  (entry) => !entry.includes(' '),
);

/** The trades that a word names on its own. */
export const tradesNamed = (word: string): readonly Trade[] => table.get(word) ?? [];

/** Where a text names trades: from which of its characters to before which. */
export interface Naming {
  from: number;
  to: number;
  trades: readonly Trade[];
}

/**
 * Where a text of a listing names trades. Words that people only search with count only in a part of it
 * that names none otherwise: "paving blocks" are no blocked drain.
 */
export function namingsIn(text: string): Naming[] {
  const namings: Naming[] = [];
  for (const { 0: part, index } of text.matchAll(/[^,;/.\n]+/g)) {
    const words = [...part.matchAll(WORD)];
    const plain = words.map(([word]) => plainWord(word));
    const add = (at: number, length: number, trades: readonly Trade[]) => {
      const [first, last] = [words[at], words[at + length - 1]];
      if (!first || !last) return;
      namings.push({ from: index + first.index, to: index + last.index + last[0].length, trades });
    };
    const before = namings.length;
    eachEntry(plain, listedWords(), add);
    if (namings.length === before) eachEntry(plain, table, add);
  }
  return namings;
}

/** The trades that a text of a listing names, in their order. */
export const tradesIn = (text: string): readonly Trade[] => [
  ...new Set(namingsIn(text).flatMap(({ trades }) => trades)),
];

/** Words of a phrase that belong together. */
export interface Part {
  /** `general` counts only where nothing else does. */
  kind: 'trade' | 'place' | 'general' | 'word';
  /** As they were typed, in small letters. */
  text: string;
  /** The same as `plainWords` makes them, with one space between. */
  plain: string;
  /** How many words it has. */
  length: number;
  /** The trades that it names. */
  trades: readonly Trade[];
  /** Whether it follows a word like "in" or "huko". */
  isAfterPlaceWord: boolean;
}

const MOST_WORDS = 3;

/** Whether a town of this name is in Kenya, or one of its best-known estates. */
export const isTown = (plain: string) => TOWNS.has(plain);

/**
 * Splits a phrase into its parts, without those that carry nothing. `isPlace` says whether words, as
 * `plainWords` makes them, are in the name of a place of the list.
 */
export function readPhrase(phrase: string, isPlace: (plain: string) => boolean): Part[] {
  const typed = phrase.toLowerCase().match(WORD) ?? [];
  const plain = typed.map(plainWord);
  const parts: Part[] = [];
  let isAfterPlaceWord = false;
  for (let at = 0; at < typed.length;) {
    let length = Math.min(MOST_WORDS, typed.length - at);
    let kind: Part['kind'] | 'empty' | undefined;
    let trades: readonly Trade[] = [];
    for (; length > 0; length -= 1) {
      const words = plain.slice(at, at + length);
      const key = words.join(' ');
      if ((length > 1 || isAfterPlaceWord) && (isPlace(key) || isTown(key))) kind = 'place';
      else {
        trades = table.get(key) ?? (length > 1 ? table.get(words.join('')) : undefined) ?? [];
        if (trades.length > 0) kind = 'trade';
      }
      if (kind) break;
    }
    length = Math.max(length, 1);
    const word = typed[at] ?? '';
    kind ??=
      EMPTY.has(word) || BEFORE_PLACE.has(word) ? 'empty' : GENERAL.has(word) ? 'general' : 'word';
    if (kind !== 'empty') {
      const slice = (words: readonly string[]) => words.slice(at, at + length).join(' ');
      parts.push({
        kind,
        text: slice(typed),
        plain: slice(plain),
        length,
        trades,
        isAfterPlaceWord,
      });
    }
    isAfterPlaceWord = BEFORE_PLACE.has(word) || (kind === 'empty' && isAfterPlaceWord);
    at += length;
  }
  return parts;
}
