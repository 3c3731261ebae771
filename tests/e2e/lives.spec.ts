/**
 * The main jobs, as strangers do them on a phone, on the real server: a client who posts and pays, a fundi from
 * the trial to a paid month, and an advertiser. Their browsers translate every page, to the same words.
 */
import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import type { Fundi } from '../../src/contract/schemas.ts';
import { DAY_MS } from '../../src/contract/time.ts';
import { openDatabase } from '../../server/db/open.ts';
import { accounts } from '../../server/db/schema/people.ts';
import { expect, LIVED_TOWN, test } from './fixtures.ts';
import { payer } from './paying.ts';
import { freshPhone, newPerson, PASSWORD, signIn } from '../../testkit/people.ts';
import type { TestServer } from '../../testkit/testServer.ts';
import { translateAll } from './translate.ts';

test.use({ serverOptions: LIVED_TOWN });

const JOB = 'Mend the water tank behind the shop';

/** Lets the trial of a fundi have ended yesterday, in the database of a server that stands still. */
async function endTrial(dataDir: string, phone: string) {
  const database = await openDatabase({ dataDir });
  await database.db
    .update(accounts)
    .set({ trialEnds: new Date(Date.now() - DAY_MS) })
    .where(eq(accounts.phoneNumber, phone));
  await database.close();
}

/** Whether the directory shows a fundi. */
async function isListed(page: Page, name: string): Promise<boolean> {
  const answer = await page.request.get('/api/accounts/fundis/');
  const list = (await answer.json()) as Fundi[];
  return list.some((fundi) => fundi.name === name && fundi.is_available);
}

type Check = () => Promise<void>;

async function register(page: Page, name: string, phone: string, check: Check) {
  const create = page.getByRole('button', { name: 'Create account' });
  await create.click();
  await expect(page.getByText('ID number is required.').first()).toBeVisible();
  await check();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number').fill(phone.replace(/^0/, '+254 '));
  await page.getByLabel('ID number').fill(phone.slice(2));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  await create.click();
  // The address changes before the screen does, and both have these fields.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/login$/);
  await page.getByLabel('Phone number').fill(phone);
  for (const password of ['not-this-one', PASSWORD]) {
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    if (password === PASSWORD) continue;
    await expect(page.getByText('Wrong phone number or password.').first()).toBeVisible();
    await check();
  }
}

/** Pays from the M-Pesa menu of the simulated phone, with the three numbers on the page. */
async function payFromMenu(page: Page, { simulatorURL }: TestServer, amount: string) {
  const menu = page.locator('details', { hasText: 'Or pay from the M-Pesa menu' });
  await expect(menu).toHaveJSProperty('open', true);
  const read = (label: string) =>
    menu
      .getByRole('listitem')
      .filter({ hasText: label })
      .locator('[translate="no"]')
      .last()
      .innerText();
  const account = await read('Account number');
  expect(await read('Business number')).toBe('174379');
  expect(account).toMatch(/^[A-Z0-9]{7}$/);
  expect(await read('Amount in shillings')).toBe(amount);
  await page.getByRole('button', { name: 'I have paid' }).click();
  await expect(page.getByText('We are waiting for your payment')).toBeVisible();

  const phone = await page.context().newPage();
  await phone.goto(simulatorURL);
  await phone.getByText('Pay from the M-Pesa menu (Pay Bill)').click();
  const form = phone.locator('#pay-bill');
  await form.getByLabel('From phone').fill(payer('113'));
  await form.getByLabel('Business number').fill('174379');
  await form.getByLabel('Account number').fill(account);
  await form.getByLabel('Amount').fill(amount);
  await form.getByLabel('M-PESA PIN').fill('1234');
  await form.getByRole('button', { name: 'Send' }).click();
  await phone.getByText(/confirmed\. Ksh/).waitFor({ state: 'attached' });
  await phone.close();
  await page.bringToFront();
}

// Each is many screens and three payments.
test.describe.configure({ timeout: 360_000 });

