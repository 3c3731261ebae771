/**
 * The trades of a Kenyan town.
 *
 * To add a trade, look first whether one near it has its words. Then copy a row and change it: `id` is a
 * short word of its own, `name` is what people read, `icon` is one of those of the other rows. `words` says by
 * which words the trade is recognised in what fundis write about themselves, in English and Swahili: small
 * letters, one of each thing ("pipe", not "pipes"), a comma between two. "pipe" also finds "pipe repair"; two
 * words together ("dry cleaner") count before each of them. A word of several trades stands in each of them.
 * `npm test` says which word stands where it should not. What people say when they search stands in
 * `tradeWords.ts`.
 */

// One row a trade is easier to read and to extend than one property a line.
// prettier-ignore
const rows = [
  { id: 'plumbing', name: 'Plumbing', icon: 'water', words: 'plumber, plumbing, pipe, tap, toilet, bathroom, sink, drainage, water heater, instant shower, bomba, mfereji, maji, choo, tank' },
  { id: 'borehole', name: 'Boreholes and pumps', icon: 'water', words: 'borehole, water pump, well digging, kisima' },
  { id: 'exhauster', name: 'Septic tanks and waste', icon: 'truck', words: 'exhauster, septic tank, biodigester, garbage, waste, taka' },
  { id: 'electrical', name: 'Electrical work', icon: 'power', words: 'electrician, electrical, electricity, wiring, generator, rewinding, umeme, stima, wire' },
  { id: 'solar', name: 'Solar', icon: 'sun', words: 'solar, sola' },
  { id: 'cctv', name: 'CCTV and alarms', icon: 'shield', words: 'cctv, camera installation, alarm, electric fence, access control, intercom' },
  { id: 'masonry', name: 'Building', icon: 'brick', words: 'mason, masonry, builder, building, construction, contractor, plaster, plastering, foundation, mwashi, mjenzi, ujenzi, mjengo, build' },
  { id: 'tiling', name: 'Tiles and floors', icon: 'brick', words: 'tiler, tile, tiling, flooring, terrazzo, vigae' },
  { id: 'paving', name: 'Cabro and paving', icon: 'brick', words: 'cabro, paving, carpark, road work' },
  { id: 'carpentry', name: 'Carpentry', icon: 'wood', words: 'carpenter, carpentry, furniture, cabinet, wardrobe, joinery, wood, seremala, useremala, mbao, fanicha, door' },
  { id: 'upholstery', name: 'Sofas and upholstery', icon: 'wood', words: 'upholstery, upholsterer, sofa, seat cover, mattress' },
  { id: 'painting', name: 'Painting', icon: 'brush', words: 'painter, painting, paint, wall design, wallpaper, decorator, rangi' },
  { id: 'gypsum', name: 'Gypsum and ceilings', icon: 'brush', words: 'gypsum, ceiling, interior design, partition, dari' },
  { id: 'welding', name: 'Welding', icon: 'spark', words: 'welder, welding, metal work, metal fabrication, fabricator, gate, grille, burglar proof, chuma, kuchomelea, weld' },
  { id: 'roofing', name: 'Roofing', icon: 'roof', words: 'roofer, roofing, roof, gutter, iron sheet, mabati, paa' },
  { id: 'glass', name: 'Aluminium and glass', icon: 'window', words: 'glass, aluminium, aluminum, window, vioo, dirisha' },
  { id: 'cleaning', name: 'Cleaning', icon: 'broom', words: 'cleaner, cleaning, sofa cleaning, carwash, usafi, clean' },
  { id: 'laundry', name: 'Laundry', icon: 'wash', words: 'mama fua, laundry, ironing, dry cleaning, dry cleaner, washing clothes, dobi, kufua' },
  { id: 'househelp', name: 'House help and care', icon: 'broom', words: 'househelp, house girl, nanny, housekeeper, housekeeping, caregiver, babysitting, yaya, msaidizi wa nyumba' },
  { id: 'fumigation', name: 'Fumigation', icon: 'spray', words: 'fumigator, fumigation, pest control, bed bug, cockroach, termite, kunguni' },
  { id: 'tailoring', name: 'Tailoring', icon: 'needle', words: 'tailor, tailoring, dressmaking, dressmaker, sewing, fashion design, embroidery, curtain, uniform, mshonaji, ushonaji, cherehani, kushona' },
  { id: 'shoes', name: 'Shoes and bags', icon: 'needle', words: 'cobbler, shoe, bag repair, viatu' },
  { id: 'hair', name: 'Hair and braids', icon: 'scissors', words: 'hairdresser, hairdressing, hair, salon, salonist, braiding, braid, dreadlock, weaving, wig, msusi, ususi, kusuka' },
  { id: 'barber', name: 'Barber', icon: 'scissors', words: 'barber, barbershop, shaving, haircut, kinyozi' },
  { id: 'beauty', name: 'Nails, make-up and massage', icon: 'scissors', words: 'beautician, beauty, nail, manicure, pedicure, makeup, massage, facial, spa, lash, henna' },
  { id: 'mechanic', name: 'Cars', icon: 'wheel', words: 'mechanic, car, car wiring, auto electrician, auto electrical, garage, panel beating, panel beater, spray painting, tyre, puncture, vehicle, gari, makanika' },
  { id: 'motorbike', name: 'Motorbikes and bicycles', icon: 'wheel', words: 'motorbike, motorcycle, bicycle, pikipiki, baiskeli' },
  { id: 'boda', name: 'Boda boda and drivers', icon: 'wheel', words: 'boda, rider, delivery, errand, driver, taxi, tuk tuk, dereva' },
  { id: 'moving', name: 'Moving and transport', icon: 'truck', words: 'mover, moving, transport, transporter, lorry, pickup, canter, loading, loader, water delivery, mkokoteni, usafiri, move house' },
  { id: 'phone', name: 'Phones and computers', icon: 'device', words: 'phone, screen replacement, laptop, computer, printer, wifi, internet, networking, software, website, simu' },
  { id: 'tv', name: 'TV, radio and DStv', icon: 'screen', words: 'tv, television, radio, electronics, dstv, aerial, satellite dish, runinga, redio' },
  { id: 'appliances', name: 'Fridges and cookers', icon: 'fridge', words: 'fridge, refrigeration, refrigerator, freezer, cooker, oven, microwave, washing machine, air conditioning, appliance, friji' },
  { id: 'garden', name: 'Garden and farm', icon: 'leaf', words: 'gardener, garden, gardening, landscaping, landscaper, grass cutting, farm, farmer, farming, shamba, tree, poultry, mkulima, bustani, kulima' },
  { id: 'catering', name: 'Cooking and cakes', icon: 'pot', words: 'cook, caterer, catering, chef, cooking, baker, baking, cake, mpishi, upishi, kupika' },
  { id: 'events', name: 'Events, tents and music', icon: 'tent', words: 'event, tent, chair hire, decoration, decor, dj, mc, sound system, public address' },
  { id: 'photo', name: 'Photos and video', icon: 'lens', words: 'photographer, photography, photo, videographer, videography, video, drone, picha' },
  { id: 'security', name: 'Security guards', icon: 'shield', words: 'watchman, guard, security, bouncer, caretaker, askari, mlinzi, ulinzi' },
  { id: 'locks', name: 'Locks, keys and watches', icon: 'key', words: 'locksmith, lock, key, padlock, kufuli' },
  { id: 'tuition', name: 'Tuition and lessons', icon: 'book', words: 'tutor, tuition, teacher, teaching, lesson, mwalimu' },
  { id: 'signs', name: 'Printing and signs', icon: 'brush', words: 'sign writer, signwriting, printing, branding, graphic design, graphic designer, banner' },
  { id: 'handyman', name: 'Handyman and casual work', icon: 'tools', words: 'handyman, casual work, casual labour, manual work, general repair, odd job, kibarua, vibarua' },
] as const;

