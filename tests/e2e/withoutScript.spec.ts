/** The pages without scripts: in Opera Mini, for a robot, on an old phone. */
import { expect, test } from './fixtures.ts';

test.use({ javaScriptEnabled: false });

test('without scripts a visitor finds a fundi, and links to call and chat', async ({ page }) => {
  await page.goto('/');
  const trades = page.getByRole('navigation', { name: 'Trades' }).getByRole('link');
  const [trade = ''] = (await trades.first().innerText()).split(/\s+\d+$/);
  await trades.first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${trade} in Juja`);
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) });
  const card = cards.first();
  await expect(card.getByRole('list', { name: 'Skills' })).not.toBeEmpty();

  const name = await card.getByRole('heading').innerText();
  const href = await card.getByRole('link', { name: `Call ${name}` }).getAttribute('href');
  expect(href).toMatch(/^tel:0\d{9}$/);
  await card.getByRole('link', { name: `${name} Available now` }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  const contact = page.getByRole('region', { name: 'Contact' });
  await expect(contact.getByRole('link', { name: 'Call' })).toHaveAttribute('href', href ?? '');
  const chat = contact.getByRole('link', { name: 'WhatsApp' });
  await expect(chat).toHaveAttribute('href', /^https:\/\/wa.me\/254\d{9}\?text=Hello/);
  await page.getByRole('link', { name: 'Back to Fundis' }).click();
  await page.waitForURL('**/fundis');

  for (const address of ['/', '/login/client', '/no/such/page']) {
    await page.goto(address);
    await expect(page.locator('p', { hasText: 'Fundi Mtaani needs JavaScript' })).toBeInViewport();
  }
  await page.getByRole('link', { name: 'see the first fundis' }).click();
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible();
});