test("a client's and a fundi's life, with a job and a month", async ({ page, context, server }) => {
  const check = await translateAll(page, 'same');
  const client = freshPhone();
  await page.goto('/');
  await page.getByRole('link', { name: 'Post a Job' }).click();
  await register(page, 'Wanjiru Njoroge', client, check);
  // What the person came for is not forgotten.
  await expect(page).toHaveURL('/dashboard/client/jobs/add');
  await page.getByLabel('Title').fill(JOB);
  await page.getByLabel('Description').fill('It leaks at the tap. Bring thread tape. '.repeat(5));
  await page.getByLabel('Location').fill('Juja');
  await page.getByRole('button', { name: 'Continue to pay Ksh 100' }).click();
  await expect(page).toHaveURL(/\/pay\/job\/\d+$/);
  // This number's prompt waits for a person.
  await page.getByLabel('M-Pesa phone number').fill('0711 222 990');
  await page.getByRole('button', { name: 'Pay Ksh 100' }).click();
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
  await check();
  const phone = await context.newPage();
  await phone.goto(server.simulatorURL);
  const prompt = phone.getByRole('listitem').filter({ hasText: 'Pay Ksh 100 to FUNDI MTAANI' });
  await prompt.getByLabel('M-PESA PIN').fill('1234');
  await prompt.getByRole('button', { name: 'Send' }).click();
  await phone.close();
  await page.bringToFront();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/client/jobs');
  await expect(page.getByRole('switch', { name: new RegExp(JOB) })).toBeChecked();
  await check();
  await page.evaluate(() => localStorage.clear());

  const fundi = freshPhone();
  const name = 'Akinyi Owuor';
  await page.goto('/register/fundi');
  await register(page, name, fundi, check);
  await expect(page).toHaveURL('/profile/update/fundi');
  await page.getByLabel('Skills', { exact: true }).fill('Carpentry, Roofing');
  await page.getByLabel('Location').fill('Juja');
  await page.getByLabel('Your price').fill('Ksh 1,200 a day');
  await page.getByRole('button', { name: /save|update/i }).click();
  await expect(page).toHaveURL('/dashboard/fundi');
  await expect(page.getByText('Trial', { exact: true })).toBeVisible();
  expect(await isListed(page, name)).toBe(true);

  await page.goto('/jobs');
  await page.getByRole('combobox', { name: /search/i }).fill('water tank');
  await page.getByRole('link', { name: JOB }).click();
  await expect(page.getByRole('heading', { level: 1, name: JOB })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Wanjiru Njoroge/ })).toBeVisible();
  const call = page.getByRole('link', { name: /^Call/ });
  await expect(call).toHaveAttribute('href', `tel:${client}`);

  await page.goto('/dashboard/fundi');
  await page.getByRole('switch', { name: /available/i }).click();
  await expect(page.getByText(/^You are hidden/)).toBeVisible();
  await expect.poll(() => isListed(page, name)).toBe(false);
  await page.getByRole('switch', { name: /available/i }).click();
  await expect(page.getByText(/^Clients see you/)).toBeVisible();
  // The switch shows it before the server knows.
  await expect.poll(() => isListed(page, name)).toBe(true);

  await server.stop();
  await endTrial(server.dataDir, fundi);
  await server.start();
  await page.goto('/dashboard/fundi');
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
  expect(await isListed(page, name)).toBe(false);
  await page.goto('/jobs');
  await expect(
    page.getByText('Only subscribed fundis can access jobs. Please subscribe.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Subscribe Now' }).click();
  await expect(page).toHaveURL('/fundi/subscription');
  // This payer cancels.
  await page.getByLabel('M-Pesa phone number').fill(payer('901'));
  await page.getByRole('button', { name: 'Pay Ksh 200' }).click();
  await expect(page.getByText('cancelled on the phone').first()).toBeVisible();
  await check();
  await payFromMenu(page, server, '200');
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/fundi');
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await check();
  expect(await isListed(page, name)).toBe(true);
});

test("an advertiser's life: a photo, payment, the banner, deletion", async ({ page }) => {
  const check = await translateAll(page, 'same');
  const { token } = await newPerson(page.request, 'client');
  await signIn(page, 'client', token);
  // 12 megapixels, lying on its side as phones store them.
  const photo = await sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#b8431f',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 70 })
    .withMetadata({ orientation: 6 })
    .toBuffer();

  await page.goto('/dashboard/client/ads/add');
  await page.getByRole('button', { name: 'Continue to pay Ksh 500' }).click();
  await expect(page.getByText('Please upload an image.').first()).toBeVisible();
  await check();
  await page.getByLabel('Title').fill('Cement and lime');
  await page.getByLabel('Description').fill('Delivered in Juja the same day.');
  await page.getByLabel('Link (optional)').fill('https://cement.example.com/offers');
  await page
    .getByLabel('Image')
    .setInputFiles({ name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: photo });
  const upload = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/ads/'),
  );
  await page.getByRole('button', { name: 'Continue to pay Ksh 500' }).click();
  const sent = Number((await (await upload).allHeaders())['content-length']);
  expect(sent).toBeGreaterThan(1000);
  expect(sent).toBeLessThan(photo.length / 4);

  await expect(page).toHaveURL(/\/dashboard\/client\/ads\/pay\/\d+$/);
  await page.getByLabel('M-Pesa phone number').fill('0711222444');
  await page.getByRole('button', { name: 'Pay Ksh 500' }).click();
  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/client/ads');
  await check();

  await page.goto('/');
  const link = page.getByRole('link', { name: /Cement and lime/ });
  await expect(link).toHaveAttribute('href', 'https://cement.example.com/offers');
  const image = page.locator('img[src*="/media/ads/"]').first();
  await image.scrollIntoViewIfNeeded();
  // The image itself measures what it has in the size that it is shown in.
  const sizeOf = (address: 'currentSrc' | 'src') =>
    image.evaluate(async (node: HTMLImageElement, which) => {
      const copy = new Image();
      copy.src = node[which];
      await copy.decode();
      return [copy.naturalWidth, copy.naturalHeight];
    }, address);
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.complete)).toBe(true);
  expect([await sizeOf('currentSrc'), await sizeOf('src')]).toEqual([
    [492, 656],
    [960, 1280],
  ]);

  await page.goto('/dashboard/client/ads');
  await page.getByRole('button', { name: /Delete/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Delete/ })
    .click();
  await expect(page.getByText('Cement and lime')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByRole('group', { name: /^Ad 1 of/ })).toBeVisible();
  await expect(page.getByText('Cement and lime')).toHaveCount(0);
});
