import { screen, within } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import type { SAID } from '../../src/contract/sample.ts';
import { spacedPhone } from '../../src/lib/contact.ts';
import { site } from '../../src/lib/config.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

it('names fees, trial and refunds in the terms', async () => {
  renderAt('/terms');
  expect(await screen.findByRole('heading', { level: 1, name: 'Terms' })).toBeVisible();
  expect(document.title).toBe('Terms · Fundi Mtaani');
  expect(screen.getByText(/Posting a job: Ksh 100/)).toBeVisible();
  expect(screen.getByText(/An ad: Ksh 500/)).toBeVisible();
  expect(screen.getByText(/the first 7 days are free/)).toHaveTextContent('Ksh 200 a month');
  expect(screen.getByRole('heading', { name: 'Refunds' })).toBeVisible();
});

it('says what data is stored and why, under the Data Protection Act', async () => {
  renderAt('/privacy');
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  expect(screen.getByText(/Data Protection Act, 2019/)).toBeVisible();
  expect(screen.queryByText(/Registration with the ODPC/)).toBeNull();
  const shown: Record<keyof typeof SAID, string> = {
    location: 'location',
    skills: 'skills',
    rate_note: 'price',
  };
  const sentence = screen.getByText(/shown to everybody, as that is/);
  for (const word of Object.values(shown)) expect(sentence).toHaveTextContent(word);
});

it('says on Privacy the registration with the data commissioner, where there is one', async () => {
  Object.assign(site.operator, { dataProtection: '104-2C8D-77' });
  onTestFinished(() => void Object.assign(site.operator, { dataProtection: '' }));
  renderAt('/privacy');
  expect(
    await screen.findByText(wholeText(/Registration with the ODPC: 104-2C8D-77\.$/)),
  ).toBeVisible();
});

it('says on Contact and in the footer who runs the town, where, when they answer, and how to reach them', async () => {
  renderAt('/contact');
  const heading = await screen.findByRole('heading', { name: 'Who we are' });
  expect(heading.parentElement).toHaveTextContent(
    'Fundi Mtaani is run by Example Operator Ltd, Example Street, Juja. Registration number: PVT-EXAMPLE.',
  );
  expect(screen.getByText('Monday to Saturday, 8 am to 6 pm.')).toBeVisible();
  const footer = within(screen.getByRole('contentinfo'));
  expect(
    footer.getByText(wholeText('Run by Example Operator Ltd, Example Street, Juja')),
  ).toBeVisible();
  const phone = footer.getByRole('link', { name: spacedPhone('0700000000') });
  expect(phone).toHaveAttribute('href', 'tel:0700000000');
  expect(phone.parentElement).toHaveTextContent('Our phone: 0700 000 000');
  expect(footer.getByText('Monday to Saturday, 8 am to 6 pm')).toBeVisible();

  const main = within(screen.getByRole('main'));
  leadsTo(/^Call/, 'tel:0700000000', main);
  leadsTo('WhatsApp us', 'https://wa.me/254700000000', main);
  leadsTo('support@example.com', 'mailto:support@example.com', main);
});
