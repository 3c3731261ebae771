import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { SAMPLE_FUNDI } from '../../src/contract/sample.ts';
import { advance, stopClock } from '../support/clock.ts';
import { makeFundi } from '../mocks/factories.ts';
import { spacedPhone } from '../../src/lib/contact.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { gate } from '../support/gate.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';

const open = () => renderAt(`/fundis/${town.fundi.id}`, { user: 'client' });

/** Takes the Web Share API away, or puts `share` in its place, until the end of the test. */
function setShare(share: unknown) {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  if (share === undefined) Reflect.deleteProperty(navigator, 'share');
}

it('shows name, skills, rate note and contact of a fundi, the caution and the ads', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Otieno Odhiambo' })).toBeVisible();
  expect(document.title).toBe('Otieno Odhiambo · Fundi Mtaani');
  expect(screen.getByText('Juja', { selector: 'article *' })).toBeVisible();
  for (const skill of ['Plumbing', 'Tiling', 'Painting']) {
    expect(screen.getByText(skill)).toBeVisible();
  }
  // A field that is added later is shown, too.
  const { id: _, ...shown } = SAMPLE_FUNDI;
  const texts = Object.values<unknown>(shown).filter((value) => typeof value !== 'boolean');
  for (const text of texts.flatMap((value) => String(value).split(', '))) {
    expect(screen.getByRole('main')).toHaveTextContent(spacedPhone(text).replaceAll('\u00a0', ' '));
  }
  expect(screen.getByText('Ksh 1,500 a day')).toBeVisible();
  expect(screen.getByText('Available now')).toBeVisible();
  const contact = within(screen.getByRole('region', { name: 'Contact' }));
  expect(contact.getByText('0722 000 001')).toBeVisible();
  // On a desktop below the number, on a phone in a bar: styles show one of them.
  expect(contact.getAllByRole('link', { name: /^Call/ })).toHaveLength(2);
  const bar = within(screen.getByRole('group', { name: 'Call or WhatsApp' }));
  leadsTo('Call Otieno Odhiambo', 'tel:0722000001', bar);
  const chat = bar.getByRole('link', { name: /^WhatsApp Otieno Odhiambo/ });
  const words =
    'Hello Otieno Odhiambo, I found you on Fundi Mtaani. I need a fundi for Plumbing in Juja. Are you free?';
  const href = `https://wa.me/254722000001?text=${encodeURIComponent(words)}`;
  expect(chat).toHaveAttribute('href', href);
  expect(chat).toHaveAttribute('target', '_blank');
  expect(chat).toHaveAttribute('rel', 'noopener noreferrer');
  expect(calls('getFundi')[0]?.headers).not.toHaveProperty('authorization');

  const note = screen.getByRole('note');
  expect(note).toHaveTextContent(
    'Please do not make any payments before the fundi has completed the agreed work',
  );
  expect(note).toHaveTextContent('not liable for advance or unauthorized payments');
  leadsTo('Back to Fundis', '/fundis');
  leadsTo('More fundis for Plumbing', '/fundis?q=Plumbing');
  expect(screen.getByRole('region', { name: 'Sponsored' })).toBeVisible();
  leadsTo('Register Now', '/register/fundi');
});

it('shows fallbacks for missing fields, and no contact without a number', async () => {
  mock('getFundi', { body: { id: 5, name: null } });
  renderAt('/fundis/5');
  expect(await screen.findByRole('heading', { level: 1, name: 'Name not given' })).toBeVisible();
  expect(screen.getByText('No location provided')).toBeVisible();
  expect(screen.getAllByText('Not specified')).toHaveLength(2);
  expect(screen.getByText('Not available')).toBeVisible();
  // What is missing has a fallback, or no place.
  for (const value of document.querySelectorAll('dd')) expect(value).not.toBeEmptyDOMElement();
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).toBeNull();
});

it('says whom else one may call where a fundi shows no number', async () => {
  mock('getFundi', { body: makeFundi({ id: 5, skills: 'Plumbing', phone_number: null }) });
  const others = [
    makeFundi({ id: 5, phone_number: null }),
    makeFundi({ id: 6, name: 'Far', location: 'Thika' }),
    makeFundi({ id: 7, name: 'Near', skills: 'Plumbing', phone_number: '0722000007' }),
    makeFundi({ id: 8, name: 'Mason', skills: 'Masonry' }),
    makeFundi({ id: 9, name: 'Silent', phone_number: null }),
  ];
  mock('listFundis', { body: others });
  renderAt('/fundis/5');
  expect(await screen.findByText('Others you can call')).toBeVisible();
  const contact = within(screen.getByRole('region', { name: 'Contact' }));
  const named = contact.getAllByRole('link').map((link) => link.textContent);
  expect(named).toEqual(['NearJuja', 'Call Near', 'FarThika', 'Call Far']);
  leadsTo('Call Near', 'tel:0722000007', contact);
  leadsTo('NearJuja', '/fundis/7', contact);
});

