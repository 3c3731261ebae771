/** The pages without scripts: in Opera Mini, for a robot, on an old phone. */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Fundi } from '../../src/contract/schemas.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';

test.use({ serverOptions: DEMO_TOWN, javaScriptEnabled: false });

test('the directory shows the newest fundis, and their pages have links to call and chat', async ({
  page,
  server,
}) => {
  const answer = await fetch(`${server.baseURL}/api${endpoints.listFundis.path}`);
  const list = (await answer.json()) as Fundi[];
  const [first] = list
    .filter(({ is_available: isFree, phone_number: phone }) => isFree && phone !== null)
    .sort((a, b) => Number(b.id) - Number(a.id));
  await page.goto('/fundis');
  const card = page.getByRole('listitem').filter({ hasText: first?.name ?? '' });
  await expect(card.first()).toContainText(first?.location ?? '');
  await expect(card.first()).toContainText(first?.skills?.split(',')[0] ?? '');
  const name = first?.name ?? '';
  const call = card.first().getByRole('link', { name: `Call ${name}` });
  await expect(call).toHaveAttribute('href', `tel:${first?.phone_number}`);
  await card
    .first()
    .getByRole('link', { name: `${name} Available now` })
    .click();

  await expect(page.getByRole('heading', { level: 1, name: first?.name ?? '' })).toBeVisible();
  const phone = first?.phone_number ?? '';
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact.getByRole('link', { name: 'Call' })).toHaveAttribute('href', `tel:${phone}`);
  const chat = contact.getByRole('link', { name: 'WhatsApp' });
  await expect(chat).toHaveAttribute(
    'href',
    new RegExp(`^https://wa.me/254${phone.slice(1)}\\?text=Hello`),
  );
  await page.getByRole('link', { name: 'Back to fundis' }).click();
  await page.waitForURL('**/fundis');
});

test('every other screen says at its top what is needed, and what works without scripts', async ({
  page,
}) => {
  for (const address of ['/', '/login/client', '/no/such/page']) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(address);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.locator('p', { hasText: 'Fundi Mtaani needs JavaScript' })).toBeInViewport();
  }
  await page.getByRole('link', { name: 'see the newest fundis' }).click();
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
});

test('the links of trades lead to their fundis, from the home page and the directory', async ({
  page,
}) => {
  await page.goto('/');
  const [trade = ''] = (
    await page.getByRole('navigation', { name: 'Trades' }).getByRole('link').first().innerText()
  ).split(/\s+\d+$/);
  for (const address of ['/', '/fundis']) {
    // oxlint-disable-next-line no-await-in-loop
    await page.goto(address);
    const links = page.getByRole('navigation', { name: 'Trades' }).getByRole('link');
    // oxlint-disable-next-line no-await-in-loop
    await links.first().click();
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${trade} in Juja`);
    // oxlint-disable-next-line no-await-in-loop
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
  }
});

test('a visitor without scripts finds a trade by a word that people say for it', async ({
  page,
}) => {
  await page.goto('/fundis?q=plumber');
  const skills = page.getByRole('list', { name: 'Skills' });
  await expect(skills.first()).toContainText(/plumbing/i);
  await page.goto('/fundis?q=plumber+in+ruiru');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plumbing in Ruiru');
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  await expect(cards.first()).toBeVisible();
  expect(await cards.filter({ hasNotText: 'Ruiru' }).count()).toBe(0);
});
