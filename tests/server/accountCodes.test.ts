/** The codes that people type as the account of Pay Bill. */
import { describe, expect, it, test } from 'vitest';
import { accountCode, readAccounts } from '../../server/payments/accountCodes.ts';

const PURPOSES = ['post_job', 'post_ad', 'subscription'] as const;
const IDS = [1, 2, 7, 12, 1234, 99_999, 1_000_000, 49_345_295];
const CODED = PURPOSES.flatMap((purpose) => IDS.map((id) => ({ purpose, id })));
const SIGNS = '0123456789CFHJKMNPRTWXY';
const JOB = { purpose: 'post_job', id: 7 } as const;
const CODE = accountCode(JOB);
const AD = accountCode({ purpose: 'post_ad', id: 7 });

/** What is meant; null for nothing, 'several' for more than one thing. */
function readAccount(typed: string) {
  const [account = null, ...others] = readAccounts(typed);
  return others.length > 0 ? 'several' : account;
}

test('a code has seven letters and digits, is read back, and is that of one payable only', () => {
  const codes = CODED.map(accountCode);
  for (const code of codes) expect(code).toMatch(/^[0-9CFHJKMNPRTWXY]{7}$/);
  expect(codes.map((code) => readAccount(code))).toEqual(CODED);
  expect(new Set(codes).size).toBe(CODED.length);
});

test('the codes of today are those of tomorrow: they stand in SMS', () => {
  const codes = PURPOSES.map((purpose) => accountCode({ purpose, id: 7 }));
  expect(codes).toEqual(['YF317F7', 'JN106PP', '4WXY604']);
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
  test.each([
    ['in small letters', CODE.toLowerCase()],
    ['with spaces', ' YF3  17F7 '],
    ['with dashes', 'YF3-17\u2013F7.'],
    ['with signs that nobody sees', '\u200eYF3\u200b17F7\u202c'],
    ['in wide letters', 'ＹＦ３１７Ｆ７'],
    ['with a name behind it', `${CODE} JOHN`],
    ['with a word before it', `acc ${CODE}`],
    ['with words on both sides', `acc no ${CODE} John`],
    ['with a slash', `A/C ${CODE}`],
    ['within brackets', `(${CODE})`],
    ['twice', `${CODE} ${CODE}`],
    ['in two parts, with words', 'acc YF3 17F7 John'],
    ['in three parts, with a word', 'YF-317-F7 John'],
    ['with a word that touches it', `ACC${CODE}`],
    ['with a name that touches it', `${CODE}JOHN`],
    ['with the price', `${CODE} 100`],
    ["with the payer's phone", `${CODE} 0712345678`],
    ["with the payer's phone and name", `0712 345 678 JOHN ${CODE}`],
    ['with a letter for its digit, and words', 'acc YF3I7F7 john'],
    ['with an ID number', `${CODE} 12345678`],
    ['with a wrong code', `YF317F8 ${CODE}`],
  ])('%s', (_, typed) => expect(readAccount(typed)).toEqual(JOB));

  test.each([1, 2, 3].flatMap((id) => PURPOSES.map((purpose) => ({ purpose, id }))))(
    'the code of %j with words on both sides',
    (coded) => expect(readAccount(`acc no ${accountCode(coded)} john`)).toEqual(coded),
  );

  it.each([
    ['two codes', `${CODE} ${AD}`],
    ['two codes with words', `job ${CODE} and ad ${AD}.`],
    ['two codes, one in parts', `${CODE} YF3 17F7 ${AD}`],
    ['two phones', '0712345678 0722345678'],
  ])('%s are two things', (_, typed) => expect(readAccount(typed)).toBe('several'));

  it.each([
    ['0', 'OoQD'],
    ['1', 'IiLl'],
    ['2', 'Zz'],
    ['5', 'Ss'],
    ['6', 'Gg'],
    ['8', 'Bb'],
  ])('with a letter for the digit %s: one of %s', (digit, letters) => {
    const coded = CODED.find((one) => accountCode(one).includes(digit));
    if (!coded) throw new Error(`no code has a ${digit}`);
    for (const letter of letters) {
      const typed = accountCode(coded).replaceAll(digit, letter);
      expect(readAccount(typed), typed).toEqual(coded);
    }
  });

  it.each([
    '0712345678',
    '712345678',
    '712 345 678',
    '+254 712 345678',
    '254-712-345-678',
    '2540712345678',
    '+254 (0)712 345 678',
    'O7I2 345 678',
    '00254712345678',
    '0712345678 JOHN',
    'sub 254712345678 Mary',
    '0712345678 254712345678',
    '0712345678 200',
  ])('a phone: %s', (typed) => expect(readAccount(typed)).toEqual({ phone: '0712345678' }));

  it.each([
    ['nothing', ''],
    ['words', 'my job'],
    ['a code with a sign too many', `${CODE}0`],
    ['a code without its last sign', CODE.slice(0, -1)],
    ['a vowel, which no code has', `${CODE.slice(0, -1)}A`],
    ['a code without its last sign, with words', `acc ${CODE.slice(0, -1)} john`],
    ['a phone with a digit too few', '071234567 JOHN'],
    ['an ID number', '12345678'],
    ['a landline', '0202345678'],
    ['a hashed phone', 'a'.repeat(64)],
    ['a masked phone', '2547*****126'],
    ['a name of a number', '__proto__'],
  ])('nothing is meant by %s', (_, typed) => expect(readAccount(typed)).toBeNull());
});

/** Words, and names as they stand in M-Pesa's messages. */
const WORDS =
  `JOHN JOHNSON MARY WANJIKU KAMAU OTIENO OMONDI NJOROGE KIPROTICH KIPKORIR KIPTOO MWANGI MUTHONI NJERI
  WAMBUI ACHIENG ODHIAMBO ONYANGO CHEPKOECH MOHAMED HASSAN PETER PAUL SIMON SIMPSON WILSON ROBINSON NICHOLSON GIDION
  MOSOTI NYABOKE BOSIRE GITHONGO KIBOTI KIPLIMO SOKOINE LOKORIO MONGOLO BONIFACE JOB JOBPOST POSTJOB PLUMBER FUNDI
  MTAANI ADVERT LISTING PAYMENT MALIPO SUBSCRIPTION MONTHLY ACCOUNT NUMBER PAYBILL KODI SHOP HOTEL SCHOOL CHURCH
  SHILOH ZION CORNISH CHRISPIN DICKSON HOLLISTIC HOBBITS SHIPPING FOLDING MIRROR DOCTOR COFFIN CONTROL`.split(
    /\s+/,
  );

test('of words and names, alone and two by two, one in a thousand is taken for a code, and for none that there is', () => {
  const pairs = WORDS.flatMap((one) => [one, ...WORDS.map((other) => `${one} ${other}`)]);
  const taken = pairs.flatMap(readAccounts);
  expect(taken.length).toBeLessThan(pairs.length / 1000);
  // A town has thousands of payables; the codes have room for 49 million.
  for (const account of taken) expect('id' in account ? account.id : 0).toBeGreaterThan(100_000);
});
