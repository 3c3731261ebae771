/** What Daraja's answers to Pull mean, in every form that was seen of it. */
import { describe, expect, test } from 'vitest';
import { readPullRegistered, readReceived } from '../../server/mpesa/pullAnswers.ts';
import { readConfirmation } from '../../server/payments/confirmation.ts';

/** As the provider's page has it. */
const ROW = {
  transactionId: 'yzlyrEsRG1',
  trxDate: '2020-08-05T10:13:00Z',
  msisdn: 722000000,
  sender: 'UAT2',
  transactiontype: 'c2b-pay-bill-debit',
  billreference: '37207636392',
  amount: '168.00',
  organizationname: 'Daraja Pull API Test',
};
const answer = (body: unknown, status = 200) => ({ status, body });
const coded = (ResponseCode: unknown, ResponseMessage: string, rest: object = {}) =>
  answer({ ResponseRefID: '26178-42530161-2', ResponseCode, ResponseMessage, ...rest });
const listed = (Response: unknown, code: unknown = '1000') => coded(code, 'Success', { Response });
const read = (row: object) => {
  const result = readReceived(listed([row]));
  return result.kind === 'page' ? result.sums.map(readConfirmation) : result;
};

describe('the rows', () => {
  const sum = {
    receipt: 'YZLYRESRG1',
    amount: 168,
    typed: '37207636392',
    sentAt: new Date('2020-08-05T10:13:00Z'),
    payer: 'UAT2 7220***000',
  };
  const { transactionId, trxDate, msisdn, sender, billreference } = ROW;
  const inOtherLetters = {
    TransactionID: transactionId,
    TrxDate: trxDate,
    MSISDN: msisdn,
    Sender: sender,
    'Bill Reference': billreference,
    Amount: '168.00',
  };
  const asConfirmed = {
    TransID: transactionId,
    TransTime: '20200805131300',
    MSISDN: msisdn,
    FirstName: sender,
    BillRefNumber: billreference,
    TransAmount: '168.00',
  };
  const inName = { sender: '254722000126 - JOHN', msisdn: '' };
  test.each<[string, object, object]>([
    ['as documented', {}, {}],
    ['with numbers in place of texts', { billreference: 37207636392, amount: 168 }, {}],
    ['with texts in place of numbers', { msisdn: '722000000' }, {}],
    ['with the time of Nairobi', { trxDate: '2020-08-05 13:13:00' }, {}],
    ['with the day first', { trxDate: '05-08-2020 13:13:00' }, {}],
    ['with the time as a number', { trxDate: 20200805131300 }, {}],
    ['with the zone of Nairobi', { trxDate: '2020-08-05T13:13:00+03:00' }, {}],
    ['without a time', { trxDate: null }, { sentAt: null }],
    ['with a time that is none', { trxDate: '2020-13-45T10:13:00Z' }, { sentAt: null }],
    ['with thousands', { amount: '1,680.00' }, { amount: 1680 }],
    ['without an amount', { amount: '' }, { amount: null }],
    ['without an account', { billreference: undefined }, { typed: '' }],
    ['with a masked payer', { msisdn: '2547*****126' }, { payer: 'UAT2 2547*****126' }],
    ['with the payer in the name', inName, { payer: '2547***126 - JOHN' }],
  ])('are read %s', (_, parts, but) =>
    expect(read({ ...ROW, ...parts })).toEqual([{ ...sum, ...but }]),
  );

  test('are read in other letters, and as a confirmation has them', () => {
    for (const row of [inOtherLetters, asConfirmed]) expect(read(row)).toEqual([sum]);
  });

  test.each([
    ['in an array', [ROW, ROW]],
    ['in an array within it', [[ROW, ROW]]],
    ['in two arrays within it', [[ROW], [ROW]]],
  ])('are found %s', (_, response) =>
    expect(readReceived(listed(response))).toMatchObject({ kind: 'page', rows: 2 }),
  );

  test('that say that money left are no sums, and count for the offset', () => {
    const gone = [
      { ...ROW, transactiontype: 'Pay Bill Reversal' },
      { ...ROW, amount: '-168.00' },
    ];
    expect(readReceived(listed([...gone, ROW]))).toMatchObject({ kind: 'page', rows: 3 });
    expect(readReceived(listed(gone))).toEqual({ kind: 'page', rows: 2, sums: [] });
  });

  test('without a receipt are no sums that could be booked', () =>
    expect(read({ ...ROW, transactionId: '' })).toEqual([null]));
});

const nothing = { kind: 'page', rows: 0, sums: [] };
const refused = (message: string) => ({ kind: 'refused', message });
const noAnswer = (message: string) => ({ kind: 'noAnswer', message });
const error = (errorCode: string, errorMessage: string) => ({ errorCode, errorMessage });
const NO_PRODUCT = 'Invalid API call as no apiproduct match found';

test.each<[string, ReturnType<typeof answer>, object]>([
  ['an empty array', listed([]), nothing],
  ['an empty array within an array', listed([[]]), nothing],
  ['no rows at all', listed(undefined), nothing],
  ['null', listed(null), nothing],
  ['a number as the code', listed([], 1000), nothing],
  ['no transactions', coded('1001', 'No transactions found'), nothing],
  ['no records', listed('No records', '2001'), nothing],
  [
    'a shortcode that is not registered',
    coded('1001', 'ShortCode not registered'),
    refused('1001 ShortCode not registered'),
  ],
  [
    'a product that is not switched on',
    answer({ fault: { faultstring: NO_PRODUCT } }, 401),
    refused(NO_PRODUCT),
  ],
  [
    'a token that is never good enough',
    answer(error('404.001.03', 'Invalid Access Token'), 404),
    refused('404.001.03 Invalid Access Token'),
  ],
  [
    'a broken server',
    answer(error('500.001.1001', 'Internal Server Error'), 500),
    noAnswer('500.001.1001 Internal Server Error'),
  ],
  ['an unknown code', coded('77', 'Eh'), noAnswer('77 Eh')],
  ['too many questions', answer('<html>', 429), noAnswer('HTTP 429')],
  ['a page of a proxy', answer('<html>'), noAnswer('HTTP 200')],
  ['a text for rows', listed('{"a":1}'), noAnswer('Its list cannot be read.')],
  ['texts for rows', listed(['ABC1DEF2GH']), noAnswer('Its list cannot be read.')],
  ['a text among rows', listed([ROW, 'ABC1DEF2GH']), noAnswer('Its list cannot be read.')],
])('%s', (_, given, meaning) => expect(readReceived(given)).toEqual(meaning));

const registered = (ResponseStatus: unknown, ResponseDescription: string) =>
  answer({ ResponseStatus, ResponseDescription });
const spaced = { 'Response Status': '1000', 'Response Description': 'Shortcode Registered' };

test.each([
  ['taken, with spaces in the names', answer(spaced), null],
  ['taken, without them', registered(1000, 'Registered'), null],
  ['taken before', registered('1001', 'Shortcode already Registered!'), null],
  ['refused', registered('1002', 'Unknown nominated number'), '1002 Unknown nominated number'],
  ['refused on the way', answer(error('401.001', 'Not this app'), 401), '401.001 Not this app'],
  ['answered by another', answer('welcome'), 'HTTP 200'],
])('a registration is %s', (_, given, refusal) => expect(readPullRegistered(given)).toBe(refusal));
