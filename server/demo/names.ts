/** The people of the demo town: names, places, trades and rates around Juja. */
import type { Random } from './random.ts';

const FIRST = [
  'Wanjiku',
  'Achieng',
  'Kamau',
  'Otieno',
  'Njeri',
  'Mwangi',
  'Chebet',
  'Kiprono',
  'Wambui',
  'Odhiambo',
  'Faith',
  'Brian',
  'Mercy',
  'Dennis',
  'Grace',
  'Kevin',
  'Esther',
  'Samuel',
  'Lucy',
  'Peter',
  'Mary',
  'Joseph',
  'Ann',
  'Daniel',
  'Rose',
  'Collins',
  'Purity',
  'Victor',
  'Lilian',
  'James',
  'Fatuma',
  'Hassan',
  'Halima',
  'Abdi',
  'Zainab',
  'Nekesa',
  'Wafula',
  'Moraa',
  'Nyaboke',
  'Mutua',
  'Mwende',
  'Kilonzo',
  'Sharon',
  'Felix',
  'Caroline',
  'Evans',
  'Beatrice',
  'Stephen',
];
const LAST = [
  'Kamau',
  'Otieno',
  'Mwangi',
  'Wanjiru',
  'Odhiambo',
  'Njoroge',
  'Kariuki',
  'Ochieng',
  'Kiptoo',
  'Cheruiyot',
  'Mutiso',
  'Musyoka',
  'Wekesa',
  'Simiyu',
  'Barasa',
  'Omondi',
  'Ouma',
  'Njuguna',
  'Githinji',
  'Maina',
  'Ndungu',
  'Karanja',
  'Kimani',
  'Muthoni',
  'Waweru',
  'Macharia',
  'Nyambura',
  'Atieno',
  'Akinyi',
  'Chepkoech',
  'Rotich',
  'Korir',
  'Mohamed',
  'Ali',
  'Nyamweya',
  'Ongeri',
  'Makori',
  'Nzioka',
  'Mbithi',
  'Wairimu',
  'Gathoni',
  'Irungu',
  'Gitau',
  'Kinyua',
  'Murithi',
];
/** A near place is in the list several times, so that it is chosen more often. */
const PLACES = [
  'Juja',
  'Juja',
  'Juja',
  'Juja',
  'Juja',
  'Thika',
  'Thika',
  'Thika',
  'Ruiru',
  'Ruiru',
  'Ruiru',
  'Gachororo',
  'Gachororo',
  'Kalimoni',
  'Witeithie',
  'Witeithie',
  'Murera',
  'Toll Station',
  'Kenyatta Road',
  'Kenyatta Road',
  'Highpoint, Juja',
  'Makongeni, Thika',
  'Landless, Thika',
  'Membley',
  'Kahawa Wendani',
  'Kahawa Sukari',
  'Githurai 45',
  'Kihunguro',
  "Mang'u",
  'Gatundu',
  // Spellings that people type: the filter shows each place once.
  'juja',
  'RUIRU',
  ' Thika ',
];
const TRADES: readonly (readonly string[])[] = [
  ['Plumbing', 'Water tank installation', 'Borehole pumps'],
  ['Electrical wiring', 'Solar installation', 'CCTV installation'],
  ['Masonry', 'Plastering', 'Paving blocks'],
  ['Carpentry', 'Furniture making', 'Kitchen cabinets'],
  ['Painting', 'Gypsum ceilings', 'Wall design'],
  ['Welding', 'Gates and grilles', 'Window fitting'],
  ['Tiling', 'Masonry'],
  ['Roofing', 'Gutters', 'Carpentry'],
  ['House cleaning', 'Laundry'],
  ['Sofa cleaning', 'Carpet cleaning', 'House cleaning'],
  ['Tailoring', 'Dressmaking', 'Curtains'],
  ['Hairdressing', 'Braiding', 'Make-up'],
  ['Barber'],
  ['Mechanic', 'Car wiring', 'Panel beating'],
  ['Motorbike repair', 'Bicycle repair'],
  ['Phone repair', 'Laptop repair'],
  ['TV and radio repair', 'Fridge repair'],
  ['Fridge repair', 'Washing machine repair'],
  ['Moving and transport', 'Loading'],
  ['Landscaping', 'Tree cutting', 'Farm work'],
  ['Catering', 'Cake baking'],
  ['Photography', 'Videography'],
  ['Aluminium and glass', 'Window fitting'],
  ['Upholstery', 'Furniture making'],
  ['Fumigation', 'Pest control'],
  ['Plumbing'],
  ['Electrical wiring'],
];
const RATES = [
  'Ksh 1,500 a day',
  'Ksh 2,000 a day',
  'Ksh 1,200 a day',
  'From Ksh 500 a visit',
  'Ksh 300 an hour',
  'Ksh 800 a room',
  'Ksh 45 a square foot',
  'Negotiable after seeing the work',
  'Ksh 2,500 a day with my own tools',
  'Free quote, pay when done',
  'Ksh 350 a garment',
  'Half price for a second room',
  'Ksh 1,000 call-out, then by agreement',
];
const CLIENT_NOTES = [
  'Landlady, twelve units',
  'Homeowner',
  'Runs a shop in town',
  'Caretaker of two plots',
  'School bursar',
  'Student at JKUAT',
  'Building a family house',
  'Hotel manager',
];

/** Returns a full name; the two names differ. */
export function demoName(random: Random): string {
  const first = random.pick(FIRST);
  let last = random.pick(LAST);
  while (last === first) last = random.pick(LAST);
  return `${first} ${last}`;
}

/** Makes ten-digit phone numbers of Kenyan networks: never one of `taken`, never the same twice. */
export function phoneMaker(random: Random, taken: Iterable<string>): () => string {
  const used = new Set(taken);
  return () => {
    for (;;) {
      const prefix = random.pick(['0701', '0711', '0720', '0729', '0741', '0790', '0110', '0113']);
      const phone = prefix + String(random.whole(0, 899_999)).padStart(6, '0');
      // A payment with a number that ends in 9xx goes wrong in the simulator.
      if (used.has(phone) || /9\d\d$/.test(phone)) continue;
      used.add(phone);
      return phone;
    }
  };
}

/** Returns a national ID number. */
export function demoIdNumber(random: Random): string {
  return String(random.whole(20_000_000, 41_999_999));
}

export const demoPlace = (random: Random) => random.pick(PLACES);
export const demoRate = (random: Random) => random.pick(RATES);
export const demoClientNote = (random: Random) => random.pick(CLIENT_NOTES);

/** Returns skills of one trade, comma-separated, the main one first. */
export function demoSkills(random: Random): string {
  const trade = random.pick(TRADES);
  return trade.slice(0, random.whole(1, trade.length)).join(', ');
}
