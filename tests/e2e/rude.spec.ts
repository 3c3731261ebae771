/** The app with another backend, over a network that spoils its answers. */
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { expect, test, type Browser, type Page } from '@playwright/test';
import type { Role } from '../../src/contract/schemas.ts';
import { startDrf } from '../support/drf/server.ts';
import { copyOfApp } from './deploy.ts';
import { pointAt, staticHost } from './hosts.ts';
import { signIn, tokenOf } from './people.ts';
import { FAULTS, rudeNetwork, UNDONE, type RudeFault } from './rudeNetwork.ts';
import { freePort } from './server.ts';

let dist: string;
let site: string;
let api: Awaited<ReturnType<typeof startDrf>>;
let network: Awaited<ReturnType<typeof rudeNetwork>>;
let host: Server;

test.beforeAll(async () => {
  const [appPort, apiPort] = [await freePort(), await freePort()];
  site = `http://localhost:${appPort}`;
  api = await startDrf();
  dist = copyOfApp();
  pointAt(dist, `http://localhost:${apiPort}`);
  host = await staticHost(dist, appPort);
  network = await rudeNetwork(api.origin, apiPort);
});

test.afterAll(async () => {
  host.closeAllConnections();
  host.close();
  network.close();
  await api.close();
  rmSync(dist, { recursive: true, force: true });
});

/** Opens a page of this person; `errors` are those of its scripts. */
async function open(browser: Browser, address: string, role: Role | null) {
  const context = await browser.newContext({ baseURL: api.origin });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  if (role) await signIn(page, role, await tokenOf(context.request, role));
  await page.goto(site + address);
  return { page, errors };
}

/** Waits for a text, and for no error of a script. */
async function expectRead({ page, errors }: Awaited<ReturnType<typeof open>>, text: string) {
  await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  expect(errors).toEqual([]);
  await page.context().close();
}

async function postJob(page: Page) {
  await page.getByLabel('Title').fill('Mend the gate');
  await page.getByLabel('Description').fill('It hangs.');
  await page.getByLabel('Location').fill('Juja');
  await page.getByRole('button', { name: 'Post job' }).click();
}

const faults = Object.keys(FAULTS) as RudeFault[];

for (const fault of faults) {
  test(`after ${fault}, reads are repeated and then given up`, async ({ browser }) => {
    network.follow({ fault, spoils: (call, time) => call.startsWith('GET') && time === 1 });
    await expectRead(await open(browser, '/fundis', null), 'Fundi A');
    // Without an end, each of three tries would be waited for.
    if (fault === 'never the end') return;
    network.follow({ fault, spoils: (call) => call.startsWith('GET') });
    await expectRead(await open(browser, '/fundis/2', null), 'Fundi not found.');
  });
}

/** A write without an end is waited for during a minute (`tests/screens/Slow.test.tsx`); the others end as one of these. */
const WRITES: RudeFault[] = [
  'cut in the middle',
  'a failure without CORS',
  'a redirect to http',
  'a redirect to a login page',
  'no content',
];

for (const fault of WRITES) {
  test(`after ${fault}, no write is repeated and nothing typed is lost`, async ({ browser }) => {
    // The answer has come whole, without what the app asked for.
    const isEmpty = fault === 'no content';
    const spoilt = { fault, spoils: (call: string) => call.startsWith('POST') };
    network.follow(spoilt);
    const { page, errors } = await open(browser, '/dashboard/client/jobs/add', 'client');
    await postJob(page);
    if (isEmpty) {
      await expect(page).toHaveURL(`${site}/dashboard/client/jobs`);
      expect(network.sent('POST')).toEqual(['POST /api/jobs/']);
      await page.goto(`${site}/dashboard/client/jobs/add`);
      network.follow(null);
      await postJob(page);
    } else {
      await expect(page.getByRole('main').getByText('Failed to create job.')).toBeVisible();
      await expect(page.getByLabel('Title')).toHaveValue('Mend the gate');
      expect(network.sent('POST')).toEqual(['POST /api/jobs/']);
      network.follow(null);
      await page.getByRole('button', { name: 'Post job' }).click();
    }
    await page.waitForURL(/\/pay\/job\//);

    network.follow(spoilt);
    await page.getByLabel('M-Pesa phone number').fill('0711222333');
    await page.getByRole('button', { name: 'Pay Ksh 100' }).click();
    const said = isEmpty ? 'Failed to get payment session.' : 'Failed to initiate STK push.';
    await expect(page.getByRole('main').getByText(said)).toBeVisible();
    if (!isEmpty) await expect(page.getByText('0711 222 333').first()).toBeVisible();
    // Where the prompt went out, its payment is seen.
    if (!isEmpty && !UNDONE.test(fault))
      await expect(page.getByText('Payment Successful').first()).toBeVisible();
    expect(network.sent('POST')).toEqual(['POST /api/mpesa/stkpush/']);
    expect(errors).toEqual([]);
    await page.context().close();
  });
}
