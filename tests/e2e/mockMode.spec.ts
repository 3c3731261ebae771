/** `npm run dev -- --mock`: the app alone in a browser, on the mocks, without any server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../scripts/root.mjs';
import { PASSWORD } from '../mocks/db.ts';
import { MAGIC, MAGIC_INPUTS } from '../mocks/magic.ts';
import { town } from '../mocks/town.ts';
import { expect, test } from './fixtures.ts';
import { freePort } from '../../testkit/testServer.ts';

/** Starts the command as a developer does, on a free port. Returns what it printed before it could be opened. */
async function startMockApp() {
  const port = String(await freePort());
  // Colours would stand within the address that it prints.
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'dev.mjs'), '--mock'], {
    cwd: root,
    env: { ...env, DEV_PORT: port, NODE_ENV: 'development', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  const baseURL = `http://localhost:${port}`;
  let printed = '';
  for await (const line of createInterface(child.stdout)) {
    printed += `${line}\n`;
    if (line.includes(baseURL)) return { baseURL, printed, stop };
  }
  throw new Error(`It ended early:\n${printed}`);
}

// The mocks are a service worker.
test.use({ serviceWorkers: 'allow' });

const title = 'prints the sign-ins and every input that fails, which are true of the app';
test(title, { tag: '@full' }, async ({ context, page }) => {
  const { baseURL, printed, stop } = await startMockApp();
  expect(printed).toContain(PASSWORD);
  expect(printed).toContain(town.client.phone_number);
  expect(printed).toContain(town.fundi.phone_number);
  for (const { value, what } of MAGIC_INPUTS) {
    expect(printed).toMatch(new RegExp(`${value} .*${what.replace(/[()`]/g, '\\$&')}`));
  }

  await page.goto(`${baseURL}/fundis`);
  await expect(page.getByRole('link', { name: `Call ${town.fundi.name}` })).toBeVisible();
  await page.getByRole('link', { name: 'Log in' }).click();
  await page.getByLabel('Phone number').fill(town.client.phone_number);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${baseURL}/dashboard/client`);

  await page.getByRole('link', { name: 'Post a Job' }).first().click();
  await page.getByLabel('Title').fill('Mend a gate');
  await page.getByLabel('Description').fill('One hinge is broken.');
  await page.getByLabel('Location').fill('Juja');
  await page.getByRole('button', { name: 'Continue to pay Ksh 100' }).click();
  await page.getByLabel('M-Pesa phone number').fill('0712345678');
  await page.getByRole('button', { name: 'Pay Ksh 100' }).click();
  await expect(page.getByText('Payment Successful').first()).toBeVisible();
  await expect(page).toHaveURL(`${baseURL}/dashboard/client/jobs`);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Mend a gate' })).toBeVisible();

  // The town is shared by all tabs; an input and the address make calls fail.
  const other = await context.newPage();
  await other.goto(`${baseURL}/fundis/${MAGIC.id.serverError}?mock=listAds:empty`);
  await expect(other.getByText('Fundi not found.')).toBeVisible();
  await expect(other.getByText('No ads available right now.')).toBeVisible();
  await other.goto(`${baseURL}/fundis?mock=listFundi:500`);
  await expect(other.getByText('"listFundi" is not a call')).toBeVisible();
  await stop();
});
