import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { readFundiAccount } from '../../src/lib/api/readers.ts';
import { signIn, signOut } from '../../src/lib/session/session.ts';
import { useTermClock } from '../../src/screens/fundi/term.tsx';
import { addFundi, signIn as mockSignIn } from '../mocks/db.ts';
import { makeFundiAccount, makeJob, inDays } from '../mocks/factories.ts';
import { gate } from '../support/gate.ts';
import { calls, mock, type Reply } from '../mocks/overrides.ts';
import { server } from '../mocks/server.ts';
import { town } from '../mocks/town.ts';
import { leadsTo } from '../support/links.ts';
import { renderAt } from '../support/renderAt.tsx';
import { setOnline } from '../support/paying.ts';
import { advance, stopClock } from '../support/clock.ts';

const toggle = () => screen.findByRole('switch', { name: 'Available for work' });
const card = (title: string) => {
  const term = screen.getByText(title, { selector: 'dt *' }).parentElement;
  return within(term?.nextElementSibling as HTMLElement);
};
/** Holds the answers of the toggle back until they are let go. */
function holdAnswers() {
  const { opened, open } = gate();
  mock('updateMyFundi', () => opened.then(() => 'usual'), 'usual');
  return open;
}
const sent = () => calls('updateMyFundi').map((call) => call.body);

describe('the subscription', () => {
  it.each([
    ['today', '2026-11-15T00:30:00+03:00', '2026-11-15'],
    ['tomorrow', '2026-11-15T21:00:00+03:00', '2026-11-16T09:00:00+03:00'],
  ])('says that a trial ends %s when it is %s and the end %s', async (day, now, trial_ends) => {
    stopClock(now);
    mock('getMyFundi', { body: makeFundiAccount({ on_trial: true, trial_ends }) });
    renderAt('/dashboard/fundi', { user: 'fundi' });
    expect(await screen.findByText(`0 days left, ends ${day}`)).toBeVisible();
  });

  it('shows a warning and a link to subscribe when it has ended', async () => {
    stopClock('2026-11-10T09:00:00+03:00');
    mock('getMyFundi', {
      body: makeFundiAccount({ on_trial: false, subscription_end: '2026-11-01T00:00:00Z' }),
    });
    renderAt('/dashboard/fundi', { user: 'fundi' });
    expect(await screen.findByText('Inactive')).toBeVisible();
    expect(screen.getByText('Ended on 1 Nov 2026')).toBeVisible();
    expect(screen.queryByText(/days left/)).toBeNull();
    expect(screen.getByText('You are not subscribed.')).toBeVisible();
    expect(screen.getByText(/Subscribe for Ksh 200 a month/)).toBeVisible();
    leadsTo('Subscribe Now', '/fundi/subscription');
  });

  it('is decided by the date of the API, else of the own host, else by what the API says', async () => {
    stopClock('2026-12-16T09:00:00Z');
    const headers = { date: 'Thu, 26 Nov 2026 09:00:00 GMT' };
    const end = '2026-12-05T09:00:00Z';
    const body = makeFundiAccount({ on_trial: false, is_subscribed: true, subscription_end: end });
    mock('getMyFundi', { headers, body }, { body });
    server.use(
      http.head('/', () => new HttpResponse(null, { headers }), { once: true }),
      http.head('/', () => HttpResponse.error()),
    );
    for (const left of ['9 days left', '9 days left', 'The date of this phone is wrong.']) {
      const { unmount } = renderAt('/dashboard/fundi', { user: 'fundi' });
      expect(await screen.findByText(left)).toBeVisible();
      expect(screen.getByText('Active')).toBeVisible();
      expect(screen.getByText('Paid until 5 Dec 2026')).toBeVisible();
      unmount();
    }
  });

  it.each([
    ['the end has passed and the API says the opposite', true, -10],
    ['the end is to come and the API says the opposite', false, 10],
  ])('asks for no other moment when %s: the date is a guess', (_, saysSubscribed, days) => {
    stopClock();
    const account = makeFundiAccount({ on_trial: false, subscription_end: inDays(days) });
    const fundi = { ...readFundiAccount(account), saysSubscribed };
    const readAt = Date.now();
    const { result } = renderHook(() => useTermClock(fundi, readAt));
    expect(result.current).toBe(readAt);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says that a month has ended while it is looked at, of an API that has its end alone', async () => {
    stopClock();
    const subscription_end = new Date(Date.now() + 10_000).toISOString();
    mock('getMyFundi', { body: { id: 3, subscription_end } });
    renderAt('/dashboard/fundi', { user: 'fundi' });
    expect(await screen.findByText('Active')).toBeVisible();
    await advance(60_000);
    expect(screen.getByText('Inactive')).toBeVisible();
    expect(screen.queryByText('The date of this phone is wrong.')).toBeNull();
  });

  it('shows "Inactive" when no dates are known', async () => {
    mock('getMyFundi', { body: { id: 3 } });
    renderAt('/dashboard/fundi', { user: 'fundi' });
    expect(await screen.findByText('Inactive')).toBeVisible();
    expect(screen.getByText('We do not know the end date.')).toBeVisible();
    expect(card('Phone').getByText('Not provided')).toBeVisible();
    expect(screen.getByText('Karibu,', { exact: false })).toBeVisible();
  });
});

