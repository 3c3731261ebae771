import { describe, expect, test, vi } from 'vitest';
import {
  daysLeft,
  formatDate,
  parseDate,
  subscriptionEnd,
  subscriptionState,
} from '../../src/contract/dates.ts';
import {
  cardSkills,
  chatNumber,
  filterOptions,
  foldText,
  initial,
  isPhone,
  jobPreview,
  matchesFilter,
  namesUser,
  normaliseIdNumber,
  normalisePhone,
  parsedUrl,
  safeLink,
  splitSkills,
  wrongSign,
} from '../../src/contract/rules.ts';
import { chatHref } from '../../src/lib/contact.ts';
import { rowsOf } from '../support/table.ts';

const at = (iso: string) => Date.parse(iso);
const NOON = at('2026-03-10T12:00:00+03:00');

/** The cells of a list in a text. */
const listed = (text: string) => rowsOf(text).flat();

describe('parseDate', () => {
  test.each(['2026-03-10', ' 2026-03-10 '])('reads %j as the end of that day in Nairobi', (day) => {
    expect(parseDate(day)).toBe(at('2026-03-10T20:59:59.999Z'));
  });

  test.each(
    listed(`
      2026-03-10T12:00:00+03:00 | 2026-03-10T12:00:00.000000+03:00 | 2026-03-10 12:00:00+03:00
      2026-03-10T12:00:00+0300  | 2026-03-10T12:00:00              | 2026-03-10 12:00:00+03
      2026-03-10T09:00:00Z      | 2026-03-10T09:00:00.000123Z      | 2026-03-10 12:00:00.000000
      2026-03-10T12:00          | Tue, 10 Mar 2026 09:00:00 GMT    | 1773133200 | 1773133200000`),
  )('reads %s as noon in Nairobi, on a machine in any zone', (value) => {
    expect(parseDate(value)).toBe(NOON);
  });

  test.each([null, undefined, '', '  ', 'soon', '2026-13-45'])('has no date for %j', (value) => {
    expect(parseDate(value)).toBeNull();
  });
});

describe('daysLeft', () => {
  test.each([
    ['exactly seven days', '2026-03-17T12:00:00+03:00', 7],
    ['a second less than seven days', '2026-03-17T11:59:59+03:00', 6],
    ['a second', '2026-03-10T12:00:01+03:00', 0],
    ['none when it is over', '2026-03-01T12:00:00+03:00', 0],
    ['the rest of a day without a time', '2026-03-10', 0],
    ['tomorrow until its end', '2026-03-11', 1],
    ['none without a date', null, 0],
    ['none for what is no date', 'soon', 0],
  ])('counts whole days: %s', (_, end, days) => {
    expect(daysLeft(end, NOON)).toBe(days);
  });
});

describe('formatDate', () => {
  test('writes the day in Kenya, in any time zone of the machine, with spaces that do not break', () => {
    expect(formatDate('2026-11-21')).toBe('21\u00a0Nov\u00a02026');
    expect(formatDate('2026-11-21T22:30:00Z')).toBe('22\u00a0Nov\u00a02026');
    expect(formatDate('2026-11-21T20:30:00Z')).toBe('21\u00a0Nov\u00a02026');
  });

  test.each([null, undefined, '', 'soon'])('writes nothing for %j', (value) => {
    expect(formatDate(value)).toBeNull();
  });
});

describe('subscriptionState', () => {
  const past = '2026-03-01';
  const ahead = '2026-03-20';
  test.each([
    ['Trial', { on_trial: true, trial_ends: ahead }],
    ['Trial', { on_trial: true, trial_ends: ahead, subscription_end: ahead }],
    ['Trial', { on_trial: true, trial_ends: '2026-03-10' }],
    ['Active', { on_trial: true, trial_ends: past, subscription_end: ahead }],
    ['Active', { on_trial: false, trial_ends: ahead, subscription_end: ahead }],
    ['Active', { subscription_end: '2026-03-10T12:00:00.001+03:00' }],
    ['Inactive', { subscription_end: '2026-03-10T12:00:00+03:00' }],
    ['Inactive', { on_trial: false, trial_ends: ahead }],
    ['Inactive', { on_trial: true, trial_ends: past, subscription_end: past }],
    ['Inactive', { on_trial: true, trial_ends: null, subscription_end: null }],
    ['Inactive', { on_trial: true, trial_ends: 'soon' }],
    ['Inactive', {}],
  ])('is %s for %j', (state, fundi) => {
    expect(subscriptionState(fundi, NOON)).toBe(state);
  });
});

