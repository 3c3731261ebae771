import { expect, test } from 'vitest';
import { pathTo } from '../../src/paths.ts';

test('parameters are encoded', () => {
  expect(pathTo('home')).toBe('/');
  expect(pathTo('fundiDetail', { id: 7 })).toBe('/fundis/7');
  expect(pathTo('payJob', { jobId: 'a b/c?d' })).toBe('/pay/job/a%20b%2Fc%3Fd');
});
