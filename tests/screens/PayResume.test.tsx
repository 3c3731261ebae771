/** A prompt that is out: one for a press, and the wait for it through a reload, another tab and another device. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS } from '../../src/contract/time.ts';
import { clearPersonalData } from '../../src/lib/session/personal.ts';
import { MAGIC } from '../mocks/magic.ts';
import { mock } from '../mocks/overrides.ts';
import { advance } from '../support/clock.ts';
import { shownTime } from '../support/dates.ts';
import {
  countdown,
  ELSEWHERE,
  holdPayments,
  jobChecks,
  jobKey,
  jobSays,
  LATE,
  noForm,
  openJob,
  otherTabStores,
  OUT,
  PAID,
  payButton,
  payForJob,
  payWith,
  phoneField,
  prompts,
  says,
  saysNot,
  setOnline,
  setVisible,
  stored,
  waits,
} from '../support/paying.ts';
import { ALL_CHECKS, LIMIT_MS } from '../support/polling.ts';

const MY_JOBS = '/dashboard/client/jobs';

/** Web Locks, which jsdom lacks. */
const setLocks = (value: unknown) =>
  Object.defineProperty(navigator, 'locks', { value, configurable: true });
afterEach(() => {
  // After a test with broken storage its values are still in memory.
  clearPersonalData();
  Reflect.deleteProperty(navigator, 'locks');
});

holdPayments();

/** The API knows no end of the prompt, for as long as the page asks. */
const stillOpen = () => jobSays({ status: 'pending', phone: '0712345678', confirmed: true });

/** Pays, and waits until the polling has ended. */
async function waitForLimit() {
  const app = await payForJob();
  await advance(LIMIT_MS + 200);
  says(LATE);
  return app;
}

describe('one press, one prompt', () => {
  it('sends one prompt for a double press, before the next render', async () => {
    openJob();
    await advance(100);
    fireEvent.change(await phoneField(), { target: { value: '0712345678' } });
    const button = await payButton();
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.submit(button.closest('form')!);
    await advance(100);
    expect(prompts()).toBe(1);
  });

  it.each([
    ['while this one is open', true],
    // Written, but without the storage event.
    ['at the same moment', false],
  ])('sends none when another tab sends one %s', async (_, isHeard) => {
    const first = await payForJob();
    const record = stored(jobKey())!;
    first.unmount();
    localStorage.clear();

    jobSays({ status: 'unpaid' });
    const { user } = openJob(first.token);
    await advance(100);
    if (isHeard) otherTabStores(jobKey(), record);
    else {
      const button = await payButton();
      localStorage.setItem(jobKey(), JSON.stringify({ storedAt: Date.now(), value: record }));
      await user.click(button);
    }
    await advance(100);
    expect(waits()).toBeVisible();
    noForm();
    expect(prompts()).toBe(1);
  });

  it('sends none while another tab holds the lock, and pays in a browser that refuses locks', async () => {
    const request = vi.fn((_name: string, _options: LockOptions, use: (lock: null) => unknown) =>
      Promise.resolve(use(null)),
    );
    setLocks({ request });
    await payForJob();
    expect(request).toHaveBeenCalledOnce();
    expect(prompts()).toBe(0);
    setLocks({ request: vi.fn().mockRejectedValue(new DOMException('', 'SecurityError')) });
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

    openJob(first.token);
    await advance(50);
    expect(waits()).toBeVisible();
    // One check at once, because it may have been paid meanwhile.
    expect(jobChecks()).toBe(before + 1);
    const left = ALL_CHECKS - 5;
    await advance(left * 4000 + 100);
    expect(jobChecks()).toBe(before + 1 + left);
    says(LATE);
    expect(prompts()).toBe(1);
  });

  it('goes on for a prompt whose page was reloaded before the request was answered', async () => {
    mock('requestPayment', 'never');
    const first = await payForJob();
    first.unmount();
    openJob(first.token);
    await advance(50);
    says('M-Pesa message may be on its way');
    noForm();
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
    // Two of them are used up: the others are left, and the one under way.
    await advance((ALL_CHECKS - 2) * 4000 + 700);
    expect(jobChecks()).toBe(before + ALL_CHECKS);
    says(LATE);
  });

  it('checks at once when the network comes back after 20 s', async () => {
    await payForJob();
    setOnline(false);
    mock('getJobPaymentStatus', 'network error');
    await advance(50);
    says('We check again as soon as you have internet.');
    await advance(21_500);
    expect(stored(jobKey())).toMatchObject({ checks: 5 });
    jobSays({ status: 'completed' });
    setOnline(true);
    await advance(100);
    says(PAID);
  });

  it('stores nothing any more after a logout in another tab', async () => {
    await payForJob();
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'token' })));
    await advance(20_000);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('payment:'))).toEqual([]);
  });

  it('works without storage when storage throws', async () => {
    const { user } = openJob();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await payWith();
    await advance(8100);
    // Away and back within the app: all that is left without a storage.
    await user.click(screen.getByRole('link', { name: 'Dashboard' }));
    await screen.findByRole('heading', { name: 'Your jobs' });
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    await advance(2000);
    jobSays({ status: 'completed' });
    await advance(2200);
    says(PAID);
    expect(prompts()).toBe(1);
  });

  it('shows at once that it is paid when another tab knows it, whatever its own slow answer says', async () => {
    const { currentPath } = await payForJob();
    mock('getJobPaymentStatus', { delayMs: 1000, body: { status: 'unpaid' } });
    await advance(4100);
    expect(waits()).toBeVisible();
    const shown = { end: 'paid', until: null, at: Date.now(), isRead: false };
    otherTabStores(jobKey(), { ...stored(jobKey()), shown });
    await advance(50);
    says(PAID);
    await advance(1500);
    says(/^We have received Ksh/);
    noForm();
    await advance(600);
    expect(currentPath()).toBe(MY_JOBS);
    expect(prompts()).toBe(1);
  });
});