describe('subscriptionEnd', () => {
  const [over, ahead, never] = ['2026-01-08', '2026-03-20', '2099-01-08'];
  test.each([
    ['of the trial', { on_trial: true, trial_ends: ahead, subscription_end: over }, ahead],
    ['of the subscription', { trial_ends: over, subscription_end: ahead }, ahead],
    ['that is the last known, when both are over', { trial_ends: over }, over],
    ['of nothing, before a trial that is not running', { trial_ends: never }, null],
    ['of what is over, beside one', { trial_ends: never, subscription_end: over }, over],
    ['of nothing', {}, null],
  ])('is the end %s', (_, fundi, end) => {
    expect(subscriptionEnd(fundi, NOON)).toBe(end);
  });
});

describe('normaliseIdNumber', () => {
  test.each([
    ['12 345 678', '12345678'],
    [' 12-345.678/ ', '12345678'],
    ['12\u2013345\u00a0678', '12345678'],
    ['\u202d12\u200b345\u00ad678\u202c', '12345678'],
    ['１２３４５６７８', '12345678'],
    ['١٢٣٤٥٦٧٨', '12345678'],
    ['a1234567', 'A1234567'],
    ['Ａ 1234567', 'A1234567'],
    [' - . ', ''],
  ])('has one form for %j', (typed, idNumber) => {
    expect(normaliseIdNumber(typed)).toBe(idNumber);
  });
});

describe('normalisePhone', () => {
  test.each([
    ' 0712-345-678 ',
    ...listed(`
      0712345678    | 0712 345 678     | (0712) 345.678     | 0712345678,     | 0712 345 678. | 0712·345·678
      +254712345678 | +254 712 345 678 | +254 (0) 712 345678 | +2540712345678 | +712345678
      254712345678  | 00254712345678   | 254 0712 345 678   | 712345678
      tel:+254-712-345-678 | Tel.: 0712345678 | Simu: 0712 345 678 | (tel: 0712345678) | “0712345678”, | ’0712345678
      ٠٧١٢٣٤٥٦٧٨ | ۰۷۱۲۳۴۵۶۷۸ | ०७१२३४५६७८ | ＋２５４ ７１２ ３４５ ６７８ | 𝟎𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖
      +254\u2011712\u2011345\u2011678 | 0712\u2013345\u2014678 | 0712\u2212345\u2212678
      \u202a+254\u00a0712\u00a0345\u00a0678\u202c | \u2060+254\u00ad712\u200b345\ufeff678
      0712\u3164345678 | 0\ufe0f\u20e37\ufe0f\u20e312345678`),
  ])('turns %j into ten digits', (typed) => {
    expect(normalisePhone(typed)).toBe('0712345678');
  });

  test('turns newer numbers into ten digits too', () => {
    expect(normalisePhone('+254112345678')).toBe('0112345678');
    expect(normalisePhone('0112 345 678')).toBe('0112345678');
  });

  test.each([
    ...listed(`07123456789 | 00712345678 | +255712345678 | +25471234567 | 254071234567 | 812345678
      2547123456789`).map((typed) => [typed, null] as const),
    ['', null],
    ['0712+345678', '+'],
    ['x254712345678', 'x'],
    ['07l2345678', 'l'],
    ['O712 345 678', 'O'],
    ['0712345678 / 0722345678', '/'],
    ['0712😀345678', '😀'],
  ] as const)('leaves %j, which the ten-digit rule refuses for the sign %j', (typed, sign) => {
    const phone = normalisePhone(typed);
    expect(phone).toBe(typed.replaceAll(' ', ''));
    expect(wrongSign(phone)).toBe(sign);
    expect(isPhone(phone)).toBe(false);
  });
});

test.each([
  ...['0712345678', '0112345678', '0000000000'].map((phone) => [phone, true] as const),
  ...['071234567', '07123456789', '071234567a', ' 0712345678', '٠٧١٢٣٤٥٦٧٨', ''].map(
    (phone) => [phone, false] as const,
  ),
])('%j has exactly ten digits: %s', (phone, result) => {
  expect(isPhone(phone)).toBe(result);
});

test('chatNumber replaces the first digit by 254', () => {
  expect(chatNumber('0712345678')).toBe('254712345678');
  expect(chatNumber('0712 345 678')).toBe('254712345678');
  expect(chatHref('0712345678')).toBe('https://wa.me/254712345678');
  // It has a prefix of its own.
  expect(chatHref('+44 20 7946 0958')).toBe('https://wa.me/442079460958');
  expect(chatNumber('+254712345678')).toBe('254712345678');
});

