/**
 * Every screen and form, and payments, while the browser translates the page to twice its length: React must find every text
 * and element where it has put it (facebook/react, issue 11538), and what is read is what is true.
 */
import type { Page } from '@playwright/test';
import { pathTo, paths } from '../../src/paths.ts';
import { expect, LIVED_TOWN, test } from './fixtures.ts';
import { payer } from './paying.ts';
import { freshPhone, newPerson, signIn } from './people.ts';
import { translateAll } from './translate.ts';

test.use({ serverOptions: LIVED_TOWN });

const PASSWORD = 'maji-safi-2026';
const title = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click();
const fill = (page: Page, label: string, text: string) => page.getByLabel(label).first().fill(text);
const see = (page: Page, text: string) => expect(page.getByText(text).first()).toBeVisible();

async function registerAndLogIn(page: Page, role: 'client' | 'fundi', check: () => Promise<void>) {
  const phone = freshPhone();
  await page.goto(pathTo(role === 'client' ? 'registerClient' : 'registerFundi'));
  await press(page, 'Create account');
  await see(page, 'ID number is required.');
  await check();
  await fill(page, 'Name', 'Wanjiru Njoroge');
  await fill(page, 'Phone number', phone);
  await fill(page, 'ID number', phone.slice(2));
  await fill(page, 'Password', PASSWORD);
  await fill(page, 'Confirm password', 'another-word');
  await press(page, 'Create account');
  await see(page, 'Passwords do not match.');
  await fill(page, 'Confirm password', PASSWORD);
  await press(page, 'Create account');
  await expect(page).toHaveURL(/\/login\//);
  await check();
  await fill(page, 'Phone number', phone);
  await fill(page, 'Password', 'wrong-password');
  await press(page, 'Log in');
  await see(page, 'Wrong phone number or password.');
  await check();
  await fill(page, 'Password', PASSWORD);
  await press(page, 'Log in');
  await expect(page).toHaveURL(/\/(?:dashboard|profile\/update)\//);
  await check();
}

/** Pays with a number that the payer cancels on, and then with one that pays. */
async function payTwice(page: Page, price: string, check: () => Promise<void>) {
  await fill(page, 'M-Pesa phone number', '12');
  await press(page, 'Pay ');
  await expect(page.getByRole('alert').filter({ hasText: /\S/ }).first()).toBeVisible();
  await check();
  await fill(page, 'M-Pesa phone number', payer('901'));
  await press(page, `Pay ${price}`);
  await see(page, 'Waiting for your PIN');
  await check();
  await see(page, 'Payment not completed. Try again.');
  await check();
  await fill(page, 'M-Pesa phone number', payer('123'));
  await press(page, `Pay ${price}`);
  await see(page, 'Waiting for your PIN');
  await check();
  await expect(page.getByText(/Payment Successful|You are subscribed/).first()).toBeVisible();
  await check();
}

test('a visitor finds a fundi', async ({ page }) => {
  const check = await translateAll(page);
  await page.goto(paths.home);
  await see(page, 'How It Works');
  await page.getByRole('tab', { name: 'For Clients' }).click();
  await see(page, 'Pick your fundi');
  await check();
  await page.getByRole('link', { name: 'Find a Fundi' }).click();
  await see(page, 'Discover Skilled Fundis Near You');
  const cards = page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(cards.first()).toBeVisible();
  await expect(cards.first().locator('font')).toHaveCount(0);
  await check();
  await page.getByRole('combobox').first().fill('nobody has this name');
  await see(page, 'No fundis found with current filter.');
  await check();
  await press(page, 'Clear filters');
  await page.getByLabel('Filter by Location').selectOption({ index: 2 });
  await expect(page).toHaveURL(/location=/);
  await expect(page.getByText(/\d+ of \d+ fundis/).first()).toBeVisible();
  await cards.first().click();
  await expect(page).toHaveURL(/\/fundis\/\d+$/);
  // The name is not translated.
  await expect(title(page).locator('font')).toHaveCount(0);
  await check();
  await page.goBack();
  await expect(cards.first()).toBeVisible();
  await check();
  for (const address of [paths.fundiList, paths.fundiDetail.replace(':id', '990000')]) {
    await page.goto(address);
    await expect(page.getByText(/Discover Skilled|Fundi not found/).first()).toBeVisible();
    await check();
  }
  for (const name of ['jobList', 'terms', 'privacy', 'contact', 'resetFundi'] as const) {
    await page.goto(paths[name]);
    await expect(title(page)).toBeVisible();
    await check();
  }
  await page.goto('/nowhere');
  await expect(title(page)).toBeVisible();
  await check();
});

test('a client posts a job, pays for it, and changes what is theirs', async ({ page }) => {
  const check = await translateAll(page);
  await registerAndLogIn(page, 'client', check);
  await page.goto(paths.clientProfile);
  await fill(page, 'About you', 'Shop owner');
  await press(page, 'Save');
  await check();
  await page.goto(paths.addJob);
  await press(page, 'Post job');
  await see(page, 'Title is required.');
  await check();
  await fill(page, 'Title', 'Mend the water tank');
  await fill(page, 'Description', 'It leaks at the tap.');
  await fill(page, 'Location', 'Juja');
  await press(page, 'Post job');
  await expect(page).toHaveURL(/\/pay\/job\/\d+$/);
  await payTwice(page, 'Ksh 100', check);
  await expect(page).toHaveURL(paths.myJobs);
  const job = page.getByRole('switch').first();
  await job.click();
  await expect(job).not.toBeChecked();
  await job.click();
  await expect(job).toBeChecked();
  await check();
  await page.getByRole('link', { name: 'Edit' }).first().click();
  await fill(page, 'Title', 'Mend the large water tank');
  await press(page, 'Save');
  await expect(page).toHaveURL(paths.myJobs);
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).last().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await check();
  await page.goto(paths.clientDashboard);
  await expect(title(page)).toBeVisible();
  await check();
});

test('a client adds an ad and pays for it', async ({ page }) => {
  const check = await translateAll(page);
  const { token } = await newPerson(page.request, 'client');
  await signIn(page, 'client', token);
  await page.goto(paths.addAd);
  await press(page, 'Add ad');
  await see(page, 'Please upload an image.');
  await check();
  await fill(page, 'Title', 'Taps and pipes');
  await fill(page, 'Description', 'All sizes, near the stage.');
  await page.locator('input[type=file]').setInputFiles('public/favicon.ico');
  await check();
  await page.locator('input[type=file]').setInputFiles({
    name: 'tap.png',
    mimeType: 'image/png',
    buffer: Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  });
  await see(page, 'Ready to send');
  await check();
  await press(page, 'Add ad');
  await expect(page).toHaveURL(/\/ads\/pay\/\d+$/);
  await payTwice(page, 'Ksh 500', check);
  await expect(page).toHaveURL(paths.myAds);
  await check();
});

test('a fundi sees jobs and changes what is theirs', async ({ page }) => {
  const check = await translateAll(page);
  await registerAndLogIn(page, 'fundi', check);
  await page.goto(paths.fundiProfile);
  await fill(page, 'Skills', 'Plumbing, Tiling');
  await fill(page, 'Location', 'Juja');
  await fill(page, 'Your price', 'Ksh 1,500 a day');
  await press(page, 'Save');
  await check();
  await page.goto(paths.fundiDashboard);
  const available = page.getByRole('switch').first();
  await available.click();
  await check();
  await page.goto(paths.subscription);
  await see(page, 'days left');
  await check();
  await page.goto(paths.jobList);
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/jobs\/\d+$/);
  await expect(title(page)).toBeVisible();
  await check();
});
