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

const at = (iso: string) => Date.parse(iso);
const NOON = at('2026-03-10T12:00:00+03:00');

describe('parseDate', () => {
  test('reads a day without a time as the end of that day in Nairobi', () => {
    expect(parseDate('2026-03-10')).toBe(at('2026-03-10T20:59:59.999Z'));
    expect(parseDate(' 2026-03-10 ')).toBe(at('2026-03-10T20:59:59.999Z'));
  });

  test('reads a date with a time as that instant', () => {
    expect(parseDate('2026-03-10T09:00:00Z')).toBe(at('2026-03-10T09:00:00Z'));
    expect(parseDate('2026-03-10T12:00:00+03:00')).toBe(at('2026-03-10T09:00:00Z'));
  });

  test.each([
    '2026-03-10T12:00:00+03:00',
    '2026-03-10T12:00:00.000000+03:00',
    '2026-03-10 12:00:00+03:00',
    '2026-03-10T12:00:00+0300',
    '2026-03-10 12:00:00+03',
    '2026-03-10T09:00:00Z',
    '2026-03-10T09:00:00.000123Z',
    '2026-03-10T12:00:00',
    '2026-03-10 12:00:00.000000',
    '2026-03-10T12:00',
    'Tue, 10 Mar 2026 09:00:00 GMT',
    '1773133200',
    '1773133200000',
  ])('reads %s as noon in Nairobi, on a machine in any zone', (value) => {
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
  test.each([
    [
      'the trial',
      { on_trial: true, trial_ends: '2026-03-12', subscription_end: '2026-02-01' },
      '2026-03-12',
    ],
    [
      'the subscription',
      { trial_ends: '2026-01-08', subscription_end: '2026-03-20' },
      '2026-03-20',
    ],
    ['the last known, when both are over', { trial_ends: '2026-01-08' }, '2026-01-08'],
    [
      'nothing, while a trial that is not running has days ahead',
      { trial_ends: '2099-01-08' },
      null,
    ],
    [
      'the subscription that is over, beside such a trial',
      { on_trial: false, trial_ends: '2099-01-08', subscription_end: '2026-01-08' },
      '2026-01-08',
    ],
    ['nothing', {}, null],
  ])('is the end of %s', (_, fundi, end) => {
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
    '0712345678',
    '0712 345 678',
    ' 0712-345-678 ',
    '(0712) 345.678',
    '+254712345678',
    '+254 712 345 678',
    '254712345678',
    '00254712345678',
    '+254 (0) 712 345678',
    '+2540712345678',
    '\u202a+254\u00a0712\u00a0345\u00a0678\u202c',
    '+254\u2011712\u2011345\u2011678',
    '0712\u2013345\u2014678',
    '0712\u2212345\u2212678',
    '\u2060+254\u00ad712\u200b345\ufeff678',
    '0712\u3164345678',
    '٠٧١٢٣٤٥٦٧٨',
    '۰۷۱۲۳۴۵۶۷۸',
    '०७१२३४५६७८',
    '＋２５４ ７１２ ３４５ ６７８',
    '𝟎𝟕𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
    '0\ufe0f\u20e37\ufe0f\u20e312345678',
    'tel:+254-712-345-678',
    'Tel.: 0712345678',
    'Simu: 0712 345 678',
    '(tel: 0712345678)',
    '“0712345678”,',
    '’0712345678',
    '0712345678,',
    '0712 345 678.',
    '0712·345·678',
    '712345678',
    '+712345678',
    '254 0712 345 678',
  ])('turns %j into ten digits', (typed) => {
    expect(normalisePhone(typed)).toBe('0712345678');
  });

  test('turns newer numbers into ten digits too', () => {
    expect(normalisePhone('+254112345678')).toBe('0112345678');
    expect(normalisePhone('0112 345 678')).toBe('0112345678');
  });

  test.each([
    ['07123456789', '07123456789', null],
    ['00712345678', '00712345678', null],
    ['+255712345678', '+255712345678', null],
    ['+25471234567', '+25471234567', null],
    ['254071234567', '254071234567', null],
    ['812345678', '812345678', null],
    ['2547123456789', '2547123456789', null],
    ['0712+345678', '0712+345678', '+'],
    ['x254712345678', 'x254712345678', 'x'],
    ['07l2345678', '07l2345678', 'l'],
    ['O712 345 678', 'O712345678', 'O'],
    ['0712345678 / 0722345678', '0712345678/0722345678', '/'],
    ['0712😀345678', '0712😀345678', '😀'],
    ['', '', null],
  ])('turns %j into %j, which the ten-digit rule refuses for the sign %j', (typed, phone, sign) => {
    expect(normalisePhone(typed)).toBe(phone);
    expect(wrongSign(phone)).toBe(sign);
    expect(isPhone(phone)).toBe(false);
  });
});

describe('isPhone', () => {
  test.each(['0712345678', '0112345678', '0000000000'])('accepts %s', (phone) => {
    expect(isPhone(phone)).toBe(true);
  });

  test.each(['071234567', '07123456789', '071234567a', ' 0712345678', '٠٧١٢٣٤٥٦٧٨', ''])(
    'refuses %j',
    (phone) => {
      expect(isPhone(phone)).toBe(false);
    },
  );
});

test('chatNumber replaces the first digit by 254', () => {
  expect(chatNumber('0712345678')).toBe('254712345678');
  expect(chatNumber('0712 345 678')).toBe('254712345678');
  expect(chatHref('0712345678')).toBe('https://wa.me/254712345678');
  // It has a prefix of its own.
  expect(chatHref('+44 20 7946 0958')).toBe('https://wa.me/442079460958');
  expect(chatNumber('+254712345678')).toBe('254712345678');
});

describe('skills', () => {
  test('are trimmed and never empty', () => {
    expect(splitSkills(' Plumbing, ,Tiling ,')).toEqual(['Plumbing', 'Tiling']);
    expect(splitSkills(null)).toEqual([]);
    expect(splitSkills(undefined)).toEqual([]);
    expect(splitSkills(' , ')).toEqual([]);
  });

  test('on a card are at most two', () => {
    expect(cardSkills('Plumbing,Tiling,Painting')).toEqual(['Plumbing', 'Tiling']);
    expect(cardSkills('Plumbing')).toEqual(['Plumbing']);
    expect(cardSkills('plumbing,, plumbing ,welding')).toEqual(['plumbing', 'welding']);
  });
});

describe('jobPreview', () => {
  test('shows ninety characters, and cuts the ninety-first', () => {
    expect(jobPreview('x'.repeat(90))).toBe('x'.repeat(90));
    expect(jobPreview('x'.repeat(91))).toBe(`${'x'.repeat(90)}…`);
  });

  test('never cuts an emoji in half', () => {
    expect(jobPreview('🔧'.repeat(90))).toBe('🔧'.repeat(90));
    expect(jobPreview('🔧'.repeat(91))).toBe(`${'🔧'.repeat(90)}…`);
    expect(jobPreview(`${'x'.repeat(89)}🔧y`)).toBe(`${'x'.repeat(89)}🔧…`);
  });

  test('is empty without a description', () => {
    expect(jobPreview(null)).toBe('');
    expect(jobPreview(undefined)).toBe('');
  });
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
    expect(filterOptions(values).map(({ value }) => value)).toEqual([
      'éclair',
      'eldoret',
      'Ruiru',
      'Thika',
    ]);
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
  test.each(['https://example.com', 'http://example.com/a?b=c#d', 'HTTPS://example.com'])(
    'keeps %s',
    (link) => {
      expect(safeLink(` ${link} `)).toBe(link);
    },
  );

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'mailto:a@example.com',
    '//example.com',
    '/fundis',
    'example.com',
    'https://',
    'xhttps://example.com',
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

test('initial returns the first letter, also when it is an emoji', () => {
  expect(initial(' wanjiku')).toBe('W');
  expect(initial('🔧 Otieno')).toBe('🔧');
  expect(initial('عمر')).toBe('ع');
  expect(initial('')).toBe('?');
  expect(initial(null)).toBe('?');
});
