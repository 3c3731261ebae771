/** The app with another backend, over a network that spoils its answers. */
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { startDrf } from '../../testkit/drf/drf.ts';
import { copyOfApp } from '../../testkit/deploy.ts';
import { expect, test } from './fixtures.ts';
import { pointAt, staticHost } from '../../testkit/hosts.ts';
import { signIn, tokenOf } from '../../testkit/people.ts';
import { FAULTS, rudeNetwork, type RudeFault } from './rudeNetwork.ts';
import { freePort } from '../../testkit/testServer.ts';

// One after the other: each copy of the app and each API cost more than the tests.
test.describe.configure({ mode: 'default' });

let dist: string;
let site: string;
let api: Awaited<ReturnType<typeof startDrf>>;
let network: Awaited<ReturnType<typeof rudeNetwork>>;
let host: Server;
/** Somebody on each of the first two pages of the list of fundis. */
let listed: { id: number; name: string }[];
/** The page of the first of them. */
const oneFundi = () => `/fundis/${listed[0]!.id}`;

test.beforeAll(async () => {
  const [appPort, apiPort] = [await freePort(), await freePort()];
  site = `http://localhost:${appPort}`;
  api = await startDrf();
  dist = copyOfApp();
  pointAt(dist, `http://localhost:${apiPort}`);
  host = await staticHost(dist, appPort);
  network = await rudeNetwork(api.origin, apiPort);
  listed = await Promise.all(
    [1, 2].map(async (page) => {
      const answer = await fetch(`${api.base}/accounts/fundis/?page=${page}`);
      const { results } = (await answer.json()) as {
        results: { id: number; name: string; is_available: boolean }[];
      };
      return results.find(({ is_available }) => is_available)!;
    }),
  );
});

test.afterAll(async () => {
  host.closeAllConnections();
  host.close();
  network.close();
  await api.close();
  rmSync(dist, { recursive: true, force: true });
});

/** A page of this person; `errors` are those of its scripts. */
async function openPage(browser: Browser, role: Role | null) {
  const page = await browser.newPage({ baseURL: api.origin });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  if (role) await signIn(page, role, await tokenOf(page.request, role));
  return { page, errors };
}

/** Spoils answers to reads, opens an address, and waits for a text. */
async function expectRead(
  page: Page,
  fault: RudeFault,
  spoils: (call: string, time: number) => boolean,
  address: string,
  text: string,
) {
  network.follow({ fault, spoils: (call, time) => call.startsWith('GET') && spoils(call, time) });
  await page.goto(site + address);
  await expect(page.getByText(text).filter({ visible: true }).first(), fault).toBeVisible();
}

async function postJob(page: Page) {
  await page.getByLabel('Title').fill('Mend the gate');
  await page.getByLabel('Description').fill('It hangs.');
  await page.getByLabel('Location').fill('Juja');
  await page.getByRole('button', { name: 'Continue to pay Ksh 100' }).click();
}

test(
  'reads are repeated and then given up, whatever spoils their answers',
  { tag: '@full' },
  async ({ browser }) => {
    const { page, errors } = await openPage(browser, null);
    for (const fault of Object.keys(FAULTS) as RudeFault[]) {
      if (fault === 'never the end') continue;
      await expectRead(page, fault, (_, time) => time === 1, '/fundis', listed[1]!.name);
      expect(errors, fault).toEqual([]);
    }
    await expectRead(page, 'cut in the middle', () => true, oneFundi(), 'Fundi not found.');
    expect(errors).toEqual([]);
    await page.close();
  },
);

/** It takes its time: the first try ends after 20 s. The page makes one of these calls, and the app the other. */
test('a read whose answer never ends is repeated', { tag: '@full' }, async ({ browser }) => {
  const reads = [
    [oneFundi(), `GET /api/accounts${oneFundi()}/`, listed[0]!.name],
    ['/fundis', 'GET /api/accounts/fundis/?page=2', listed[1]!.name],
  ] as const;
  const isSpoilt = (call: string) => reads.some(([, spoilt]) => call === spoilt);
  network.follow({ fault: 'never the end', spoils: (call, time) => isSpoilt(call) && time === 1 });
  await Promise.all(
    reads.map(async ([address, , text]) => {
      const { page, errors } = await openPage(browser, null);
      await page.goto(site + address);
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
      expect(errors).toEqual([]);
      await page.close();
    }),
  );
  // Once without an end, and once again.
  const asked = reads.flatMap(([, spoilt]) => [spoilt, spoilt]);
  expect(network.sent('GET').filter(isSpoilt).toSorted()).toEqual(asked.toSorted());
});

/**
 * A write without an end is waited for during a minute (`tests/screens/Slow.test.tsx`); for the app the others end as
 * one of these: no answer, or an answer without what was asked for. What else may come stands in `tests/screens/Pay.test.tsx`.
 */
const WRITES: RudeFault[] = ['cut in the middle', 'no content'];

for (const fault of WRITES) {
  test(`after ${fault}, no write is repeated and nothing typed is lost`, async ({ browser }) => {
    // The answer has come whole, without what the app asked for.
    const isEmpty = fault === 'no content';
    const spoilt = { fault, spoils: (call: string) => call.startsWith('POST') };
    network.follow(spoilt);
    const { page, errors } = await openPage(browser, 'client');
    await page.goto(`${site}/dashboard/client/jobs/add`);
    await postJob(page);
    if (isEmpty) {
      await expect(page).toHaveURL(`${site}/dashboard/client/jobs`);
      expect(network.sent('POST')).toEqual(['POST /api/jobs/']);
      await page.goto(`${site}/dashboard/client/jobs/add`);
      network.follow(null);
      await postJob(page);
    }
    // The job was made though its answer got lost, and is found in the own list.
    await page.waitForURL(/\/pay\/job\//);
    expect(network.sent('POST')).toEqual(['POST /api/jobs/']);

    network.follow(spoilt);
    await page.getByLabel('M-Pesa phone number').fill('0711222333');
    await page.getByRole('button', { name: 'Pay Ksh 100' }).click();
    const said = isEmpty ? 'Failed to get payment session.' : 'Failed to initiate STK push.';
    await expect(page.getByRole('main').getByText(said)).toBeVisible();
    if (!isEmpty) await expect(page.getByText('0711 222 333').first()).toBeVisible();
    // The prompt went out, and its payment is seen.
    if (!isEmpty) await expect(page.getByText('Payment Successful').first()).toBeVisible();
    expect(network.sent('POST')).toEqual(['POST /api/mpesa/stkpush/']);
    expect(errors).toEqual([]);
    await page.close();
  });
}
