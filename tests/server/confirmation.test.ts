/** What M-Pesa's confirmations of sums say, however gateways and people have changed them. */
import { expect, test } from 'vitest';
import { readConfirmation, readValidation } from '../../server/payments/confirmation.ts';
import { confirmation } from './mpesaBodies.ts';

const said = (parts: object) =>
  readConfirmation({ ...confirmation({ TransID: 'abc1def2gh' }), ...parts });

test('is its receipt in capitals, its sum, what was typed, its time and who paid', () => {
  expect(said({ BillRefNumber: ' yf3-17f7 ', TransTime: '20261121101112' })).toEqual({
    receipt: 'ABC1DEF2GH',
    amount: 100,
    typed: 'yf3-17f7',
    sentAt: new Date('2026-11-21T10:11:12+03:00'),
    payer: 'NJERI 2547*****126',
  });
});

test.each([
  ['1,500.00', 1500],
  ['1500', 1500],
  [100, 100],
  ['100.5', 100.5],
  ['', null],
  ['-100', null],
  ['1,00', null],
  ['1e9', null],
  [undefined, null],
  [{}, null],
])('the amount %j is %j', (TransAmount, amount) =>
  expect(said({ TransAmount })).toMatchObject({ amount }),
);

test('a receipt is enough: other fields may be empty, absent or of another kind', () => {
  const onlyReceipt = { receipt: 'ABC1DEF2GH', amount: null, typed: '', sentAt: null, payer: null };
  expect(readConfirmation({ TransID: 'ABC1DEF2GH' })).toEqual(onlyReceipt);
  const odd = { BillRefNumber: null, MSISDN: [], TransTime: '20261341101112', FirstName: {} };
  expect(said({ ...odd, TransAmount: '', LastName: ' ' })).toEqual(onlyReceipt);
});

test('what no database takes is left out, and what is long is cut', () => {
  const BillRefNumber = `a\0b\ud800${'x'.repeat(5000)}`;
  expect(said({ BillRefNumber })?.typed).toBe(`ab${'x'.repeat(98)}`);
});

test.each([
  [null],
  ['text'],
  [[]],
  [{}],
  [{ TransID: '' }],
  [{ TransID: 'x y' }],
  [{ TransID: {} }],
])('nothing is said by %j', (sent) => expect(readConfirmation(sent)).toBeNull());

test('a sum that is to come has no receipt yet', () => {
  const asked = { TransAmount: '200', BillRefNumber: 7 };
  expect(readValidation(asked)).toEqual({ amount: 200, typed: '7' });
});