describe('the profile', () => {
  it('is shown in five rows, beside a trial without a warning', async () => {
    renderAt('/dashboard/fundi', { user: 'fundi' });
    await toggle();
    expect(screen.getByRole('heading', { level: 1, name: 'Fundi dashboard' })).toBeVisible();
    expect(card('Skills').getAllByRole('listitem')).toHaveLength(3);
    expect(card('Skills').getByText('Tiling')).toBeVisible();
    expect(card('Location').getByText('Juja')).toBeVisible();
    expect(card('Phone').getByText('0722 000 001')).toBeVisible();
    expect(card('Show my phone number').getByText('Yes')).toBeVisible();
    expect(card('Your price').getByText('Ksh 1,500 a day')).toBeVisible();
    expect(screen.queryByText('Your profile is not finished.')).toBeNull();
    expect(screen.getByText('Trial')).toBeVisible();
    expect(screen.queryByText('You are not subscribed.')).toBeNull();
    leadsTo('See your page as clients do', `/fundis/${town.fundi.id}`);
  });

  it('names what is missing and links to the profile form', async () => {
    const fundi = addFundi({ skills: null, location: null, rate_note: null, show_contact: false });
    renderAt('/dashboard/fundi', { user: fundi });
    expect(await screen.findByText('Your profile is not finished.')).toBeVisible();
    expect(screen.getByText(/Add your skills, location and price/)).toBeVisible();
    leadsTo('Complete your profile', '/profile/update/fundi');
    expect(card('Skills').getByText('Not specified')).toBeVisible();
    expect(card('Location').getByText('No location provided')).toBeVisible();
    expect(card('Show my phone number').getByText('No')).toBeVisible();
    expect(card('Your price').getByText('Not specified')).toBeVisible();
  });

  it.each([
    [{ skills: null, location: null }, 'skills and location', 'clients know what to call you for'],
    [{ location: null, rate_note: null }, 'location and price', 'clients near you find you'],
    [{ rate_note: null }, 'price', 'clients know what they pay'],
  ])('says of %o what it is needed for', async (without, parts, need) => {
    renderAt('/dashboard/fundi', { user: addFundi(without) });
    expect(await screen.findByText(`Add your ${parts}, so that ${need}.`)).toBeVisible();
  });
});

