/**
 * The desk on a phone: an operator is named on the machine, and everything else is done on the page, with scripts and
 * without.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { root } from '../../scripts/root.mjs';
import type { Job } from '../../src/contract/schemas.ts';
import { expect, test } from './fixtures.ts';
import { ledgerOf, payer } from './paying.ts';
import { newPerson } from './people.ts';
import type { TestServer } from './server.ts';

const run = promisify(execFile);
const REASON = 'Seen in the statement.';

interface Named {
  secret: string;
  digits: () => string;
}

/** Names an operator on the machine; returns what the page asks for. */
async function nameOperator({ env, dataDir: cwd }: TestServer, name: string): Promise<Named> {
  const script = path.join(root, 'server', 'desk', 'cli', 'admin.ts');
  const words = ['operators', 'add', name, '--rights', 'all', '--reason', 'x', '--yes'];
  const { stdout } = await run(process.execPath, [script, ...words], { cwd, env });
  const [, secret = ''] = /shown this once: (\S+)/.exec(stdout) ?? [];
  const [, key = ''] = /types its key: (\S+)/.exec(stdout) ?? [];
  return { secret, digits: () => new TOTP({ secret: key }).generate() };
}

async function post<T>(request: APIRequestContext, url: string, data: object, token: string) {
  const answer = await request.post(url, { data, headers: { authorization: `Token ${token}` } });
  expect(answer.ok()).toBe(true);
  return (await answer.json()) as T;
}

/** A job of this client; with a phone its fee is asked for there. */
async function postJob(request: APIRequestContext, token: string, title: string, phone?: string) {
  const fields = { title, description: 'Two rooms.', location: 'Juja' };
  const { id } = await post<Job>(request, '/api/jobs/', fields, token);
  const asked = { phone, purpose: 'post_job', job_id: id };
  if (phone) await post(request, '/api/mpesa/stkpush/', asked, token);
  return id;
}

/** An ad of this client. */
async function postAd(request: APIRequestContext, token: string) {
  const picture = readFileSync(path.join(root, 'docs', 'phone.png'));
  const image = { name: 'mabati.png', mimeType: 'image/png', buffer: picture };
  const answer = await request.post('/api/ads/', {
    multipart: { title: 'Mabati <b>cheap</b>', description: 'Cut to length.', image },
    headers: { authorization: `Token ${token}` },
  });
  expect(answer.ok()).toBe(true);
}

/** Sends money from the M-Pesa menu; returns its receipt. */
async function sendMoney({ simulatorURL }: TestServer, account: string, amount: number) {
  const body = { phone: payer('113'), business_number: '174379', account, amount, pin: '1234' };
  const answer = await fetch(`${simulatorURL}/pay-bill`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await answer.json()) as { receipt: string }).receipt;
}

async function signIn(page: Page, name: string, { secret, digits }: Named) {
  await page.goto('/desk');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Secret').fill(secret);
  await page.getByLabel('Six digits').fill(digits());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: /waits for you/i, level: 1 })).toBeVisible();
}

/** Gives the reason, goes on, reads what is asked, says yes, and reads the answer. */
async function doIt(page: Page, asked: string | RegExp, answer: string | RegExp) {
  await page.getByLabel(/^Reason/).fill(REASON);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByRole('heading', { name: asked })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, do it' }).click();
  await expect(page.getByRole('status')).toContainText(answer);
}

async function find(page: Page, text: string) {
  await page.getByRole('searchbox').fill(text);
  await page.getByRole('button', { name: 'Find' }).click();
}

/** Goes to a page of the menu. */
async function go(page: Page, name: string) {
  await page.getByText('Menu', { exact: true }).click();
  await page.getByRole('link', { name, exact: true }).click();
}

