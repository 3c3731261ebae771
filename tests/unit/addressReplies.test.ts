/** Which replies an address can choose in mock mode. */
import { expect, it } from 'vitest';
import { addressReplies } from '../mocks/addressReplies.ts';

it('reads calls and their replies', () => {
  expect(addressReplies('?mock=listFundis:500,listAds:never,getMyFundi:network')).toEqual([
    ['listFundis', 500],
    ['listAds', 'never'],
    ['getMyFundi', 'network error'],
  ]);
});

it('reads nothing from an address without replies', () => {
  expect(addressReplies('?location=juja')).toEqual([]);
});

it.each([
  ['?mock=listFundi:500', '"listFundi" is not a call'],
  ['?mock=listFundis:broken', '"broken" is not a reply'],
  ['?mock=listFundis', '"" is not a reply'],
  ['?mock=toString:500', '"toString" is not a call'],
])('%s throws "%s"', (search, message) => {
  expect(() => addressReplies(search)).toThrow(message);
});
