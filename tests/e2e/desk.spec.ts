/**
 * The desk on a phone: an operator is named on the machine, and everything else is done on the page: with a finger,
 * and by the keyboard alone without scripts.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { TOTP } from 'otpauth';
import { root } from '../../scripts/root.mjs';
import type { Job } from '../../src/contract/schemas.ts';
import { expect, test } from './fixtures.ts';
import { ledgerOf, payer } from './paying.ts';
import { newPerson } from '../../testkit/people.ts';
import type { TestServer } from '../../testkit/testServer.ts';

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
async function sendMoney({ simulatorURL }: TestServer, amount: number, phone = payer('113')) {
  const sum = { phone, business_number: '174379', account: 'FREDS SHOP', amount, pin: '1234' };
  const answer = await fetch(`${simulatorURL}/pay-bill`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sum),
  });
  expect(answer.ok).toBe(true);
  return ((await answer.json()) as { receipt: string }).receipt;
}

/** A finger, or a keyboard alone. Where there are no scripts a finger does nothing that a keyboard does not. */
type Hand = 'a finger' | 'the keyboard, without scripts';

/** What a person does on a page. */
interface Hands {
  press: (target: Locator) => Promise<void>;
  /** Writes in place of what stands there. */
  type: (target: Locator, text: string) => Promise<void>;
  choose: (target: Locator, file: string) => Promise<void>;
}

const MOST_TABS = 200;

