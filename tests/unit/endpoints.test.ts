/** What holds in the table of calls; that they are those of the specification is asked in `promises.test.ts`. */
import { expect, test } from 'vitest';
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import { calls } from '../../src/contract/schemas.ts';

test('an API may leave out only the logout', () => {
  const optional = endpointRows.filter(([, row]) => row.optional === true);
  expect(optional.map(([name]) => name)).toEqual(['logout']);
});

test('no two calls share a method and a path', () => {
  const addresses = endpointRows.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('every call has its input and answer, in the order of the table', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(endpoints));
});
