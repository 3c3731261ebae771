/** The codes that people type as the account of Pay Bill. */
import { describe, expect, it, test } from 'vitest';
import { accountCode, readAccount } from '../../server/payments/accountCodes.ts';

const PURPOSES = ['post_job', 'post_ad', 'subscription'] as const;
const IDS = [1, 2, 7, 12, 1234, 99_999, 1_000_000, 49_345_295];
const CODED = PURPOSES.flatMap((purpose) => IDS.map((id) => ({ purpose, id })));
const SIGNS = '0123456789CFHJKMNPRTWXY';
const CODE = accountCode({ purpose: 'post_job', id: 7 });

test('a code has seven letters and digits, is read back, and is that of one payable only', () => {
  const codes = CODED.map(accountCode);
  for (const code of codes) expect(code).toMatch(/^[0-9CFHJKMNPRTWXY]{7}$/);
  expect(codes.map(readAccount)).toEqual(CODED);
  expect(new Set(codes).size).toBe(CODED.length);
});

test('the codes of today are those of tomorrow: they stand in SMS', () => {
  expect(CODED.filter(({ id }) => id === 7).map(accountCode)).toMatchInlineSnapshot(`
    [
      "YF317F7",
      "JN106PP",
      "4WXY604",
    ]
  `);
});

test('no code is read with one wrong sign, or with two signs swapped', () => {
  for (const code of CODED.slice(0, 6).map(accountCode)) {
    for (let at = 0; at < code.length; at += 1) {
      for (const sign of SIGNS) {
        const wrong = code.slice(0, at) + sign + code.slice(at + 1);
        if (wrong !== code) expect(readAccount(wrong), wrong).toBeNull();
      }
      const [one = '', two = ''] = code.slice(at, at + 2);
      const swapped = code.slice(0, at) + two + one + code.slice(at + 2);
      if (swapped !== code) expect(readAccount(swapped), swapped).toBeNull();
    }
  }
});

describe('an account is read as people type it', () => {
  const LOOK_ALIKE: [string, string][] = [
    ['0', 'OoQD'],
    ['1', 'IiLl'],
    ['2', 'Zz'],
    ['5', 'Ss'],
    ['6', 'Gg'],
    ['8', 'Bb'],
  ];
  test.each([
    ['in small letters', CODE.toLowerCase()],
    ['with spaces', ` ${CODE.slice(0, 3)}  ${CODE.slice(3)} `],
    ['with dashes', `${CODE.slice(0, 3)}-${CODE.slice(3, 5)}\u2013${CODE.slice(5)}.`],
    ['with signs that nobody sees', `\u200e${CODE}\u202c`],
  ])('%s', (_, typed) => expect(readAccount(typed)).toEqual({ purpose: 'post_job', id: 7 }));

  it.each(LOOK_ALIKE)('with a letter for the digit %s: one of %s', (digit, letters) => {
    const coded = CODED.find((one) => accountCode(one).includes(digit));
    if (!coded) throw new Error(`no code has a ${digit}`);
    for (const letter of letters) {
      const typed = accountCode(coded).replaceAll(digit, letter);
      expect(readAccount(typed), typed).toEqual(coded);
    }
  });

  it.each(['0712345678', '+254 712 345678', '254-712-345-678', 'O7I2 345 678', '00254712345678'])(
    'a phone: %s',
    (typed) => expect(readAccount(typed)).toEqual({ phone: '0712345678' }),
  );

  it.each([
    ['nothing', ''],
    ['spaces', '  '],
    ['words', 'my job'],
    ['a code with a sign too many', `${CODE}0`],
    ['a code without its last sign', CODE.slice(0, -1)],
    ['a vowel, which no code has', `${CODE.slice(0, -1)}A`],
    ['a landline', '0202345678'],
    ['a hashed phone', 'a'.repeat(64)],
    ['a masked phone', '2547*****126'],
    ['a name of a number', '__proto__'],
  ])('nothing is meant by %s', (_, typed) => expect(readAccount(typed)).toBeNull());
});
