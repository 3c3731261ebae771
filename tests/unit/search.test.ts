import { describe, expect, test } from 'vitest';
import { TRADE_WORDS } from '../../src/contract/tradeWords.ts';
import { plainWords, TRADES, tradeTable } from '../../src/contract/trades.ts';
import { readEntries } from '../../src/lib/list/entries.ts';
import { withLetters, type SearchedText } from '../../src/lib/list/filters.ts';
import { readPhrase } from '../../src/lib/list/phrase.ts';
import { readQuestion } from '../../src/lib/list/question.ts';
import { searchIn } from '../../src/lib/list/search.ts';

interface Person {
  name: string;
  skills: string | null;
  place: string | null;
}

const searched: SearchedText<Person>[] = [
  { text: (person) => person.skills, as: 'trade' },
  { text: (person) => person.name, as: 'name' },
  { text: (person) => person.place, as: 'place' },
];

const people: Person[] = [
  { name: 'Rose Kamau', skills: 'House cleaning, Laundry', place: 'Juja' },
  { name: 'Ali', skills: 'Electrical wiring, Solar installation', place: 'Thika' },
  { name: 'Mary', skills: 'Plumbing', place: 'Thika' },
  { name: 'Otieno', skills: 'Tiling, plumbing', place: 'Juja' },
  { name: 'Wanjiku', skills: 'Hairdressing, Braiding', place: 'Kenyatta Road' },
  { name: 'Kevin Kamau', skills: 'Masonry, Paving blocks', place: 'Highpoint, Juja' },
  { name: 'Abdi', skills: 'Kutengeneza majiko', place: null },
  { name: 'Nobody', skills: null, place: 'Landless' },
];

/** The words that several trades share on purpose. */
const SHARED: Record<string, string> = {
  'plumbing electrical': 'water heater, instant shower, geyser, instant heater',
  'plumbing roofing':
    'leak, leaking, leakage, leaky, vuja, inavuja, linavuja, unavuja, kuvuja, yanavuja, zinavuja',
  'plumbing exhauster': 'sewage, maji taka',
  'plumbing borehole': 'pressure pump',
  'plumbing solar': 'solar water heater',
  'electrical solar': 'inverter',
  'cctv photo': 'camera, kamera',
  'masonry handyman': 'mjengo',
  'masonry roofing': 'waterproofing',
  'masonry welding': 'fence, fencing, chain link',
  'carpentry upholstery': 'chair, kiti',
  'carpentry upholstery events': 'viti',
  'painting events': 'decorator, decorating',
  'painting gypsum': 'wall panel, fluted panel',
  'cleaning househelp': 'maid, house maid',
  'laundry tailoring': 'clothe, cloth, clothing, nguo',
  'tailoring hair': 'crochet',
  'mechanic tv': 'car radio',
  'mechanic locks': 'car key programming',
  'motorbike boda': 'pikipiki, nduthi',
  'phone signs': 'printer',
  'phone tv': 'screen',
  'tv events': 'speaker',
  'tv appliances': 'blender, iron box, kettle',
  'garden events': 'flower',
};

const search = searchIn(people, searched);
const { find } = search;
const names = (phrase: string) => find(phrase).items.map(({ name }) => name);
const marked = (phrase: string, text: string) =>
  find(phrase)
    .marks(text)
    .map((part, at) => (at % 2 === 1 ? `[${part}]` : part))
    .join('');

test.each(['nganga', "ng'ang'a", 'Ng’ang’a'])('%s is Ng’ang’a', (phrase) => {
  const others = [{ name: 'Ng’ang’a Kamau', skills: 'Welding', place: 'Juja' }];
  expect(searchIn(others, searched).find(phrase).items).toEqual(others);
});

const nearest = (q: string, place = '', others: string[] = []) => {
  const { wanted, place: where, places, items } = search.nearest({ q, place, others });
  return [wanted, where, places, items.map(({ name }) => name)];
};

const suggested = (phrase: string) =>
  search.suggest(phrase).map(({ name, count, phrase: whole }) => [name, count, whole]);

const tradesFor = (phrase: string) =>
  readPhrase(phrase, () => false).flatMap(({ trades }) => trades.map(({ id }) => id));

test.each([
  ['nguo', ['laundry', 'tailoring']],
  ['fundi nguo', ['tailoring']],
  ['mama nguo', ['laundry']],
])('%s: the trades that people mean by it', (phrase, expected) => {
  expect(tradesFor(phrase)).toEqual(expected);
});