function handsOf(page: Page, hand: Hand): Hands {
  if (hand === 'a finger') {
    return {
      press: (target) => target.click(),
      type: (target, text) => target.fill(text),
      choose: (target, file) => target.setInputFiles(file),
    };
  }
  /** Tabs to it, and sees that it is in view, with a ring. */
  const tabTo = async (target: Locator) => {
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let presses = 0; presses < MOST_TABS && !(await isFocused()); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
    await expect(target).not.toHaveCSS('outline-style', 'none');
  };
  return {
    async press(target) {
      const isBox = (await target.getAttribute('type')) === 'checkbox';
      await tabTo(target);
      await page.keyboard.press(isBox ? 'Space' : 'Enter');
    },
    async type(target, text) {
      await tabTo(target);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    async choose(target, file) {
      await tabTo(target);
      const chooser = page.waitForEvent('filechooser');
      await page.keyboard.press('Enter');
      await (await chooser).setFiles(file);
    },
  };
}

const HANDS: Hand[] = ['a finger', 'the keyboard, without scripts'];

for (const hand of HANDS) {
  // The finger's walk has all pages; the keyboard's asks whether each of them can be reached without scripts.
  const tag = hand === 'a finger' ? [] : '@full';
  test(
    `a town is run from a phone with ${hand}`,
    { tag },
    async ({ browser, startOwn }, testInfo) => {
      // Two minutes beside all other tests.
      test.setTimeout(600_000);
      const javaScriptEnabled = hand === 'a finger';
      const server = await startOwn({
        env: { MPESA_C2B: 'on', DESK: 'true' },
        approvalDelayMs: 50,
      });
      const operator = await nameOperator(server, 'Wanjiku');
      const context = await browser.newContext({ baseURL: server.baseURL, javaScriptEnabled });
      const page = await context.newPage();
      const { request } = context;
      const { press, type, choose } = handsOf(page, hand);
      const link = (name: string | RegExp) => page.getByRole('link', { name, exact: true }).first();
      const button = (name: string | RegExp) => page.getByRole('button', { name });
      const check = async () => {
        // Who asks for a width before the styles have come gets that of a page without them.
        await page.waitForLoadState();
        // Not the window's own width: a phone makes that as wide as the page.
        const width = await page.locator('body').evaluate((body) => body.scrollWidth);
        expect(width).toBeLessThanOrEqual(360);
        if (hand !== 'a finger') return;
        const { violations } = await new AxeBuilder({ page })
          .setLegacyMode()
          .options({ resultTypes: ['violations'] })
          .analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      };
      /** Reads what is asked, says yes, and reads the answer. */
      const sayYes = async (asked: string | RegExp, answer: string | RegExp) => {
        await expect(page.getByRole('heading', { name: asked })).toBeVisible();
        await press(button('Yes, do it'));
        await expect(page.getByRole('status')).toContainText(answer);
      };
      const doIt = async (asked: string | RegExp, answer: string | RegExp) => {
        await type(page.getByLabel(/^Reason/), REASON);
        await press(button('Go on'));
        await sayYes(asked, answer);
      };
      const find = async (text: string) => {
        await type(page.getByRole('searchbox'), text);
        await press(button('Find'));
        await expect(page.getByRole('heading', { name: 'Find', level: 1 })).toBeVisible();
      };
      const go = async (name: string) => {
        await press(page.getByRole('navigation').getByRole('link', { name, exact: true }));
        await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      };

      const client = await newPerson(request, 'client');
      const { token } = client;
      const unpaid = await postJob(request, token, 'Mend the <b>roof</b>');
      const paying = payer('113');
      await postJob(request, token, 'Paint the gate', paying);
      const short = await postJob(request, token, 'Dig a well', payer('924'));
      await postAd(request, token);
      const receipt = await sendMoney(server, 150);
      const paidReceipt = async () => (await ledgerOf(server, paying)).taken.length;
      await expect.poll(paidReceipt).toBe(1);

      await page.goto('/desk');
      await check();
      await type(page.getByLabel('Name', { exact: true }), 'Wanjiku');
      await type(page.getByLabel('Secret'), operator.secret);
      await type(page.getByLabel('Six digits'), operator.digits());
      await press(button('Sign in'));
      await expect(page.getByRole('heading', { name: /waits for you/i, level: 1 })).toBeVisible();
      await expect(async () => {
        await page.reload();
        await expect(page.getByText(receipt)).toBeVisible({ timeout: 100 });
        await expect(page.getByText('what came is not the fee')).toBeVisible({ timeout: 100 });
      }).toPass();
      await check();

      // An unmatched sum, for a job that is known by a word of its title.
      await press(link('Give it'));
      await type(page.getByLabel(/^To:/), 'roof');
      await type(page.getByLabel(/^Reason/), REASON);
      await check();
      await press(button('Go on'));
      await press(button(`job ${unpaid}, "Mend the <b>roof</b>" of "Jane Wambui"`));
      await expect(page.getByText('It is Ksh 50 more than the price.')).toBeVisible();
      await check();
      await sayYes(/^Give the sum .* to the account "FREDS SHOP"/, `${receipt} is the money of`);
      await check();

      // A review: what came too little went back.
      await press(link('Today'));
      await press(link('I sent it back'));
      await type(page.getByLabel('Receipt of the money you sent back'), 'RFD41SHORT');
      await doIt(/^Write down as sent back, by RFD41SHORT/, `for job ${short} was sent back`);

      // A refund, found by the payer's phone.
      await find(paying);
      await press(link(/^#\d+$/));
      await expect(page.getByRole('heading', { name: 'What happened' })).toBeVisible();
      await expect(page.getByText('M-Pesa reported money')).toBeVisible();
      await check();
      await press(link('Write a refund down'));
      await type(page.getByLabel('Receipt of the money you sent back'), 'RFD 41');
      await type(page.getByLabel(/^Reason/), REASON);
      await press(button('Go on'));
      await expect(page.getByText('A receipt has 6 to 20 letters')).toBeVisible();
      // Nothing that was typed is lost.
      await expect(page.getByLabel(/^Reason/)).toHaveValue(REASON);
      await check();
      await type(page.getByLabel('Receipt of the money you sent back'), 'RFD41ABCDE');
      await press(page.getByLabel('End what was bought'));
      await doIt(/^Write down as sent back/, 'was sent back as RFD41ABCDE');

      // A person.
      await find(client.phone);
      await press(link('Jane Wambui'));
      await check();
      await press(link('Block'));
      await type(page.getByLabel(/^Reason/), REASON);
      await press(button('Go on'));
      // Back shows the form, and after the yes what was asked; it is not asked twice.
      const question = page.getByRole('heading', { name: /^Block the client/ });
      await expect(question).toBeVisible();
      await page.goBack();
      await expect(page.getByLabel(/^Reason/)).toBeVisible();
      await page.goForward();
      await sayYes(/^Block the client/, 'is blocked: signed out');
      await page.goBack();
      await expect(page.getByText(/is blocked already/)).toBeVisible();

      // An ad.
      await find('mabati');
      await press(link('Mabati <b>cheap</b>'));
      await expect(page.getByRole('heading', { name: '"Mabati <b>cheap</b>"' })).toBeVisible();
      await press(link('Take down'));
      await doIt(/^Take down the ad/, `Its owner reads: ${REASON}`);

      // The statement, with money that was never reported.
      const lost = await sendMoney(server, 70, payer('921'));
      await go('Statement');
      const statement = await (await fetch(`${server.simulatorURL}/statement.csv`)).text();
      const file = testInfo.outputPath('statement.csv');
      writeFileSync(file, statement);
      await choose(page.getByLabel('Statement'), file);
      await press(button('Compare'));
      const unknown = page.getByRole('heading', { name: 'In the statement, unknown here: 1' });
      await expect(unknown).toBeVisible();
      await check();
      await press(page.getByRole('checkbox', { name: lost }));
      await press(button('Yes, book the marked ones'));
      await expect(page.getByRole('status')).toContainText(lost);

      // A copy for a person, and an erasure.
      const other = await newPerson(request, 'fundi');
      await find(other.phone);
      await press(link('Jane Wambui'));
      await press(link('Copy for the person'));
      await type(page.getByLabel(/^Reason/), REASON);
      await press(button('Go on'));
      const download = page.waitForEvent('download');
      await press(button('Yes, do it'));
      expect((await download).suggestedFilename()).toMatch(/^fundi-\d+\.json$/);
      await find(other.phone);
      await press(link('Jane Wambui'));
      await press(link('Erase'));
      await doIt(/^Erase the fundi/, 'erased');

      await go('Log');
      for (const done of [
        `given to job ${unpaid}`,
        `sum ${receipt}`,
        'sent back, and ended what it bought',
        'blocked',
        'taken down',
        'exported',
        'erased',
      ]) {
        await expect(page.getByText(done).first()).toBeVisible();
      }
      await check();
      // Once is enough: they are links like those before.
      const others = ['Payments', 'Takings', 'Jobs', 'Ads', 'Counts', 'Operators'];
      for (const name of hand === 'a finger' ? others : []) {
        await go(name);
        await check();
      }
      await press(button('Sign out'));
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await page.goto('/desk/log');
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
      await context.close();
    },
  );
}
