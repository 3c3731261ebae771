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
const listed = (Response: unknown, rest: object = {}) => ({
  status: 200,
  body: {
    ResponseRefID: '26178-42530161-2',
    ResponseCode: '1000',
    ResponseMessage: 'Success',
    Response,
    ...rest,
  },
});
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
  test.each<[string, object, object]>([
    ['as documented', ROW, {}],
    ['with numbers in place of texts', { ...ROW, billreference: 37207636392, amount: 168 }, {}],
    ['with texts in place of numbers', { ...ROW, msisdn: '722000000' }, {}],
    [
      'in other letters',
      {
        TransactionID: transactionId,
        TrxDate: trxDate,
        MSISDN: msisdn,
        Sender: sender,
        'Bill Reference': billreference,
        Amount: '168.00',
      },
      {},
    ],
    [
      'as a confirmation has them',
      {
        TransID: transactionId,
        TransTime: '20200805131300',
        MSISDN: msisdn,
        FirstName: sender,
        BillRefNumber: billreference,
        TransAmount: '168.00',
      },
      {},
    ],
    ['with the time of Nairobi', { ...ROW, trxDate: '2020-08-05 13:13:00' }, {}],
    ['with the day first', { ...ROW, trxDate: '05-08-2020 13:13:00' }, {}],
    ['with the time as a number', { ...ROW, trxDate: 20200805131300 }, {}],
    ['with the zone of Nairobi', { ...ROW, trxDate: '2020-08-05T13:13:00+03:00' }, {}],
    ['without a time', { ...ROW, trxDate: null }, { sentAt: null }],
    ['with a time that is none', { ...ROW, trxDate: '2020-13-45T10:13:00Z' }, { sentAt: null }],
    ['with thousands', { ...ROW, amount: '1,680.00' }, { amount: 1680 }],
    ['without an amount', { ...ROW, amount: '' }, { amount: null }],
    ['without an account', { ...ROW, billreference: undefined }, { typed: '' }],
    ['with a masked payer', { ...ROW, msisdn: '2547*****126' }, { payer: 'UAT2 2547*****126' }],
    [
      'with the payer in the name',
      { ...ROW, sender: '254722000126 - JOHN', msisdn: '' },
      { payer: '2547***126 - JOHN' },
    ],
  ])('are read %s', (_, row, but) => expect(read(row)).toEqual([{ ...sum, ...but }]));

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
const body = (code: unknown, words: string) => ({ ResponseCode: code, ResponseMessage: words });

test.each<[string, object, object]>([
  ['an empty array', listed([]), nothing],
  ['an empty array within an array', listed([[]]), nothing],
  ['no rows at all', listed(undefined), nothing],
  ['null', listed(null), nothing],
  ['a number as the code', listed([], { ResponseCode: 1000 }), nothing],
  ['no transactions', { status: 200, body: body('1001', 'No transactions found') }, nothing],
  ['no records', listed('No records', { ResponseCode: '2001' }), nothing],
  [
    'a shortcode that is not registered',
    { status: 200, body: body('1001', 'ShortCode not registered') },
    { kind: 'refused', message: '1001 ShortCode not registered' },
  ],
  [
    'a product that is not switched on',
    {
      status: 401,
      body: { fault: { faultstring: 'Invalid API call as no apiproduct match found' } },
    },
    { kind: 'refused', message: 'Invalid API call as no apiproduct match found' },
  ],
  [
    'a token that is never good enough',
    { status: 404, body: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } },
    { kind: 'refused', message: '404.001.03 Invalid Access Token' },
  ],
  [
    'a broken server',
    { status: 500, body: { errorCode: '500.001.1001', errorMessage: 'Internal Server Error' } },
    { kind: 'noAnswer', message: '500.001.1001 Internal Server Error' },
  ],
  [
    'an unknown code',
    { status: 200, body: body('77', 'Eh') },
    { kind: 'noAnswer', message: '77 Eh' },
  ],
  [
    'too many questions',
    { status: 429, body: '<html>' },
    { kind: 'noAnswer', message: 'HTTP 429' },
  ],
  ['a page of a proxy', { status: 200, body: '<html>' }, { kind: 'noAnswer', message: 'HTTP 200' }],
  ...['{"a":1}', ['ABC1DEF2GH'], [ROW, 'ABC1DEF2GH']].map((rows): [string, object, object] => [
    `rows that are texts: ${JSON.stringify(rows).slice(0, 14)}`,
    listed(rows),
    { kind: 'noAnswer', message: 'Its list cannot be read.' },
  ]),
])('%s', (_, answer, meaning) =>
  expect(readReceived(answer as Parameters<typeof readReceived>[0])).toEqual(meaning),
);

test.each<[string, { status: number; body: unknown }, string | null]>([
  [
    'taken, with spaces in the names',
    {
      status: 200,
      body: { 'Response Status': '1000', 'Response Description': 'Shortcode Registered' },
    },
    null,
  ],
  [
    'taken, without them',
    { status: 200, body: { ResponseStatus: 1000, ResponseDescription: 'Registered' } },
    null,
  ],
  [
    'taken before',
    {
      status: 200,
      body: { ResponseStatus: '1001', ResponseDescription: 'Shortcode already Registered!' },
    },
    null,
  ],
  [
    'refused',
    {
      status: 200,
      body: { ResponseStatus: '1002', ResponseDescription: 'Unknown nominated number' },
    },
    '1002 Unknown nominated number',
  ],
  [
    'refused by the way there',
    { status: 401, body: { errorCode: '401.001', errorMessage: 'Not this app' } },
    '401.001 Not this app',
  ],
  ['answered by another', { status: 200, body: 'welcome' }, 'HTTP 200'],
])('a registration is %s', (_, answer, refusal) =>
  expect(readPullRegistered(answer)).toBe(refusal),
);