describe('a phrase finds', () => {
  test.each([
    ['plumber', ['Mary', 'Otieno']],
    ['fundi mzuri wa maji', ['Mary', 'Otieno']],
    ['leaking tap', ['Mary', 'Otieno']],
    ['plumers', ['Mary', 'Otieno']],
    ['plum', ['Mary', 'Otieno']],
    ['mama fua', ['Rose Kamau']],
    ['mamafua', ['Rose Kamau']],
    ['hair dresser', ['Wanjiku']],
    ['I need a good electrician near me', ['Ali']],
    ['umeme wa jua', ['Ali']],
    ['fridge repair', ['Abdi']],
    ['tv repair', []],
    ['gas cooker', ['Abdi']],
  ])('%s: who does it, whatever words they use', (phrase, expected) => {
    expect(names(phrase)).toEqual(expected);
  });

  test.each([
    ['plumber in juja', ['Otieno']],
    ['fundi wa bomba huko thika', ['Mary']],
    ['mason juja', ['Kevin Kamau']],
    ['braids kenyatta road', ['Wanjiku']],
    ['plumber around tika', ['Mary']],
    ['plumber juja or thika', ['Mary', 'Otieno']],
    ['plumber in Mombasa', []],
    ['thika', ['Ali', 'Mary']],
  ])('%s: only those of the place', (phrase, expected) => {
    expect(names(phrase).toSorted()).toEqual(expected.toSorted());
  });

  test.each([
    ['kamau', ['Rose Kamau', 'Kevin Kamau']],
    ['kamau juja mason', ['Kevin Kamau']],
    ['Wanjiko', ['Wanjiku']],
    ['plumber for Wanjiku', ['Mary', 'Otieno']],
  ])('%s: the person, where one is named', (phrase, expected) => {
    expect(names(phrase).toSorted()).toEqual(expected.toSorted());
  });

  test.each(['asdfgh', 'zzz qqq', '!!!', 'xkcd juja'])('nobody for %s', (phrase) => {
    expect(names(phrase)).toEqual([]);
  });

  test.each(['fundi', 'natafuta fundi mzuri', 'a'])('everybody for %s', (phrase) => {
    expect(names(phrase)).toHaveLength(people.length);
  });

  test('everybody who has every word as it is typed, also when the words mean a trade', () => {
    const texts = people.flatMap(({ name, skills, place }) => [name, skills, place].join(' '));
    const phrases = texts.flatMap((text) =>
      text.split(/[ ,]+/).flatMap((word, at, words) => [word.slice(1), `${word} ${words[at + 1]}`]),
    );
    for (const q of [...phrases, 'block', 'e', 'ria']) {
      const plain = withLetters(people, searched, q);
      expect([q, find(q).items]).toEqual([q, expect.arrayContaining([...plain])]);
    }
  });
});

test('the best match comes first: the main trade before another one', () => {
  expect(names('plumber tiles')).toEqual(['Otieno', 'Mary']);
  expect(names('plumber')).toEqual(['Mary', 'Otieno']);
});

test('marks why somebody was found', () => {
  expect(marked('fundi wa maji', 'Tiling, plumbing')).toBe('Tiling, [plumbing]');
  expect(marked('leaking tap', 'Plumbing, Water tank installation')).toBe(
    '[Plumbing], Water tank installation',
  );
  expect(marked('plumber in juja', 'Highpoint, Juja')).toBe('Highpoint, [Juja]');
  expect(marked('kam', 'Rose Kamau')).toBe('Rose [Kam]au');
  expect(marked('Wanjiko', 'Wanjiku')).toBe('[Wanjiku]');
  expect(marked('fundi wa la maji', 'Landless')).toBe('Landless');
});

describe('where nobody is found', () => {
  test('says where the same trade is', () => {
    const places = [
      { value: 'Juja', count: 1 },
      { value: 'Thika', count: 1 },
    ];
    const plumbers = ['plumber', 'Ruiru', places, ['Mary', 'Otieno']];
    expect(nearest('fundi wa bomba huko ruiru')).toEqual(plumbers);
    expect(nearest('', 'Ruiru', ['Plumbing'])).toEqual(plumbers);
  });

  test('shows those of the places that it names, each place with all that its filter finds', () => {
    const places = ['Bahati', 'Thika', 'Juja Farm', 'Ruiru', 'Thika', 'Juja', 'Landless, Thika'];
    const painters = places.map((place) => ({ name: place, skills: 'Painting', place }));
    const asked = { q: 'painter in Limuru', place: '', others: [] };
    const { places: named, items } = searchIn(painters, searched).nearest(asked);
    expect(named).toEqual([
      { value: 'Thika', count: 3 },
      { value: 'Juja', count: 2 },
      { value: 'Bahati', count: 1 },
    ]);
    expect(items.map(({ name }) => name)).toEqual(places.filter((place) => place !== 'Ruiru'));
  });

  test('offers similar work when nobody in the town has the trade', () => {
    const asked = { q: 'borehole', place: '', others: [] };
    const { items, ...found } = search.nearest(asked);
    const similar = [{ value: 'Plumbing', count: 2 }];
    expect(found).toMatchObject({ wanted: TRADE_WORDS.borehole.person, places: [], similar });
    expect(items.map(({ name }) => name)).toEqual(['Mary', 'Otieno']);
  });

  test('shows others of the place when there is no such trade', () => {
    expect(nearest('fundi wa piano landless', '')).toEqual(['tutor', 'Landless', [], ['Nobody']]);
  });
});