describe('a prompt that was asked for on another device', () => {
  it('is waited for on arrival, with its phone, and nothing is sent', async () => {
    jobSays({ status: 'pending', phone: ELSEWHERE });
    openJob();
    expect((await screen.findAllByText(OUT))[0]).toBeVisible();
    says('No second one was sent.');
    noForm();
    await advance(LIMIT_MS + 100);
    says(LATE);
    expect(prompts()).toBe(0);
  });

  it('on a phone that the API does not name leads to another one only after a second step', async () => {
    jobSays({ status: 'pending', confirmed: true });
    const { user } = openJob();
    await screen.findAllByText(/^An M-Pesa message is already on a phone\./);
    noForm();
    await user.click(screen.getByRole('button', { name: 'No M-Pesa message came: send me one' }));
    expect(await phoneField()).toHaveValue('0711000001');
    await payWith();
    expect(prompts()).toBe(1);
    says(/^Unlock 0712 345 678 /);
    saysNot(/message is already on/);
  });

  it('is shown instead of the typed phone when the answer to a press names it', async () => {
    const message = 'An M-Pesa message was already sent.';
    mock('requestPayment', { body: { checkout_id: 'ws_1', message, phone: ELSEWHERE } });
    await payForJob();
    expect(screen.getAllByText(OUT)[0]).toBeVisible();
    says(message);
    saysNot(/0712 345 678/);
  });
});

it('a prompt that M-Pesa has not confirmed is not shown or announced as sent', async () => {
  await payForJob(MAGIC.phone.unconfirmed);
  for (const ms of [0, 8100]) {
    await advance(ms);
    says('M-Pesa message may be on its way');
    says(
      'M-Pesa has not told us yet if it was sent to 0700 000 914. If it comes, enter your PIN there.',
    );
  }
  const announced =
    /^An M-Pesa message may be on its way to 0700 000 914\. If it comes, enter your M-Pesa PIN/;
  expect(screen.getByText(announced)).toBeInTheDocument();
});

describe('after the limit', () => {
  it('shows what is known and what to do beside the spec’s text, and checks without sending', async () => {
    const { user } = await waitForLimit();
    const press = async () => {
      await user.click(screen.getByRole('button', { name: 'Check again' }));
      await advance(100);
    };
    says(/It does not mean that your money is lost/);
    says(/Do not pay again/);
    expect(screen.getByText('*234#')).toBeInTheDocument();
    expect(screen.getByText('*334#')).toBeInTheDocument();

    const before = jobChecks();
    await press();
    expect(jobChecks()).toBe(before + 1);
    says(`M-Pesa has not told us yet. Checked at ${shownTime()}.`);
    mock('getJobPaymentStatus', 'network error');
    await press();
    says(/^We could not check\. See that you have internet/);
    jobSays({ status: 'completed' });
    await press();
    says(PAID);
    expect(prompts()).toBe(1);
  });

  it('checks once at each return, and names the connection, not M-Pesa, when no answer comes', async () => {
    const silent = 'M-Pesa has not answered us yet.';
    const unreached = 'We could not check: the internet or our service failed.';
    await payForJob();
    mock('getJobPaymentStatus', 'network error');
    await advance(LIMIT_MS + 200);
    says(LATE);
    for (const [answer, text, other] of [
      ['usual', silent, unreached],
      [500, unreached, silent],
    ] as const) {
      says(other);
      await advance(1000);
      const before = jobChecks();
      mock('getJobPaymentStatus', answer);
      // One return causes several events, and one call.
      setVisible(true);
      window.dispatchEvent(new Event('focus'));
      await advance(100);
      expect(jobChecks()).toBe(before + 1);
      says(text);
      saysNot(other);
    }
  });

  it('offers a new prompt only after two minutes, when the first can no longer be paid', async () => {
    const first = await waitForLimit();
    const checkout_id = stored(jobKey())?.checkout;
    stillOpen();
    const left = countdown(2 * MINUTE_MS - LIMIT_MS);
    says(new RegExp(`^You can ask for a new M-Pesa message in ${left}: until then`));
    says('You can still enter your PIN.');
    first.unmount();
    const before = jobChecks();
    openJob(first.token);
    await advance(2 * MINUTE_MS - LIMIT_MS - 2000);
    expect(jobChecks()).toBe(before + 1);
    noForm();
    await advance(3000);
    expect(await phoneField()).toHaveValue('0712345678');
    says('It is too late now; close it.');
    says(/^This sends a new M-Pesa message\. The one before/);

    // The API knows better: the first one could still be paid.
    mock('requestPayment', { body: { checkout_id, phone: '0712345678' } }, 'usual');
    await payWith();
    says('No new M-Pesa message was sent.');
    says(/it could still be paid\. Try again in a few minutes/);
    expect(waits()).toBeNull();
    const same = { checkout: checkout_id, push: 'repeated', checks: ALL_CHECKS };
    expect(stored(jobKey())).toMatchObject(same);

    await payWith();
    expect(prompts()).toBe(3);
    expect(waits()).toBeVisible();
  });

  it('checks before a new prompt, and sends none when it gets no answer or the first is paid', async () => {
    await waitForLimit();
    stillOpen();
    await advance(80_000);
    for (const [answer, text] of [
      ['network error', 'Failed to initiate STK push.'],
      [{ body: { status: 'completed' } }, PAID],
    ] as const) {
      mock('getJobPaymentStatus', answer);
      await payWith();
      says(text);
    }
    expect(prompts()).toBe(1);
  });
});
