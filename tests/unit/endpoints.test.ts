import { expect, test } from 'vitest';
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { calls } from '../../src/contract/schemas.ts';

const rowsThat = (isWanted: (row: Endpoint) => boolean) =>
  endpointRows
    .filter(([, row]) => isWanted(row))
    .map(([name, { method, path, auth, multipart }]) =>
      `${name}: ${method} ${path} ${auth} ${multipart ? 'multipart' : ''}`.trim(),
    );

test('the calls that every API has are those of spec §7', () => {
  expect(rowsThat(({ optional }) => !optional)).toMatchInlineSnapshot(`
    [
      "listAds: GET /ads/ none",
      "listFundis: GET /accounts/fundis/ none",
      "getFundi: GET /accounts/fundis/{id}/ none",
      "listJobs: GET /jobs/ any",
      "registerFundi: POST /accounts/register/ none",
      "loginFundi: POST /accounts/login/ none",
      "getMyFundi: GET /accounts/fundis/me/ fundi",
      "updateMyFundi: PUT /accounts/fundis/me/ fundi",
      "registerClient: POST /accounts/clients/register/ none",
      "loginClient: POST /accounts/clients/login/ none",
      "getMyClient: GET /accounts/clients/me/ client",
      "updateMyClient: PUT /accounts/clients/me/ client",
      "resetPassword: POST /accounts/reset-password/ none",
      "getJob: GET /jobs/{id}/ any",
      "updateJob: PATCH /jobs/{id}/ client",
      "deleteJob: DELETE /jobs/{id}/ client",
      "listMyJobs: GET /jobs/mine/ client",
      "createJob: POST /jobs/ client",
      "listMyAds: GET /ads/mine/ client",
      "createAd: POST /ads/ client multipart",
      "getAd: GET /ads/{id}/ client",
      "deleteAd: DELETE /ads/{id}/ client",
      "requestPayment: POST /mpesa/stkpush/ any",
      "getJobPaymentStatus: GET /payments/job-status/ client",
    ]
  `);
});

test('an API may leave out only the logout', () => {
  expect(rowsThat(({ optional }) => optional === true)).toEqual([
    'logout: POST /accounts/logout/ any',
  ]);
});

test('no two calls share a method and a path', () => {
  const addresses = endpointRows.map(([, { method, path }]) => `${method} ${path}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('every call has its input and answer, in the order of the table', () => {
  expect(Object.keys(calls)).toEqual(Object.keys(endpoints));
});