describe('suggestions', () => {
  test('are trades and places of the list, with their counts', () => {
    expect(suggested('plum')).toEqual([['Plumbing', 2, 'Plumbing']]);
    expect(suggested('fundi wa stim')[0]).toEqual(['Electrical work', 1, 'Electrical work']);
    expect(suggested('thi')).toEqual([['Thika', 2, 'Thika']]);
    expect(suggested('watchm')).toEqual([]);
  });

  test('begin with the trade whose own name begins so, also with fewer fundis', () => {
    const skills = ['Electrical wiring', 'Electrical wiring', 'Plumbing'];
    const few = skills.map((skill) => ({ name: 'x', skills: skill, place: null }));
    const offered = searchIn(few, searched).suggest('plu');
    expect(offered.map(({ name }) => name)).toEqual(['Plumbing', 'Electrical work']);
  });

  test('begin with the place that is typed, with all whom it finds, before narrower ones', () => {
    const places = ['Landless, Thika', 'Thika', 'Landless, Thika'];
    const all = places.map((place) => ({ name: 'x', skills: 'Painting', place }));
    const offered = searchIn(all, searched).suggest('painter thika');
    expect(offered.map(({ name, count }) => `${name} ${count}`)).toEqual([
      'Thika 3',
      'Landless, Thika 2',
    ]);
  });

  test('do not complete a word that carries nothing to a place', () => {
    const all = ['Membley', 'Juja'].map((place) => ({ name: 'x', skills: 'Plumbing', place }));
    const { suggest } = searchIn(all, searched);
    expect(suggest('plumers near me')).toEqual([]);
    expect(suggest('plumers near mem').map(({ name }) => name)).toEqual(['Membley']);
  });

  test('go on with what is typed', () => {
    expect(suggested('plumber in ju')).toEqual([['Juja', 1, 'plumber in Juja']]);
    expect(suggested('mama fu')).toEqual([['Laundry', 1, 'Laundry']]);
  });
});

describe('the words of each trade', () => {
  const entries = TRADES.flatMap((trade) =>
    TRADE_WORDS[trade.id].words.split(',').map((entry) => [trade.id, entry.trim()] as const),
  );
  test('find it', () => {
    for (const [id, entry] of entries) {
      expect([entry, readPhrase(entry, () => false).length]).toEqual([entry, 1]);
      expect([entry, tradesFor(entry)]).toEqual([entry, expect.arrayContaining([id])]);
    }
  });

  test('are small letters, of three words at most, and none twice', () => {
    const seen = new Set<string>();
    for (const [id, entry] of entries) {
      const words = plainWords(entry);
      expect([entry, entry === entry.toLowerCase(), words.length < 4]).toEqual([entry, true, true]);
      const key = `${id}: ${words.join('')}`;
      expect([key, seen.has(key)]).toEqual([key, false]);
      seen.add(key);
    }
    for (const { id, words } of TRADES) {
      for (const entry of words.split(',')) {
        const key = `${id}: ${plainWords(entry).join('')}`;
        expect([key, seen.has(key)]).toEqual([key, false]);
      }
    }
  });

  test('are of several trades only on purpose', () => {
    const shared: Record<string, string> = {};
    const table = tradeTable(({ id, words }) => `${words},${TRADE_WORDS[id].words}`);
    for (const [entry, trades] of table) {
      if (trades.length === 1) continue;
      const key = trades.map(({ id }) => id).join(' ');
      shared[key] = key in shared ? `${shared[key]}, ${entry}` : entry;
    }
    expect(shared).toEqual(SHARED);
  });

  test('find the name of each trade first', () => {
    const list = readEntries(people, searched);
    for (const { id, name } of TRADES)
      expect([name, [...readQuestion(name, list).trades.keys()][0]?.id]).toEqual([name, id]);
  });
});