describe('the availability toggle', () => {
  it('marks with a green dot that clients see a fundi, only where they do', async () => {
    const { unmount } = renderAt('/dashboard/fundi', { user: 'fundi' });
    const seen = await screen.findByText(/^Clients see you/);
    expect(seen.previousElementSibling).toHaveClass('bg-success');
    unmount();
    renderAt('/dashboard/fundi', { user: 'expiredFundi' });
    expect((await screen.findByText(/^You will be listed/)).previousElementSibling).toBeNull();
  });

  it('goes back when the call fails, and says so until the network is back or it is pressed again', async () => {
    mock('updateMyFundi', 'network error', 'network error', 'usual');
    const { user } = renderAt('/dashboard/fundi', { user: 'quietFundi' });
    await toggle();
    setOnline(false);
    await user.click(await toggle());
    const offline = 'Failed to update availability: you are offline.';
    await waitFor(async () => expect(await toggle()).toHaveAccessibleDescription(offline));
    act(() => setOnline(true));
    expect(await toggle()).not.toHaveAccessibleDescription();

    // Weak is not away: the text stays then.
    const failed = 'Failed to update availability';
    await user.click(await toggle());
    await waitFor(async () => expect(await toggle()).toHaveAccessibleDescription(failed));
    // In the toast of the specification, and beside the switch.
    await waitFor(() => expect(screen.getAllByText(failed)).toHaveLength(2));
    expect(await toggle()).not.toBeChecked();

    await user.click(await toggle());
    await waitFor(() => expect(screen.queryByText(failed)).toBeNull());
    await waitFor(async () => expect(await toggle()).toBeChecked());
  });

  // From on: what is pressed before the first answer comes, the answers, what is sent, and the end.
  it.each<[string, boolean[], Reply[], boolean[], boolean, boolean]>([
    ['one press', [false], ['usual'], [false], false, false],
    ['three presses', [false, true, false], ['usual'], [false, false], false, false],
    ['two presses, the first fails', [false, true], [500, 'usual'], [false, true], true, false],
    ['two presses, the second fails', [false, true], ['usual', 503], [false, true], false, true],
    ['two that are lost', [false, true], ['network error'], [false, true], true, false],
  ])('shows each at once, and ends with the last, for %s', async (...row) => {
    const [, presses, [first, ...later], calls, isOn, isSaid] = row;
    const { opened, open } = gate();
    mock('updateMyFundi', () => opened.then(() => first!), ...later);
    const { user } = renderAt('/dashboard/fundi', { user: 'fundi' });
    for (const press of presses) {
      await user.click(await toggle());
      expect((await toggle()).ariaChecked).toBe(String(press));
    }
    expect(screen.getByText(presses.at(-1) ? /^Clients see you/ : /^You are hidden/)).toBeVisible();
    expect(sent()).toEqual([{ is_available: presses[0] }]);
    open();
    await waitFor(() => expect(sent()).toEqual(calls.map((is_available) => ({ is_available }))));
    await waitFor(async () => expect((await toggle()).ariaChecked).toBe(String(isOn)));
    const text = isSaid ? 'Failed to update availability' : '';
    await waitFor(async () => expect(await toggle()).toHaveAccessibleDescription(text));
  });

  it('stays where it was put when only the answer got lost', async () => {
    mock('updateMyFundi', () => {
      town.fundi.is_available = false;
      return { status: 502, body: '<html>' };
    });
    const { user } = renderAt('/dashboard/fundi', { user: 'fundi' });
    await user.click(await toggle());
    await waitFor(() => expect(calls('getMyFundi')).toHaveLength(2));
    expect(await toggle()).not.toBeChecked();
    expect(await toggle()).not.toHaveAccessibleDescription();
    expect(screen.queryByText('Failed to update availability')).toBeNull();
  });

  it('sends no choice that still waits when somebody else has logged in', async () => {
    const letGo = holdAnswers();
    const { user } = renderAt('/dashboard/fundi', { user: 'fundi' });
    await user.dblClick(await toggle());
    act(() => signOut('logout'));
    await screen.findByRole('heading', { level: 1, name: 'Fundi login' });
    act(() => signIn(mockSignIn(town.quietFundi), 'fundi'));
    stopClock();
    letGo();
    await advance(1000);
    expect(town.fundi.is_available).toBe(false);
    expect(sent()).toEqual([{ is_available: false }]);
  });

  it('redirects to the login with one toast when the session has ended', async () => {
    mock('updateMyFundi', 401);
    const { user, currentPath } = renderAt('/dashboard/fundi', { user: 'fundi' });
    await user.click(await toggle());
    expect(await screen.findByText('You were logged out. Please log in again.')).toBeVisible();
    expect(currentPath()).toBe('/fundi/login');
    expect(screen.queryByText('Failed to update availability')).toBeNull();
  });
});

const hoursAgo = (hours: number) => inDays(-hours / 24);

describe('new jobs', () => {
  const jobs = [
    makeJob({ id: 1, title: 'Cut a hedge', location: 'Thika', created_at: hoursAgo(1) }),
    makeJob({ id: 2, title: 'Plumber for a sink', location: 'Thika', created_at: hoursAgo(50) }),
    makeJob({ id: 3, title: 'Wash carpets', location: 'Juja', created_at: hoursAgo(3) }),
    makeJob({ id: 4, title: 'Move a house', location: 'Ruiru', created_at: hoursAgo(4) }),
    makeJob({ id: 5, title: 'Dig a trench', location: 'Juja', created_at: inDays(-8) }),
  ];

  it('come first: those of the own trade and place, with how old they are', async () => {
    mock('listJobs', { body: jobs });
    const { user } = renderAt('/dashboard/fundi', { user: 'fundi' });
    const heading = await screen.findByText('4 new jobs, 1 in Juja, 1 for your trade');
    const list = within(heading.parentElement as HTMLElement);
    const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent);
    // An age does not break over two lines.
    expect(texts.map((text) => text?.replaceAll('\u00a0', ' '))).toEqual([
      'Plumber for a sinkThika2 days agoYour trade',
      'Wash carpetsJuja3 h agoNear you',
      'Cut a hedgeThika1 h ago',
      // Beside the cards of a wide desktop alone.
      'Move a houseRuiru4 h ago',
    ]);
    leadsTo(/^Plumber for a sink/, '/jobs/2', list);
    leadsTo('See all 5 jobs', '/jobs', list);
    // The list of all knows the profile from here.
    await user.click(list.getByRole('link', { name: 'See all 5 jobs' }));
    await screen.findByRole('heading', { name: 'Find a Job Near You' });
    expect(
      await screen.findByRole('link', { name: /^Plumber for a sink.*Your trade/ }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: /^Wash carpets.*Near you/ })).toBeVisible();
    const hedge = screen.getByRole('link', { name: /^Cut a hedge/ });
    expect(hedge).not.toHaveTextContent(/Near you|Your trade/);
    expect(calls('getMyFundi')).toHaveLength(1);
  });

  it('are not asked for by a fundi who may not see them', async () => {
    renderAt('/dashboard/fundi', { user: 'expiredFundi' });
    await screen.findByText('You are not subscribed.');
    expect(calls('listJobs')).toEqual([]);
  });
});
