import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { clearPayments } from '../../src/lib/session/personal.ts';
import { myFundiQuery } from '../../src/lib/api/queries.ts';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { advance } from '../support/clock.ts';
import { shownTime } from '../support/dates.ts';
import { inDays } from '../mocks/factories.ts';
import { mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import {
  holdPayments,
  jobAddress,
  jobChecks,
  jobKey,
  jobSays,
  noForm,
  otherTabHears,
  otherTabStores,
  payButton,
  payForJob,
  payWith,
  phoneField,
  prompts,
  setOnline,
  setVisible,
  stored,
  SUBSCRIPTION,
  SUBSCRIPTION_KEY,
  waits,
} from '../support/paying.ts';
import { renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

const client = () => ({ user: 'client' as const });

/** Web Locks, which jsdom lacks. */
const setLocks = (value: unknown) =>
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
afterEach(() => {
  // After a test with broken storage its values are still in memory.
  clearPayments();
  Reflect.deleteProperty(navigator, 'locks');
});

holdPayments();

/** The API knows no end of the prompt, for as long as the page asks. */
const stillOpen = () => jobSays({ status: 'pending', phone: '0712345678', confirmed: true });

/** Pays, and waits until the polling has ended. */
async function waitForLimit() {
  const rendered = await payForJob();
  await advance(48_200);
  expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
  return rendered;
}

describe('one press, one prompt', () => {
  it('sends one prompt for a double press, before the next render', async () => {
    renderAt(jobAddress(), client());
    await advance(100);
    fireEvent.change(await phoneField(), { target: { value: '0712345678' } });
    const button = await payButton();
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.submit(button.closest('form')!);
    await advance(100);
    expect(prompts()).toBe(1);
  });

  it('sends none when another tab sends one for the same payable while this one is open', async () => {
    const first = await payForJob();
    const record = stored(jobKey());
    first.unmount();
    localStorage.clear();

    jobSays({ status: 'unpaid' });
    renderAt(jobAddress(), { ...client(), token: first.token });
    await phoneField();
    otherTabStores(jobKey(), record);
    await advance(100);
    expect(waits()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay Ksh 100' })).toBeNull();
    expect(prompts()).toBe(1);
  });

  it('sends none when another tab sends one at the same moment', async () => {
    const first = await payForJob();
    const record = stored(jobKey());
    first.unmount();
    localStorage.clear();

    jobSays({ status: 'unpaid' });
    const { user } = renderAt(jobAddress(), { ...client(), token: first.token });
    await advance(100);
    await user.clear(await phoneField());
    await user.type(await phoneField(), '0712345678');
    // Written, but without the storage event.
    localStorage.setItem(jobKey(), JSON.stringify(record));
    await user.click(await payButton());
    await advance(100);
    expect(waits()).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('sends none while another tab holds the lock', async () => {
    const request = vi.fn((_name: string, _options: LockOptions, use: (lock: null) => unknown) =>
      Promise.resolve(use(null)),
    );
    setLocks({ request });
    await payForJob();
    expect(request).toHaveBeenCalledOnce();
    expect(prompts()).toBe(0);
  });

  it('pays without a lock in a browser that refuses locks', async () => {
    setLocks({ request: vi.fn().mockRejectedValue(new DOMException('', 'SecurityError')) });
    await payForJob();
    expect(prompts()).toBe(1);
  });

  it('sends none while the device is offline, and says so', async () => {
    renderAt(jobAddress(), client());
    await advance(100);
    setOnline(false);
    await payWith();
    expect(prompts()).toBe(0);
    expect(screen.getByText('Failed to initiate STK push.')).toBeVisible();
    expect(
      screen.getByText(wholeText(/No M-Pesa message was sent, and no money was taken/)),
    ).toBeVisible();
    setOnline(true);
    await payWith();
    expect(prompts()).toBe(1);
  });
});

describe('the wait for a payment', () => {
  it('goes on after a reload with the checks that are left, and sends nothing', async () => {
    const first = await payForJob();
    await advance(20_000);
    expect(stored(jobKey())).toMatchObject({ checks: 5 });
    first.unmount();
    const before = jobChecks();
    await advance(5000);
    expect(jobChecks()).toBe(before);

    renderAt(jobAddress(), { ...client(), token: first.token });
    await advance(50);
    expect(waits()).toBeVisible();
    // One check at once, because it may have been paid meanwhile.
    expect(jobChecks()).toBe(before + 1);
    await advance(7 * 4000 + 100);
    expect(jobChecks()).toBe(before + 8);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('stops when the page is left and goes on after Back', async () => {
    const { user } = await payForJob();
    await advance(4100);
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Your jobs' });
    await advance(9000);
    const left = jobChecks();
    // The dashboard asks as well, every 10 s.
    await advance(3000);
    expect(jobChecks()).toBe(left + 1);
    window.history.back();
    await advance(200);
    expect(await screen.findByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    await advance(4100);
    expect(jobChecks()).toBe(left + 3);
    expect(prompts()).toBe(1);
  });

  it('goes on for a prompt whose page was reloaded before the request was answered', async () => {
    mock('requestPayment', 'never');
    const first = await payForJob();
    first.unmount();
    renderAt(jobAddress(), { ...client(), token: first.token });
    await advance(50);
    expect(screen.getByText(wholeText('M-Pesa message may be on its way'))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay Ksh 100' })).toBeNull();
    expect(prompts()).toBe(1);
  });

  it('checks at once when the page becomes visible, with one call at a time', async () => {
    await payForJob();
    setVisible(false);
    await advance(5500);
    const before = jobChecks();
    mock('getJobPaymentStatus', { delayMs: 600, body: { status: 'pending' } });
    setVisible(true);
    setOnline(true);
    setVisible(true);
    await advance(300);
    expect(jobChecks()).toBe(before + 1);
    await advance(1000);
    expect(jobChecks()).toBe(before + 1);
    // The counted checks go on, 4 s after the one on waking.
    await advance(2900);
    expect(jobChecks()).toBe(before + 2);
    // Two of the twelve are used up: ten are left, and the one under way.
    await advance(10 * 4000 + 700);
    expect(jobChecks()).toBe(before + 12);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
  });

  it('checks at once when the network comes back after 20 s', async () => {
    await payForJob();
    setOnline(false);
    mock('getJobPaymentStatus', 'network error');
    await advance(50);
    expect(screen.getByText(/You are offline\. Your payment is not lost/)).toBeVisible();
    await advance(21_500);
    expect(stored(jobKey())).toMatchObject({ checks: 5 });
    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    setOnline(true);
    await advance(100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
  });

  it('works without storage when storage throws', async () => {
    const first = renderAt(jobAddress(), client());
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await payWith();
    await advance(8100);
    // Away and back within the app: all that is left without a storage.
    await first.user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Your jobs' });
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    await advance(2000);
    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    await advance(2200);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('ignores a broken record', async () => {
    localStorage.setItem(jobKey(), '{"purpose":"post_job","sentAt":"soon"');
    await payForJob();
    expect(prompts()).toBe(1);
    expect(waits()).toBeVisible();
  });

  it('shows at once that it is paid when another tab knows it, whatever its own slow answer says', async () => {
    const { currentPath } = await payForJob();
    mock('getJobPaymentStatus', { delayMs: 1000, body: { status: 'unpaid' } });
    await advance(4100);
    expect(waits()).toBeVisible();
    otherTabHears(jobKey(), { state: 'paid' });
    await advance(50);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    await advance(1500);
    expect(screen.getAllByText(wholeText(/We have received Ksh/))[0]).toBeVisible();
    expect(screen.queryByText(/No money was taken now/)).toBeNull();
    noForm();
    await advance(600);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    expect(prompts()).toBe(1);
  });

  it('does not start again from an answer that is older than the success in another tab', async () => {
    const read = createQueryClient();
    renderAt(SUBSCRIPTION, { user: 'expiredFundi', client: read });
    await payWith('0712345678', 'Ksh 200');
    await advance(1000);
    otherTabHears(SUBSCRIPTION_KEY, { state: 'paid', until: inDays(30) });
    await advance(1000);
    const payment = { status: 'pending', phone: '0712345678', sent_seconds_ago: 5 } as const;
    read.setQueryData(myFundiQuery().queryKey, (fundi) => fundi && { ...fundi, payment });
    await advance(500);
    expect(screen.queryByText(wholeText(/message is already on/))).toBeNull();
    expect(waits()).toBeNull();
    expect(screen.getAllByText(wholeText(/We have received Ksh 200/))[0]).toBeVisible();
  });

  it('asks the API when another tab removes the record, as the former version does', async () => {
    await payForJob();
    jobSays({ status: 'completed' });
    otherTabStores(jobKey(), null);
    await advance(100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
  });

  it('removes a record of the former version', async () => {
    const now = Date.now();
    const record = { purpose: 'post_job', id: String(town.unpaidJob.id), phone: '0712345678' };
    const times = { pressedAt: now, sentAt: now, checks: 3, owner: 'me', account: 'client:1' };
    const former = { outcome: 'held', reason: 'Wrong amount.' };
    localStorage.setItem(jobKey(), JSON.stringify({ ...record, ...times, ...former }));
    localStorage.setItem('read_concerns', JSON.stringify({ owner: 'me', texts: { a: 'held:' } }));
    const { user } = await payForJob();
    expect(prompts()).toBe(1);
    expect(waits()).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Logout' }));
    expect(stored(jobKey())).toBeNull();
    expect(stored('read_concerns')).toBeNull();
  });
});

describe('after the limit', () => {
  it('shows what is known and what to do beside the spec’s text, and checks without sending', async () => {
    const { user } = await waitForLimit();
    expect(screen.getByText(/It does not mean that your money is lost/)).toBeVisible();
    expect(screen.getByText(/Do not pay again/)).toBeVisible();
    expect(screen.getByText('*234#')).toBeInTheDocument();
    expect(screen.getByText('*334#')).toBeInTheDocument();

    const before = jobChecks();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(100);
    expect(jobChecks()).toBe(before + 1);
    expect(
      screen.getByText(
        wholeText(new RegExp(`M-Pesa has not told us yet\\. Checked at ${shownTime()}`)),
      ),
    ).toBeVisible();

    mock('getJobPaymentStatus', 'network error');
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(100);
    expect(screen.getByText(/We could not check\./)).toBeVisible();

    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('names the connection, not M-Pesa, when the connection failed', async () => {
    const silent = wholeText(/M-Pesa has not answered us yet/);
    const unreached = /We could not check: the internet or our service failed/;
    await payForJob();
    mock('getJobPaymentStatus', 'network error');
    await advance(48_200);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    expect(screen.getByText(unreached)).toBeVisible();
    expect(screen.queryByText(silent)).toBeNull();
    expect(screen.getByText(/It does not mean that your money is lost/)).toBeVisible();

    mock('getJobPaymentStatus', 'usual');
    setVisible(true);
    await advance(100);
    expect(screen.getByText(silent)).toBeVisible();
    expect(screen.queryByText(unreached)).toBeNull();

    mock('getJobPaymentStatus', 500);
    setVisible(true);
    await advance(100);
    expect(screen.getByText(unreached)).toBeVisible();
    expect(screen.queryByText(silent)).toBeNull();
  });

  it('checks without a press when the window is looked at again, and not otherwise', async () => {
    await waitForLimit();
    const before = jobChecks();
    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    await advance(30_000);
    expect(jobChecks()).toBe(before);
    // One return causes several events, and one call.
    setVisible(true);
    window.dispatchEvent(new Event('focus'));
    await advance(100);
    expect(jobChecks()).toBe(before + 1);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('offers a new prompt only after two minutes, when the first can no longer be paid', async () => {
    await waitForLimit();
    stillOpen();
    expect(screen.getByText('1:12')).toBeVisible();
    await advance(70_000);
    expect(screen.queryByRole('button', { name: 'Pay Ksh 100' })).toBeNull();
    await advance(3000);
    expect(await phoneField()).toHaveValue('0712345678');
    expect(screen.getByText(wholeText(/This sends a new M-Pesa message/))).toBeVisible();
    await payWith();
    expect(prompts()).toBe(2);
    expect(waits()).toBeVisible();
  });

  it('is the same after a reload, with the rest of the two minutes', async () => {
    const first = await waitForLimit();
    first.unmount();
    await advance(10_000);
    renderAt(jobAddress(), { ...client(), token: first.token });
    expect(await screen.findByText('Payment Failed or Timed Out')).toBeVisible();
    expect(screen.getByText('1:02')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('checks by itself when the first prompt can no longer be paid, and shows that it was paid', async () => {
    await waitForLimit();
    jobSays({ status: 'completed' });
    const before = jobChecks();
    await advance(70_000);
    expect(jobChecks()).toBe(before);
    await advance(3000);
    expect(jobChecks()).toBe(before + 1);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it.each([
    ['paid after all', { body: { status: 'completed' } }, 'Payment Successful'],
    ['not to be asked about', 'network error', 'Failed to initiate STK push.'],
  ] as const)('checks before a new prompt, and sends none when the first is %s', async (...row) => {
    const [, answer, text] = row;
    await waitForLimit();
    stillOpen();
    await advance(80_000);
    mock('getJobPaymentStatus', answer);
    await payWith();
    expect(screen.getByText(text)).toBeVisible();
    expect(prompts()).toBe(1);
  });
});
