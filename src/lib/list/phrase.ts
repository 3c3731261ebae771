/** Reads a phrase: trades in the words that people use, places, and what is left of it. */
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

const setOf = (words: string) => new Set(words.split(/\s+/));

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

/** Towns of Kenya and estates around Nairobi and Thika: who asks for one means a place, also where no listing has it. */
const towns = `
  Athi River, Awasi, Bahati, Bomet, Bondo, Bungoma, Buruburu, Busia, Chuka, Dagoretti, Dandora, Donholm,
  Eastleigh, Eldoret, Elburgon, Embakasi, Embu, Garissa, Gachie, Gachororo, Gatanga, Gatundu, Gigiri, Gilgil,
  Githunguri, Githurai, Hola, Homa Bay, Huruma, Imara Daima, Isiolo, Iten, Juja, Juja Farm, Kabarnet, Kabete,
  Kahawa Sukari, Kahawa Wendani, Kahawa West, Kajiado, Kakamega, Kamakis, Kamulu, Kangemi, Kapsabet,
  Karatina, Karen, Kariobangi, Kasarani, Kawangware, Kayole, Kericho, Keroka, Kerugoya, Kiambu, Kibera, Kibwezi,
  Kikuyu, Kilifi, Kilimani, Kileleshwa, Kimbo, Kimilili, Kinoo, Kirinyaga, Kisii, Kisumu, Kitale, Kitengela, Kitui,
  Kwale, Lamu, Langata, Lavington, Limuru, Lodwar, Lokichoggio, Luanda, Machakos, Madaraka, Makongeni, Makuyu,
  Malaba, Malindi, Mandera, Maragua, Maralal, Marsabit, Mathare, Matuu, Membley, Meru, Migori, Mlolongo, Molo,
  Mombasa, Moyale, Mtwapa, Mumias, Murang'a, Mutomo, Mwea, Mwiki, Mwingi, Nairobi, Nakuru, Namanga, Nanyuki, Narok,
  Naivasha, Ndenderu, Ndumberi, Ngara, Ngoingwa, Ngong, Njiru, Njoro, Nyahururu, Nyamira, Nyeri, Ol Kalou,
  Ongata Rongai, Oyugis, Parklands, Pipeline, Ridgeways, Roysambu, Ruai, Ruaka, Ruaraka, Ruiru, Rongai, Runda,
  Sagana, Siaya, Sori, South B, South C, Syokimau, Tala, Tassia, Taveta, Thika, Thika Road, Thindigua, Thogoto,
  Toll Station, Uasin Gishu, Ugunja, Ukunda, Umoja, Utawala, Vihiga, Voi, Wajir, Wangige, Watamu, Webuye,
  Westlands, Witeithie, Wote, Wundanyi, Zimmerman`;

const TOWNS: ReadonlySet<string> = new Set(
  towns.split(',').map((name) => plainWords(name).join(' ')),
);

const tables = tradeTable(({ id, words }) => `${words},${TRADE_WORDS[id].words}`);

/** Every word for a trade. An entry of two words is also found where people write it as one: "mamafua". */
const table: TradeTable = new Map([
  ...[...tables].map(([entry, trades]) => [entry.replaceAll(' ', ''), trades] as const),
  ...tables,
]);

export const tradeWords: readonly string[] = [...table.keys()].filter(
  (entry) => !entry.includes(' '),
);

/** The trades that a word names on its own. */
export const tradesNamed = (word: string): readonly Trade[] => table.get(word) ?? [];

/** The trades whose name, or a word for which, begins so; `start` as `plainWords` with one space between. */
export function tradesBegunBy(start: string): readonly Trade[] {
  const begun = new Set(TRADES.filter(({ name }) => plainWords(name).join(' ').startsWith(start)));
  for (const [entry, trades] of table) {
    if (entry.startsWith(start)) for (const trade of trades) begun.add(trade);
  }
  return TRADES.filter((trade) => begun.has(trade));
}

/** Where a text names trades: from which of its characters to before which. */
interface Naming {
  from: number;
  to: number;
  trades: readonly Trade[];
}

/**
 * Where a text of a listing names trades. Words that people only search with count only between two commas
 * that have no other name: "paving blocks" are no blocked drain.
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

/** Words of a phrase that belong together. */
export interface Part {
  /** `general` counts only where nothing else does. */
  kind: 'trade' | 'place' | 'general' | 'word';
  text: string;
  /** The same as `plainWords` makes them, with one space between. */
  plain: string;
  trades: readonly Trade[];
  /** Whether it follows a word like "in" or "huko". */
  isAfterPlaceWord: boolean;
}

const MOST_WORDS = 3;

/** Whether a town of this name is in Kenya, or one of its best-known estates. */
export const isTown = (plain: string) => TOWNS.has(plain);

/** How many of the first words name a place or a trade, and which; the longest name counts. */
function nameAtStart(
  words: readonly string[],
  isPlace: (plain: string) => boolean,
  isAfter: boolean,
) {
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length -= 1) {
    const plain = words.slice(0, length).join(' ');
    // A single word that is a place may be a name or a trade too: `question.ts` decides.
    const mayBePlace = length > 1 || isAfter;
    if (mayBePlace && (isPlace(plain) || isTown(plain)))
      return { kind: 'place', length, trades: [] } as const;
    const trades = table.get(plain) ?? tradesNamed(words.slice(0, length).join(''));
    if (trades.length > 0) return { kind: 'trade', length, trades } as const;
  }
  return null;
}

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
    const name = nameAtStart(plain.slice(at), isPlace, isAfterPlaceWord);
    const word = typed[at] ?? '';
    const length = name?.length ?? 1;
    const isEmpty = name === null && (EMPTY.has(word) || BEFORE_PLACE.has(word));
    if (!isEmpty) {
      parts.push({
        kind: name?.kind ?? (GENERAL.has(word) ? 'general' : 'word'),
        text: typed.slice(at, at + length).join(' '),
        plain: plain.slice(at, at + length).join(' '),
        trades: name?.trades ?? [],
        isAfterPlaceWord,
      });
    }
    isAfterPlaceWord = BEFORE_PLACE.has(word) || (isEmpty && isAfterPlaceWord);
    at += length;
  }
  return parts;
}