test.each([
  [' Plumbing, ,Tiling ,', ['Plumbing', 'Tiling']],
  [' , ', []],
  [null, []],
  [undefined, []],
])('the skills %j are %j: trimmed and never empty', (text, skills) => {
  expect(splitSkills(text)).toEqual(skills);
});

test.each([
  ['Plumbing,Tiling,Painting', ['Plumbing', 'Tiling']],
  ['Plumbing', ['Plumbing']],
  ['plumbing,, plumbing ,welding', ['plumbing', 'welding']],
])('a card has of %j at most two: %j', (text, skills) => {
  expect(cardSkills(text)).toEqual(skills);
});

test.each([
  ['x'.repeat(90), 'x'.repeat(90)],
  ['x'.repeat(91), `${'x'.repeat(90)}…`],
  // An emoji is one of them, and never cut in half.
  ['🔧'.repeat(90), '🔧'.repeat(90)],
  ['🔧'.repeat(91), `${'🔧'.repeat(90)}…`],
  [`${'x'.repeat(89)}🔧y`, `${'x'.repeat(89)}🔧…`],
  [null, ''],
  [undefined, ''],
])('a preview shows ninety characters and cuts the ninety-first: %j', (text, preview) => {
  expect(jobPreview(text)).toBe(preview);
});

describe('filterOptions', () => {
  test('ignores case and white space, counts, and shows the most frequent spelling', () => {
    expect(filterOptions(['juja', 'Juja ', 'Juja', 'JUJA', 'New  Town', 'new town'])).toEqual([
      { value: 'Juja', count: 4 },
      { value: 'New Town', count: 2 },
    ]);
  });

  test('sorts alphabetically and leaves out empty values', () => {
    const values = ['Thika', null, 'éclair', undefined, '', '  ', 'Ruiru', 'eldoret'];
    const sorted = ['éclair', 'eldoret', 'Ruiru', 'Thika'];
    expect(filterOptions(values).map(({ value }) => value)).toEqual(sorted);
  });

  test('sorts the texts that need no collator as a collator does', () => {
    const parts = ['', 'a', 'B', 'b', 'z', '0', '9', '10', ' x', ', x', "'x", ", 'x"];
    const values = parts.flatMap((start) => parts.map((end) => `m${start}${end}`));
    const made = vi.spyOn(Intl, 'Collator');
    const options = filterOptions(values).map(({ value }) => value);
    expect(made).not.toHaveBeenCalled();
    expect(options).toEqual(options.toSorted(new Intl.Collator('en-KE').compare));
  });

  test('is empty for an empty list', () => {
    expect(filterOptions([])).toEqual([]);
  });
});

describe('matchesFilter', () => {
  test.each([
    ['Juja Farm', 'juja', true],
    ['JUJA', ' Juja ', true],
    ['New  Town', 'new town', true],
    ['Thika', 'Juja', false],
    ['Thika', '', true],
    ['New Town', 'newtown', false],
    [null, 'e', false],
    [null, '', true],
    ['C++ (a.*)', 'a.*', true],
  ])('%j for %j: %s', (value, wanted, matches) => {
    expect(matchesFilter(value, wanted)).toBe(matches);
  });
});

describe('safeLink', () => {
  const good = ['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://example.com'];
  test.each(good)('keeps %s', (link) => {
    expect(safeLink(` ${link} `)).toBe(link);
  });

  test.each([
    ...listed(`
      javascript:alert(1) | JavaScript:alert(1) | data:text/html,<script>alert(1)</script> | vbscript:x
      file:///etc/passwd | mailto:a@example.com | //example.com | /fundis | example.com | https://
      xhttps://example.com`),
    'java\nscript:alert(1)',
    '',
    null,
    undefined,
  ])('refuses %j', (link) => {
    expect(safeLink(link)).toBeNull();
  });
});

test.each([
  ['https://example.com@evil.example', true],
  ['https://:word@evil.example', true],
  ['https://example.com/@a', false],
  ['example', false],
])('%s names a user: %s', (link, names) => {
  expect(namesUser(link)).toBe(names);
});

test('parsedUrl is null for what is no address', () => {
  expect(parsedUrl('https://')).toBeNull();
});

test('foldText gives lower case and single spaces', () => {
  expect(foldText(' New  Town\n')).toBe('new town');
});

test.each([
  [' wanjiku', 'W'],
  ['🔧 Otieno', '🔧'],
  ['عمر', 'ع'],
  ['', '?'],
  [null, '?'],
])('the initial of %j is %s', (name, letter) => {
  expect(initial(name)).toBe(letter);
});
