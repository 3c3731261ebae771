/**
 * The main job, as strangers do it on a phone: find a fundi, register as a client, post a job, pay
 * by answering the prompt, and a fundi on trial finds the job. Then the same after a restart.
 */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { freshPhone } from './people.ts';

test.use({ serverOptions: { seedDemo: true } });
test.describe.configure({ mode: 'serial' });

const JOB = 'Mend the water tank behind the shop';
const client = { phone: freshPhone(), password: 'maji-safi-2026' };
const fundi = { phone: freshPhone(), password: 'fundi-hodari-1' };

async function register(page: Page, name: string, phone: string, password: string) {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Phone number').fill(phone.replace(/^0/, '+254 '));
  await page.getByLabel('ID number').fill('28811904');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}

async function logIn(page: Page, phone: string, password: string) {
  // The address changes before the screen does, and both have these fields.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/login$/);
  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function expectJobIsListed(page: Page) {
  await page.goto('/jobs');
  await page.getByRole('combobox', { name: /^Search/ }).fill('water tank');
  await page.getByRole('link', { name: JOB }).click();
  await expect(page.getByRole('heading', { level: 1, name: JOB })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Wanjiru Njoroge/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Call/ })).toHaveAttribute(
    'href',
    `tel:${client.phone}`,
  );
}

test('a visitor finds a fundi to call', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Find a Fundi' }).click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Discover Skilled Fundis Near You' }),
  ).toBeVisible();
  await page.getByLabel('Filter by Location').selectOption({ index: 2 });
  await expect(page).toHaveURL(/location=/);
  const cards = page.getByRole('list', { name: 'fundis', exact: true });
  await cards.getByRole('heading', { level: 3 }).first().click();
  await expect(page).toHaveURL(/\/fundis\/\d+$/);
  await expect(
    page.getByText(
      'Please do not make any payments before the fundi has completed the agreed work',
    ),
  ).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/location=/);
});

test('a client registers, posts a job and pays for it on the phone', async ({ page, server }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Post a Job' }).click();
  await register(page, 'Wanjiru Njoroge', client.phone, client.password);
  await expect(page).toHaveURL('/login/client');
  await logIn(page, client.phone, client.password);
  await expect(page).toHaveURL('/dashboard/client');

  await page.goto('/dashboard/client/jobs/add');
  await page.getByLabel('Title').fill(JOB);
  await page.getByLabel('Description').fill('It leaks at the tap. Bring thread tape. '.repeat(5));
  await page.getByLabel('Location').fill('Juja');
  await page.getByRole('button', { name: 'Post job' }).click();

  await expect(page).toHaveURL(/\/pay\/job\/\d+$/);
  // This number's prompt waits for a person.
  await page.getByLabel('M-Pesa phone number').fill('0711 222 990');
  await page.getByRole('button', { name: 'Pay Ksh 100' }).click();

  const phone = await page.context().newPage();
  await phone.goto(server.simulatorURL);
  const prompt = phone.getByRole('listitem').filter({ hasText: 'Pay Ksh 100 to FUNDI MTAANI' });
  await prompt.getByLabel('M-PESA PIN').fill('1234');
  await prompt.getByRole('button', { name: 'Send' }).click();
  await phone.close();
  await page.bringToFront();

  await expect(page.getByText('Payment Successful')).toBeVisible();
  await expect(page).toHaveURL('/dashboard/client/jobs');
  await expect(page.getByRole('switch', { name: new RegExp(JOB) })).toBeChecked();
});

test('a new fundi on trial finds the job', async ({ page }) => {
  await page.goto('/register/fundi');
  await register(page, 'Kevin Maina', fundi.phone, fundi.password);
  await expect(page).toHaveURL('/login/fundi');
  await logIn(page, fundi.phone, fundi.password);
  await expect(page).toHaveURL('/profile/update/fundi');
  await expectJobIsListed(page);
});

test('the job and its payment are there after a restart', async ({ page, server }) => {
  await server.restart();
  await page.goto('/login/fundi');
  await logIn(page, fundi.phone, fundi.password);
  await expect(page).toHaveURL('/profile/update/fundi');
  await expectJobIsListed(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login/client');
  await logIn(page, client.phone, client.password);
  await expect(page).toHaveURL('/dashboard/client');
  await expect(page.getByText(JOB)).toBeVisible();
});
