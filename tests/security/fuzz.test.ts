/** The first requests of `npm run fuzz` with a fixed seed. */
import { expect, it } from 'vitest';
import { readAnswer } from '../../tools/fuzz/exchange.ts';
import { faultOf } from '../../tools/fuzz/judge.ts';
import { requestAt } from '../../tools/fuzz/requests.ts';
import type { FuzzRequest } from '../../tools/fuzz/requests.ts';
import { runFuzz } from '../../tools/fuzz/run.ts';

const SEED = 1;
const REQUESTS = 1500;

it(`answers ${REQUESTS} hostile requests as the contract says, and still works afterwards`, async () => {
  const { faults, statuses } = await runFuzz({ seed: SEED, requests: REQUESTS });
  expect(faults, faults.join('\n\n')).toEqual([]);
  // The requests reach the calls: they are not all refused at the door.
  for (const status of [200, 201, 204, 400, 401, 403, 404, 413, 415]) {
    expect(statuses[status], `answers with ${status}`).toBeGreaterThan(0);
  }
});

it('makes the same request from the same seed and number', () => {
  const some = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => requestAt(SEED, index));
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((index) => requestAt(SEED, index))).toEqual(some);
  expect(requestAt(SEED + 1, 0)).not.toEqual(some[0]);
});

const request: FuzzRequest = {
  name: 'listAds',
  method: 'GET',
  target: '/api/ads/',
  headers: [],
  body: null,
  framing: 'length',
};
const JSON_HEAD = 'Content-Type: application/json\r\n';
const answer = (status: string, head: string, body: string) =>
  readAnswer(
    `HTTP/1.1 ${status}\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`,
    'GET',
    false,
  );

it.each([
  ['a failure of the server', '500 X', JSON_HEAD, '{"error":"x"}', 'it answered 500'],
  ['a failure of a proxy', '502 X', JSON_HEAD, '{"error":"x"}', 'it answered 502'],
  ['busy without Retry-After', '503 X', JSON_HEAD, '{"error":"x"}', 'it answered 503'],
  ['an error that is no JSON', '404 X', '', 'Not found', '404 has not the shape'],
  ['an error of another shape', '400 X', JSON_HEAD, '{"message":"x"}', '400 has not the shape'],
  ['words of the inside', '400 X', JSON_HEAD, '{"error":"Failed query: select"}', '400 shows'],
  ['another answer', '200 X', JSON_HEAD, '[{"id":1}]', 'listAds answered what is not'],
  ['another status', '201 X', JSON_HEAD, '[]', 'listAds answered 201'],
  ['a redirect', '302 X', '', '', 'it answered 302'],
])('reports %s as a fault', (_what, status, head, body, fault) => {
  const got = answer(status, head, body);
  expect(faultOf(request, request.target, 100, got ?? 'closed')).toContain(fault);
});

it('reports a missing answer as a fault, except to half a request', () => {
  expect(faultOf(request, request.target, 100, 'closed')).toContain('without an answer');
  expect(faultOf(request, request.target, 100, 'hangs')).toContain('no answer');
  expect(faultOf({ ...request, framing: 'half' }, request.target, 100, 'closed')).toBeNull();
});

it('reports no fault for an answer of the contract, whole or in chunks', () => {
  const chunked = `HTTP/1.1 200 OK\r\n${JSON_HEAD}Transfer-Encoding: chunked\r\n\r\n1\r\n[\r\n1\r\n]\r\n0\r\n\r\n`;
  const answers = [
    answer('200 OK', JSON_HEAD, '[]'),
    answer('404 X', JSON_HEAD, '{"error":"Not found."}'),
    answer('503 X', `${JSON_HEAD}Retry-After: 5\r\n`, '{"error":"x"}'),
    readAnswer(chunked, 'GET', false),
  ];
  for (const got of answers)
    expect(faultOf(request, request.target, 1, got ?? 'closed')).toBeNull();
});