it('names others of the same trade from the directory that was read, near ones first, without a call', async () => {
  const others = [
    makeFundi({ id: 6, name: 'Far', location: 'Thika' }),
    makeFundi({ id: 7, name: 'Near', rate_note: null }),
    makeFundi({ id: 8, name: 'Mason', skills: 'Masonry' }),
    makeFundi({ id: 9, name: 'Silent', phone_number: null }),
  ];
  mock('listFundis', { body: [makeFundi({ name: 'Otieno' }), ...others] });
  mock('getFundi', { body: makeFundi({ name: 'Otieno' }) });
  const { user } = renderAt('/fundis');
  await user.click(await screen.findByRole('link', { name: /^Otieno/ }));
  expect(await screen.findByText('More fundis for Plumbing')).toBeVisible();
  leadsTo(/^.?Near *Juja$/, '/fundis/7');
  leadsTo(/^.?Far *Thika *Ksh 1,500 a day$/, '/fundis/6');
  expect(screen.queryByText('Mason')).toBeNull();
  expect(screen.queryByText('Silent')).toBeNull();
  leadsTo('See all', '/fundis?q=Plumbing');
  expect(calls('listFundis')).toHaveLength(1);
});

it('offers fundis to edit their own page, and not to call themselves', async () => {
  renderAt(`/fundis/${town.fundi.id}`, { user: 'fundi' });
  await screen.findByText('This is your page, as clients see it.');
  leadsTo('Edit my profile', '/profile/update/fundi');
  expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
});

it('shows the fundi of the loaded directory at once, and moves the focus to the name that comes', async () => {
  const { opened, open: letGo } = gate();
  mock('listFundis', { body: [{ id: 9, name: 'Otieno', is_available: true }] });
  mock('getFundi', () =>
    opened.then(() => ({ body: makeFundi({ id: 9, name: 'Otieno Odhiambo' }) })),
  );
  const { user } = renderAt('/fundis');
  await user.click(await screen.findByRole('link', { name: /^Otieno/ }));
  expect(await screen.findByRole('region', { name: 'Contact' })).toBeVisible();
  letGo();
  expect(await screen.findByRole('heading', { level: 1, name: 'Otieno Odhiambo' })).toHaveFocus();
});

it('shows "Fundi not found." for a missing fundi, after one call', async () => {
  const warn = vi.spyOn(console, 'warn');
  renderAt('/fundis/4711');
  expect(await screen.findByText('Fundi not found.')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(calls('getFundi')).toHaveLength(1);
  expect(warn).toHaveBeenCalledWith('public/fundis/4711 could not be loaded:', 404);
  expect(screen.queryByRole('alert')).toBeNull();
  // There is nobody to pay.
  expect(screen.queryByRole('note')).toBeNull();
});

it.each([
  ['the network fails', 'network error'],
  ['the answer is no fundi', { body: {} }],
] as const)('loads, shows "Fundi not found." and a retry when %s', async (_, answer) => {
  mock('getFundi', answer, answer, answer, 'usual');
  stopClock();
  const { user } = open();
  expect(await screen.findByText('Loading fundi details...')).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  await advance(2000);
  expect(await screen.findByText('Fundi not found.')).toBeVisible();
  expect(calls('getFundi')).toHaveLength(3);
  // The list would have the fundi: it is not asked.
  expect(calls('listFundis')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ksh 1,500 a day')).toBeVisible();
});

it('shares by the sheet of the phone, else copies the address, else says that it could not', async () => {
  const share = vi.fn<(data: ShareData) => Promise<void>>();
  const closed = new DOMException('closed', 'AbortError');
  share.mockResolvedValueOnce().mockRejectedValueOnce(closed);
  setShare(share);
  onTestFinished(() => setShare(undefined));
  const { user } = open();
  const button = await screen.findByRole('button', { name: 'Share' });
  const copy = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(button);
  const url = `${window.location.origin}/fundis/${town.fundi.id}`;
  expect(share).toHaveBeenCalledWith({ title: 'Otieno Odhiambo', url });
  // The person closes the sheet.
  await user.click(button);
  await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
  expect(copy).not.toHaveBeenCalled();
  expect(screen.queryByText(/Link copied|Copy the address/)).toBeNull();

  setShare(undefined);
  await user.click(button);
  expect(await screen.findByText('Link copied. Paste it where you like.')).toBeVisible();
  expect(copy).toHaveBeenCalledWith(url);
  copy.mockRejectedValue(new Error('denied'));
  await user.click(button);
  await waitFor(() => expect(screen.getByText(/Copy the address/)).toBeVisible());
});
