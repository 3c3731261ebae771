import { expect, test } from 'vitest';
import { endpointRows, endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { calls } from '../../src/contract/schemas.ts';

const rowsThat = (isWanted: (row: Endpoint) => boolean) =>
  endpointRows
    .filter(([, row]) => isWanted(row))
    .map(([name, row]) => {
      const { method, path, auth } = row;
      const marks = [row.own && 'own', row.multipart && 'multipart'].filter(Boolean).join(' ');
      return `${name}: ${method} ${path} ${auth} ${marks}`.trim();
    });

test('the calls that every API has are those of spec §7', () => {
  expect(rowsThat(({ optional }) => !optional)).toMatchInlineSnapshot(`
    [
      "listAds: GET /ads/ none",
      "listFundis: GET /accounts/fundis/ none",
      "getFundi: GET /accounts/fundis/{id}/ none",
      "listJobs: GET /jobs/ any",
      "registerFundi: POST /accounts/register/ none",
      "loginFundi: POST /accounts/login/ none",
      "getMyFundi: GET /accounts/fundis/me/ fundi own",
      "updateMyFundi: PUT /accounts/fundis/me/ fundi own",
      "registerClient: POST /accounts/clients/register/ none",
      "loginClient: POST /accounts/clients/login/ none",
      "getMyClient: GET /accounts/clients/me/ client own",
      "updateMyClient: PUT /accounts/clients/me/ client own",
      "resetPassword: POST /accounts/reset-password/ none",
      "getJob: GET /jobs/{id}/ any",
      "updateJob: PATCH /jobs/{id}/ client own",
      "deleteJob: DELETE /jobs/{id}/ client own",
      "listMyJobs: GET /jobs/mine/ client own",
      "createJob: POST /jobs/ client own",
      "listMyAds: GET /ads/mine/ client own",
      "createAd: POST /ads/ client own multipart",
      "getAd: GET /ads/{id}/ client own",
      "deleteAd: DELETE /ads/{id}/ client own",
      "requestPayment: POST /mpesa/stkpush/ any own",
      "getJobPaymentStatus: GET /payments/job-status/ client own",
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
