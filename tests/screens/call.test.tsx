/** What an answer of the API, or none, is for the app: read, refused, lost or never sent. */
import { expect, it, vi } from 'vitest';
import { call } from '../../src/lib/api/client.ts';
import { ApiError, isTemporary, isUnanswered, statusOf } from '../../src/lib/api/errors.ts';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';

type Failure = [kind: string, status: number | null, isTemporary: boolean];
const broken: Failure = ['broken', null, true];
const network: Failure = ['network', null, true];
const unsent: Failure = ['unsent', null, true];

it.each<[string, Reply, 'get' | 'list' | 'write', Failure | null]>([
  ['a record', { body: { id: 7 } }, 'get', null],
  ['a list', { body: [] }, 'list', null],
  ['null for an empty list', { body: null }, 'list', null],
  ['null for a record', { body: null }, 'get', broken],
  ['nothing for a list', { status: 204 }, 'list', broken],
  ['a word for a list', { body: 'OK' }, 'list', broken],
  ['nothing after a write', { status: 204 }, 'write', null],
  ['a word after a write', { body: 'OK' }, 'write', null],
  ['half an answer after a write', { body: '{"id": 7, "ti' }, 'write', broken],
  ['half an answer', { body: '{"id": 7, "ti' }, 'get', broken],
  ['the page of a hotspot', { body: ' <!doctype html>' }, 'get', unsent],
  ['the page of a hotspot after a write', { body: '<html>' }, 'write', unsent],
  ['no network', 'network error', 'get', network],
  ['no network for a write', 'network error', 'write', network],
  ['a refusal', 400, 'write', ['answered', 400, false]],
  ['a missing record', 404, 'get', ['answered', 404, false]],
  ['too many calls', 429, 'get', ['answered', 429, false]],
  ['a server that fails', 500, 'get', ['answered', 500, true]],
  ['the page of a proxy', { status: 502, body: '<html>' }, 'get', ['answered', 502, true]],
])('%s', async (_, reply, kind, failure) => {
  const asked = {
    get: () => call('getJob', { params: { id: 7 } }),
    list: () => call('listJobs'),
    write: () => call('updateJob', { params: { id: 7 }, body: { is_active: true } }),
  };
  for (const name of ['getJob', 'listJobs', 'updateJob'] as const) mock(name, reply);
  const error: unknown = await asked[kind]().then(
    () => null,
    (error: unknown) => error,
  );
  if (failure === null) return expect(error).toBeNull();
  expect(error).toBeInstanceOf(ApiError);
  const { kind: is } = error as ApiError;
  expect([is, statusOf(error), isTemporary(error)]).toEqual(failure);
  return expect(isUnanswered(error)).toBe(is !== 'answered');
});

it('a fault of the app itself is no bad network, and is not tried again', async () => {
  const fault = new TypeError('x is undefined');
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(fault);
  await expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn })).rejects.toBe(fault);
  expect(queryFn).toHaveBeenCalledTimes(1);
  expect([isTemporary(fault), isUnanswered(fault), statusOf(fault)]).toEqual([false, false, null]);
  expect(calls()).toEqual([]);
});