export type TradeId = (typeof rows)[number]['id'];
export type TradeIcon = (typeof rows)[number]['icon'];

export interface Trade {
  id: TradeId;
  name: string;
  icon: TradeIcon;
  words: string;
}

export const TRADES: readonly Trade[] = rows;

/** The most words that one entry of the tables has. */
const MOST_WORDS = 3;

export const WORD = /[\p{L}\p{M}\p{N}]+(?:['’ʼ`][\p{L}\p{M}\p{N}]+)*/gu;

/** A word as it is compared: small letters, and one of a thing, so that "pipes" is "pipe". */
export function plainWord(word: string): string {
  const lower = word.toLowerCase().replace(/['’ʼ`]/g, '');
  if (lower.length < 4 || !lower.endsWith('s')) return lower;
  return lower
    .replace(/ies$/, 'y')
    .replace(/(ch|sh|x|ss)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}

/** The words of a text as they are compared. */
export const plainWords = (text: string): string[] => (text.match(WORD) ?? []).map(plainWord);

/** A table from an entry, as `plainWords` with one space between them, to the trades that it names. */
export type TradeTable = ReadonlyMap<string, readonly Trade[]>;

/** The table of these words of each trade. */
export function tradeTable(wordsOf: (trade: Trade) => string): TradeTable {
  const table = new Map<string, Trade[]>();
  for (const trade of TRADES) {
    for (const entry of wordsOf(trade).split(',')) {
      const key = plainWords(entry).join(' ');
      const trades = table.get(key);
      if (!trades) table.set(key, [trade]);
      else if (!trades.includes(trade)) trades.push(trade);
    }
  }
  return table;
}

/**
 * Calls `found` for each entry of the table in these words, in their order: where it begins, of how
 * many words it is, and its trades. Of entries that begin with the same word, the longest counts.
 */
export function eachEntry(
  words: readonly string[],
  table: TradeTable,
  found: (at: number, length: number, trades: readonly Trade[]) => void,
): void {
  for (let at = 0; at < words.length; at += 1) {
    for (let length = Math.min(MOST_WORDS, words.length - at); length > 0; length -= 1) {
      const entry = words.slice(at, at + length);
      const trades = table.get(entry.join(' ')) ?? table.get(entry.join(''));
      if (!trades) continue;
      found(at, length, trades);
      at += length - 1;
      break;
    }
  }
}

let listed: TradeTable | undefined;

/** The table of the words in which fundis write about themselves. */
export const listedWords = (): TradeTable => (listed ??= tradeTable(({ words }) => words));

/** The trades that the skills of a fundi name, in the order of the text; none for other words. */
export function tradesOf(skills: string | null | undefined): Trade[] {
  const trades = new Set<Trade>();
  eachEntry(plainWords(skills ?? ''), listedWords(), (_at, _length, found) => {
    for (const trade of found) trades.add(trade);
  });
  return [...trades];
}