for (const javaScriptEnabled of [true, false]) {
  test(`a town is run from a phone ${javaScriptEnabled ? 'with' : 'without'} scripts`, async ({
    browser,
    startOwn,
  }, testInfo) => {
    const server = await startOwn({ env: { MPESA_C2B: 'on', DESK: 'true' }, approvalDelayMs: 50 });
    const operator = await nameOperator(server, 'Wanjiku');
    const context = await browser.newContext({ baseURL: server.baseURL, javaScriptEnabled });
    const page = await context.newPage();
    const { request } = context;
    const check = async () => {
      const overflow = await page.locator('body').evaluate((body) => body.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      if (!javaScriptEnabled) return;
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    };

    const client = await newPerson(request, 'client');
    const { token } = client;
    const unpaid = await postJob(request, token, 'Mend the <b>roof</b>');
    const paying = payer('113');
    const paid = await postJob(request, token, 'Paint the gate', paying);
    const short = await postJob(request, token, 'Dig a well', payer('924'));
    await postAd(request, token);
    const receipt = await sendMoney(server, 'FREDS SHOP', 100);
    const paidReceipt = async () => (await ledgerOf(server, paying)).taken.length;
    await expect.poll(paidReceipt).toBe(1);

    await page.goto('/desk');
    await check();
    await signIn(page, 'Wanjiku', operator);
    await expect(async () => {
      await page.reload();
      await expect(page.getByText(receipt)).toBeVisible({ timeout: 100 });
      await expect(page.getByText('what came is not the fee')).toBeVisible({ timeout: 100 });
    }).toPass();
    await check();

    // An unmatched sum.
    await page.getByRole('link', { name: 'Give to something else' }).click();
    await page.getByLabel(/^To:/).fill(`job:${unpaid}`);
    await check();
    await doIt(page, /^Give the sum .* to the account "FREDS SHOP"/, `${receipt} is the money of`);
    await check();

    // A review.
    await page.getByRole('link', { name: 'Today' }).click();
    await page.getByRole('link', { name: 'I sent it back' }).click();
    await doIt(page, /^Close as returned the payment/, `for job:${short} is closed`);

    // A refund, found by the payer's phone.
    await find(page, paying);
    await page
      .getByRole('link', { name: /^#\d+$/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
    await check();
    await page.getByRole('link', { name: 'Write a refund down' }).click();
    await page.getByLabel('Receipt of the money you sent').fill('not a receipt');
    await page.getByLabel(/^Reason/).fill(REASON);
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(page.getByText('A receipt has 6 to 20 letters')).toBeVisible();
    // Nothing that was typed is lost.
    await expect(page.getByLabel(/^Reason/)).toHaveValue(REASON);
    await check();
    await page.getByLabel('Receipt of the money you sent').fill('RFD41ABCDE');
    await page.getByLabel('End what was bought').check();
    await doIt(page, /^Write down as sent back/, 'was sent back as RFD41ABCDE');

    // A person.
    await find(page, client.phone);
    await page.getByRole('link', { name: 'Jane Wambui' }).first().click();
    await check();
    await page.getByRole('link', { name: 'Block', exact: true }).click();
    await doIt(page, /^Block the client/, 'is blocked: signed out');
    await page.getByRole('link', { name: 'See it' }).click();
    await page.getByRole('link', { name: 'Let in again' }).click();
    await doIt(page, /^Let in the client/, 'can log in');

    // An ad.
    await find(page, 'mabati');
    await page.getByRole('link', { name: 'Mabati <b>cheap</b>' }).click();
    await expect(page.getByRole('heading', { name: '"Mabati <b>cheap</b>"' })).toBeVisible();
    await page.getByRole('link', { name: 'Take down' }).click();
    await doIt(page, /^Take down the ad/, `Its owner reads: ${REASON}`);
    await page.getByRole('link', { name: 'See it' }).click();
    await page.getByRole('link', { name: 'Put back' }).click();
    await doIt(page, /^Put back the ad/, 'is back as it was');

    // The statement, with a sum that never reached the server.
    await go(page, 'Statement');
    const statement = await (await fetch(`${server.simulatorURL}/statement.csv`)).text();
    const lost = 'SKL9LOST01';
    const [line = ''] = statement.split('\n').filter((row) => row.includes(receipt));
    const file = testInfo.outputPath('statement.csv');
    const more = [
      line.replace(receipt, lost),
      line.replace(receipt, 'SKL9LOST02').replace(/\d{4}-\d\d-\d\d/, 'soon'),
    ];
    writeFileSync(file, [statement.trimEnd(), ...more].join('\n'));
    await page.getByLabel('Statement').setInputFiles(file);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('heading', { name: 'Could not be read: 1' })).toBeVisible();
    await check();
    await page.getByRole('checkbox', { name: lost }).check();
    await page.getByRole('button', { name: 'Go on with the marked ones' }).click();
    await page.getByRole('button', { name: 'Yes, do it' }).click();
    await expect(page.getByRole('status')).toContainText(lost);

    // A copy for a person, and an erasure.
    const other = await newPerson(request, 'fundi');
    await find(page, other.phone);
    await page.getByRole('link', { name: 'Jane Wambui' }).first().click();
    await page.getByRole('link', { name: 'Copy for the person' }).click();
    await page.getByLabel(/^Reason/).fill(REASON);
    await page.getByRole('button', { name: 'Go on' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Yes, do it' }).click();
    expect((await download).suggestedFilename()).toMatch(/^fundi-\d+\.json$/);
    await find(page, other.phone);
    await page.getByRole('link', { name: 'Jane Wambui' }).first().click();
    await page.getByRole('link', { name: 'Erase' }).click();
    await doIt(page, /^Erase the fundi/, 'erased');

    await go(page, 'Log');
    for (const done of [
      'given to',
      'closed as returned',
      'sent back',
      'blocked',
      'taken down',
      'exported',
      'erased',
    ]) {
      await expect(page.getByText(done).first()).toBeVisible();
    }
    await check();
    for (const name of ['Payments', 'Takings', 'Jobs', 'Ads', 'Counts', 'Operators']) {
      await go(page, name);
      await check();
    }
    await page.getByText('Menu', { exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto('/desk/log');
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(paid).toBeGreaterThan(0);
    await context.close();
  });
}

test('the demo operator gives an unmatched sum by keyboard alone', async ({ page, startOwn }) => {
  const server = await startOwn({ env: { MPESA_C2B: 'on' } });
  await page.goto(`${server.baseURL}/desk`);
  /** Tabs to what has this name, as a person does who cannot use a finger. */
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const text = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement | null;
        return focused?.id || focused?.innerText || '';
      });
      if (name.test(text)) return;
    }
    throw new Error(`nothing is called ${name}`);
  };
  await tabTo(/^name$/);
  await page.keyboard.type('demo');
  await tabTo(/^secret$/);
  await page.keyboard.type('karibu2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing waits for you' })).toBeVisible();
  const receipt = await sendMoney(server, 'FREDS SHOP', 200);
  const { phone } = await newPersonAt(page, server);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText(receipt)).toBeVisible({ timeout: 100 });
  }).toPass();
  await tabTo(/Give to something else/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(/^To:/)).toBeVisible();
  await tabTo(/^to$/);
  await page.keyboard.type(phone);
  await tabTo(/^reason$/);
  await page.keyboard.type(REASON);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Give the sum/ })).toBeVisible();
  await tabTo(/Yes, do it/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText(`${receipt} is the money of`);
});

/** A new fundi of that server. */
async function newPersonAt(page: Page, { baseURL }: TestServer) {
  const context = await page.context().browser()?.newContext({ baseURL });
  if (!context) throw new Error('no browser');
  const person = await newPerson(context.request, 'fundi');
  await context.close();
  return person;
}
