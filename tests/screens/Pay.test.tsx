import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../src/lib/api/queryClient.ts';
import { advance } from '../support/clock.ts';
import { db } from '../mocks/db.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { payBillOf, payFromMenu } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import {
  adAddress,
  adChecks,
  holdPayments,
  jobAddress,
  jobChecks,
  jobKey,
  jobSays,
  payButton,
  payForJob,
  payWith,
  phoneField,
  noForm,
  prompts,
  setOnline,
  waits,
} from '../support/paying.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';
import { wholeText } from '../support/wholeText.ts';

holdPayments();

describe('the page', () => {
  it.each([
    ['job', jobAddress, () => town.unpaidJob],
    ['ad', adAddress, () => town.unpaidAd],
  ])(
    'has no form for a taken-down %s, and says why it was taken down',
    async (word, address, payable) => {
      payable().taken_down = 'Please call us first.';
      renderAt(address(), { user: 'client' });
      expect(await screen.findByText(`We have taken this ${word} down.`)).toBeVisible();
      expect(screen.getByText('Please call us first.')).toBeVisible();
      expect(screen.queryByRole('button', { name: /pay/i })).toBeNull();
      expect(screen.getByRole('link', { name: `Go to my ${word}s` })).toBeVisible();
    },
  );

  it('says what is paid for, the price and what the phone will show', async () => {
    renderAt(jobAddress(), { user: 'client' });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Pay for your job' }),
    ).toBeVisible();
    expect(await screen.findByText('Paint two rooms')).toBeVisible();
    expect(screen.getByText('To show your job to fundis')).toBeVisible();
    expect(screen.getByText('Price').nextElementSibling).toHaveTextContent(/^Ksh 100$/);
    expect(
      screen.getByText(wholeText('Do you want to pay Ksh 100 to Fundi Mtaani? Enter M-PESA PIN:')),
    ).toBeVisible();
    expect(
      screen.getByText(wholeText(/No money leaves your M-Pesa without your PIN/)),
    ).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('names the account of the prompt when the API names it, also after a reload', async () => {
    const { unmount } = await payForJob();
    const account = `FundiJob${town.unpaidJob.id}`;
    const text = wholeText(
      `Do you want to pay Ksh 100 to Fundi Mtaani, account ${account}? Enter M-PESA PIN:`,
    );
    expect(await screen.findByText(text)).toBeVisible();
    unmount();
    renderAt(jobAddress(), { user: 'client' });
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows the form at once and fills in the phone of the profile when it comes', async () => {
    mock('getMyClient', { delayMs: 1000 });
    mock('getAd', { delayMs: 1000 });
    renderAt(adAddress(), { user: 'client' });
    expect(await phoneField()).toHaveValue('');
    expect(screen.getByText('Your ad')).toBeVisible();
    await advance(1500);
    expect(await phoneField()).toHaveValue('0711000001');
    expect(screen.getByText('Fresh milk daily')).toBeVisible();
  });

  it('shows a typed phone instead of that of the profile, also after a reload', async () => {
    mock('getMyClient', { delayMs: 1000 });
    const { user, unmount } = renderAt(jobAddress(), { user: 'client' });
    await user.type(await phoneField(), '0700123');
    await advance(1500);
    expect(await phoneField()).toHaveValue('0700123');
    unmount();
    renderAt(jobAddress(), { user: 'client' });
    expect(await phoneField()).toHaveValue('0700123');
    await advance(1500);
    expect(await phoneField()).toHaveValue('0700123');
  });

  it('does not fill in the phone when the field has the focus', async () => {
    mock('getMyClient', { delayMs: 1000 });
    const { user } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await phoneField());
    await advance(1500);
    await user.keyboard('0712345678');
    expect(await phoneField()).toHaveValue('0712345678');
  });

  it('refuses a wrong phone at the field and sends nothing', async () => {
    await payForJob('07123');
    expect(await screen.findByText('Enter a valid 10-digit phone number.')).toBeVisible();
    expect(await phoneField()).toHaveAccessibleDescription(/Enter a valid 10-digit phone number\./);
    expect(await phoneField()).toHaveFocus();
    expect(prompts()).toBe(0);
  });

  it.each([
    ['/pay/job/4711', 'Job not found or access denied.', 'jobs'],
    [`/pay/job/${town.otherJob.id}`, 'Job not found or access denied.', 'jobs'],
    ['/dashboard/client/ads/pay/4711', 'We did not find this ad, or it is not yours.', 'ads'],
  ])('says at %s: %s', async (address, text, list) => {
    renderAt(address, { user: 'client' });
    expect(await screen.findByText(text)).toBeVisible();
    const link = screen.getByRole('link', { name: `Go to my ${list}` });
    expect(link).toHaveAttribute('href', `/dashboard/client/${list}`);
  });

  it.each([
    ['its payment status', 'usual', 404],
    ['its title and status', 500, 'network error'],
  ] as const)('offers the payment of a job when %s cannot be read', async (_, job, status) => {
    mock('getJob', job);
    mock('getJobPaymentStatus', status, 'usual');
    renderAt(jobAddress(), { user: 'client' });
    await advance(2000);
    expect(screen.getByText(job === 500 ? 'Your job' : 'Paint two rooms')).toBeVisible();
    await payWith();
    expect(prompts()).toBe(1);
  });
});

describe('an ad that was never read', () => {
  const UNREAD =
    'We could not load your ad. If your browser blocks ads, allow them for this site, then try again.';

  it('is not offered for payment until it was read, and the typed phone stays', async () => {
    mock('getAd', 'network error');
    mock('listMyAds', 'network error');
    renderAt(adAddress(), { user: 'client' });
    expect(await screen.findByText(UNREAD)).toBeVisible();
    noForm();
    mock('getAd', 'usual');
    const user = newUser();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await advance(100);
    expect(screen.queryByText(UNREAD)).toBeNull();
    await payWith('0712345678', 'Ksh 500');
    expect(prompts()).toBe(1);
  });

  it('sends nothing at a press before the answer that does not come', async () => {
    mock('getAd', () => new Promise((resolve) => setTimeout(() => resolve('network error'), 3000)));
    renderAt(adAddress(), { user: 'client' });
    await payWith('0712345678', 'Ksh 500');
    await advance(3500);
    expect(screen.getByText(UNREAD)).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('names only the failure when there is no network', async () => {
    mock('getAd', 'network error');
    setOnline(false);
    renderAt(adAddress(), { user: 'client' });
    expect(await screen.findByText('We could not load your ad.')).toBeVisible();
    noForm();
  });
});

it('says that the payment of an ad is not confirmed when no check of it was answered', async () => {
  renderAt(adAddress(), { user: 'client' });
  await payWith('0712345678', 'Ksh 500');
  mock('getAd', 'network error');
  await advance(48_200);
  expect(screen.getByText('Your payment is not confirmed. Do not pay again.')).toBeVisible();
  expect(screen.getByText(/We could not check\. If your browser blocks ads/)).toBeVisible();
  expect(screen.queryByText(/failed/i)).toBeNull();
  await advance(90_000);
  noForm();
  mock('getAd', 'usual');
  db.pollsUntilPaid = 0;
  await newUser().click(screen.getByRole('button', { name: 'Check again' }));
  await advance(200);
  expect(screen.queryByText('Your payment is not confirmed. Do not pay again.')).toBeNull();
  expect(prompts()).toBe(1);
});

describe('already paid', () => {
  it.each([
    ['job', () => `/pay/job/${town.job.id}`, '/dashboard/client/jobs'],
    ['ad', () => `/dashboard/client/ads/pay/${town.ad.id}`, '/dashboard/client/ads'],
  ])('goes on from a paid %s after 2.5 s and sends no prompt', async (_, address, next) => {
    const { currentPath } = renderAt(address(), { user: 'client' });
    expect(await screen.findByText('Payment Successful')).toBeVisible();
    expect(
      screen.getByText(/^This (job|ad) is already paid for.*No money was taken now/),
    ).toBeVisible();
    await advance(2350);
    expect(currentPath()).toBe(address());
    await advance(200);
    expect(currentPath()).toBe(next);
    expect(prompts()).toBe(0);
  });

  it('sends nothing when a press waits for the first status, and that is "paid"', async () => {
    mock('getJobPaymentStatus', { delayMs: 3000, body: { status: 'completed' } });
    await payForJob();
    expect(screen.getByRole('button', { name: 'Sending the M-Pesa message…' })).toBeVisible();
    await advance(3500);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(0);
  });

  it('shows that it is paid when the API refuses the press', async () => {
    mock('requestPayment', { status: 409, body: { error: 'This job is already paid for.' } });
    mock('getJobPaymentStatus', 'usual', { body: { status: 'completed' } });
    await payForJob();
    expect(await screen.findByText('Payment Successful')).toBeVisible();
  });
});

describe('paying', () => {
  it('never repeats a press by itself', async () => {
    const client = createQueryClient();
    const retries: unknown[] = [];
    client.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'added' && query.queryKey[0] === 'press') retries.push(query.options.retry);
    });
    renderAt(jobAddress(), { user: 'client', client });
    await payWith();
    expect(retries).toEqual([false]);
  });

  it('sends phone, purpose and job, polls every 4 s, and goes to manage jobs after 2 s', async () => {
    const { currentPath, token } = await payForJob('+254 712 345 678');
    const [sent] = calls('requestPayment');
    expect(sent?.body).toEqual({
      phone: '0712345678',
      purpose: 'post_job',
      job_id: String(town.unpaidJob.id),
    });
    expect(sent?.headers.authorization).toBe(`Token ${token}`);

    expect(screen.getByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringMatching(/M-Pesa message on its way, done.*0712 345 678/),
      expect.stringMatching(/Waiting for your PIN/),
      expect.stringMatching(/Checking the payment/),
    ]);
    expect(steps[1]).toHaveAttribute('aria-current', 'step');

    const before = jobChecks();
    await advance(3900);
    expect(jobChecks()).toBe(before);
    await advance(200);
    expect(jobChecks()).toBe(before + 1);
    expect(calls('getJobPaymentStatus').at(-1)?.query).toEqual({
      job_id: String(town.unpaidJob.id),
    });
    const lasting = screen
      .getByText(wholeText(/^An M-Pesa message is on its way to/))
      .closest('[role=status]');
    mock('getJobPaymentStatus', { body: { status: 'COMPLETED' } });
    await advance(4000);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    // Read out where the progress was, and nowhere else.
    const said = screen
      .getAllByRole('status')
      .filter(({ textContent }) => textContent?.includes('Payment Successful'));
    expect(said).toEqual([lasting]);
    expect(lasting).toHaveTextContent(/Payment Successful.*We have received Ksh 100/);
    expect(lasting?.querySelector('[role]')).toBeNull();
    expect(screen.getByText(wholeText(/We have received Ksh 100/))).toBeVisible();
    expect(sessionStorage.getItem('drafts')).toBeNull();

    await advance(1700);
    expect(currentPath()).toBe(jobAddress());
    await advance(350);
    expect(currentPath()).toBe('/dashboard/client/jobs');
    expect(jobChecks()).toBe(before + 2);
  });

  it('sends the ad, polls it until it is active, and goes to manage ads after 2 s', async () => {
    db.pollsUntilPaid = 2;
    const { currentPath } = renderAt(adAddress(), { user: 'client' });
    await payWith('0112345678', 'Ksh 500');
    expect(calls('requestPayment')[0]?.body).toEqual({
      phone: '0112345678',
      purpose: 'post_ad',
      ad_id: String(town.unpaidAd.id),
    });
    const before = adChecks();
    await advance(8200);
    expect(adChecks()).toBe(before + 2);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    await advance(1700);
    expect(currentPath()).toBe(adAddress());
    await advance(300);
    expect(currentPath()).toBe('/dashboard/client/ads');
    expect(await screen.findByRole('heading', { name: 'Fresh milk daily' })).toBeVisible();
    expect(screen.queryByText('Inactive – Payment required')).toBeNull();
  });

  it('checks exactly 12 times, 4 s apart, then says that no answer came and stops', async () => {
    await payForJob();
    const before = jobChecks();
    await advance(47_900);
    expect(jobChecks()).toBe(before + 11);
    await advance(200);
    expect(jobChecks()).toBe(before + 12);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    await advance(30_000);
    expect(jobChecks()).toBe(before + 12);
    expect(prompts()).toBe(1);
  });

  it('works by keyboard alone', async () => {
    db.pollsUntilPaid = 2;
    const { user, currentPath } = renderAt(jobAddress(), { user: 'client' });
    await advance(100);
    const field = await phoneField();
    while (document.activeElement !== field) {
      // Each Tab starts where the last one ended.
      await user.tab();
    }
    await user.keyboard('{Control>}a{/Control}0712345678');
    await user.tab();
    expect(await payButton()).toHaveFocus();
    await user.keyboard('{Enter}');
    await advance(100);
    expect(prompts()).toBe(1);
    await user.tab();
    expect(screen.getByRole('button', { name: 'I have entered my PIN' })).toHaveFocus();
    await advance(2000);
    const before = jobChecks();
    await user.keyboard('{Enter}');
    await advance(100);
    expect(jobChecks()).toBe(before + 1);
    const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem');
    expect(steps[2]).toHaveAttribute('aria-current', 'step');
    await advance(4200);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
  });

  it('announces the steps to screen readers, but not the seconds', async () => {
    await payForJob();
    expect(screen.getByText('0:48')).toBeVisible();
    await advance(10_000);
    expect(screen.getByText('0:38')).toBeVisible();
    for (const region of screen.getAllByRole('status')) {
      expect(region).not.toHaveTextContent(/\d:\d\d/);
    }
    expect(
      screen
        .getByText(
          wholeText(
            'An M-Pesa message is on its way to 0712 345 678. Enter your M-Pesa PIN on that phone.',
          ),
        )
        .closest('[role=status]'),
    ).not.toBeNull();
  });
});

describe('what goes wrong', () => {
  it('says why it was not paid, and sends again at the next press', async () => {
    db.pollsUntilPaid = 1;
    await payForJob(MAGIC.phone.cancelled);
    await advance(4100);
    expect(screen.getByText('Payment not completed. Try again.')).toBeVisible();
    expect(screen.getByText('Cancelled on the phone.')).toBeVisible();
    expect(await phoneField()).toHaveValue(MAGIC.phone.cancelled);
    await payWith('0712345678');
    expect(prompts()).toBe(2);
    await advance(4100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
  });

  it('shows the server’s error, or the spec text, and sends again at the next press', async () => {
    await payForJob(MAGIC.phone.promptFails);
    const text = 'Another M-Pesa session is open on the phone.';
    expect(screen.getByText(wholeText(text))).toBeVisible();
    expect(await phoneField()).toHaveValue(MAGIC.phone.promptFails);
    expect(waits()).toBeNull();
    mock('requestPayment', { status: 400, body: {} }, 'usual');
    await payWith();
    expect(screen.getByText('Failed to initiate STK push.')).toBeVisible();
    await payWith();
    expect(prompts()).toBe(3);
    expect(waits()).toBeVisible();
  });

  it.each([12_000, 55_000])(
    'hears of the payment from an API of which every answer takes %i ms',
    async (delayMs) => {
      const { currentPath } = await payForJob();
      mock('getJobPaymentStatus', { delayMs, body: { status: 'completed' } });
      // The first checks may be given up before; the next ones wait for as long as a write.
      await advance(delayMs + 40_000);
      expect(currentPath()).toBe('/dashboard/client/jobs');
      expect(prompts()).toBe(1);
    },
  );

  it('ends its checks in time when all of them hang', async () => {
    await payForJob();
    const before = jobChecks();
    mock('getJobPaymentStatus', 'never');
    await advance(118_000);
    expect(jobChecks()).toBe(before + 12);
    expect(screen.queryByText('Payment Failed or Timed Out')).toBeNull();
    await advance(8000);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('says that there is no payment session, and neither polls nor offers a second prompt', async () => {
    const { user } = await payForJob(MAGIC.phone.noCheckout);
    expect(screen.getByText('Failed to get payment session.')).toBeVisible();
    const before = jobChecks();
    await advance(20_000);
    expect(jobChecks()).toBe(before);
    expect(screen.queryByRole('button', { name: 'Pay Ksh 100' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(50);
    expect(jobChecks()).toBe(before + 1);
    expect(prompts()).toBe(1);
  });

  it.each([
    ['network error' as const, 'Failed to initiate STK push.'],
    [{ status: 504, body: '<html>' }, 'Failed to initiate STK push.'],
    [{ status: 503, body: {} }, 'Failed to initiate STK push.'],
    [{ body: '{"checkout_id": "ws_C' }, 'Failed to initiate STK push.'],
  ])('polls for a prompt whose answer is lost (%j) and sends no second one', async (lost, text) => {
    mock('requestPayment', lost);
    await payForJob();
    expect(screen.getByText(text)).toBeVisible();
    expect(
      screen.getByText(wholeText(/^We lost the connection, so the M-Pesa message may still come/)),
    ).toBeVisible();
    expect(screen.getByText(wholeText('M-Pesa message may be on its way'))).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pay Ksh 100' })).toBeNull();

    const before = jobChecks();
    mock('getJobPaymentStatus', 'usual', { body: { status: 'completed' } });
    await advance(8100);
    expect(jobChecks()).toBe(before + 2);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(prompts()).toBe(1);
  });

  it('polls for a prompt whose request is not answered within a minute', async () => {
    mock('requestPayment', 'never');
    await payForJob();
    expect(screen.getByRole('button', { name: 'Sending the M-Pesa message…' })).toBeVisible();
    await advance(60_500);
    expect(screen.getByText(wholeText('M-Pesa message may be on its way'))).toBeVisible();
    noForm();
  });

  it('polls on after network errors, each of which uses one check', async () => {
    await payForJob();
    const before = jobChecks();
    mock('getJobPaymentStatus', 'network error', 500, 'network error', 'usual');
    await advance(48_200);
    expect(jobChecks()).toBe(before + 12);
    expect(screen.getByText('Payment Failed or Timed Out')).toBeVisible();
  });

  it('goes to the login when the session has ended at the press, and has the phone afterwards', async () => {
    mock('requestPayment', 401);
    const { currentPath } = await payForJob('0712345678');
    expect(currentPath()).toBe('/login/client');
    expect(localStorage.getItem(jobKey())).toBeNull();
    expect(sessionStorage.getItem('drafts')).toContain('0712345678');
  });
});

const payable = () => `job:${town.unpaidJob.id}`;
const copyButton = (name: string) => screen.getByRole('button', { name });
const numbers = () => payBillOf(payable()).pay_bill!;

describe('the M-Pesa menu', () => {
  const SUMMARY = wholeText('Or pay from the M-Pesa menu');
  const PAID = { name: 'I have paid' };
  const offer = async () => {
    const details = (await screen.findByText(SUMMARY)).closest('details');
    return details!;
  };

  beforeEach(() => {
    db.offersPayBill = true;
  });

  it('is folded away until the prompt is slow, and warns of paying both ways', async () => {
    renderAt(jobAddress(), { user: 'client' });
    expect(await offer()).not.toHaveAttribute('open');
    expect(screen.queryByText('Use only one of the two.')).toBeNull();
    await payWith();
    await advance(19_000);
    expect(await offer()).not.toHaveAttribute('open');
    await advance(2000);
    expect(await offer()).toHaveAttribute('open');
    expect(screen.getByText('Use only one of the two.')).toBeVisible();
    const hint = wholeText('Does no M-Pesa message come? You can also pay from the M-Pesa menu.');
    expect(screen.getAllByText(hint)).toHaveLength(2);
    await newUser().click(screen.getByRole('button', { name: 'Show me how' }));
    expect(document.activeElement).toContainElement(await offer());
    const { business_number, account } = numbers();
    for (const number of [business_number, account, '100']) {
      expect(screen.getByText(number)).toBeVisible();
      expect(screen.getByText(number)).toHaveAttribute('translate', 'no');
    }
  });

  it('is open without a connection', async () => {
    renderAt(jobAddress(), { user: 'client' });
    expect(await offer()).not.toHaveAttribute('open');
    setOnline(false);
    await advance(50);
    expect(await offer()).toHaveAttribute('open');
  });

  it('copies each number, and says so on its button', async () => {
    const { user } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await screen.findByText(SUMMARY));
    await user.click(copyButton('Copy the account number'));
    expect(await navigator.clipboard.readText()).toBe(numbers().account);
    expect(copyButton('Copied the account number')).toBeVisible();
    expect(screen.getByText('Account number copied.')).toHaveRole('status');
    await user.click(copyButton('Copy the amount'));
    expect(await navigator.clipboard.readText()).toBe('100');
    expect(copyButton('Copy the account number')).toBeVisible();
  });

  it('selects the number where the browser does not copy', async () => {
    const { user } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await screen.findByText(SUMMARY));
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(copyButton('Copy the business number'));
    expect(getSelection()?.toString()).toBe(numbers().business_number);
    expect(copyButton('Selected the business number')).toBeVisible();
    expect(screen.getByText(/^This phone does not let us copy\./)).toBeVisible();
  });

  it('after "I have paid" asks at once and goes on asking, and offers nothing else to pay', async () => {
    const { user, currentPath } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await screen.findByText(SUMMARY));
    const before = jobChecks();
    await user.click(screen.getByRole('button', PAID));
    await advance(50);
    expect(jobChecks()).toBe(before + 1);
    expect(screen.getByText('Do not pay again.')).toBeVisible();
    expect(screen.getByText(wholeText(/^M-Pesa has not told us yet\. Checked at/))).toBeVisible();
    expect(screen.queryByText(SUMMARY)).toBeNull();
    noForm();
    await advance(4000);
    expect(jobChecks()).toBe(before + 2);

    payFromMenu(town.client, payable());
    await advance(4000);
    expect(
      screen.getByText(wholeText(/^We have received Ksh 100 from the M-Pesa menu\./)),
    ).toBeVisible();
    expect(prompts()).toBe(0);
    await advance(2100);
    expect(currentPath()).toBe('/dashboard/client/jobs');
  });

  it('after "I have paid" and all checks says whom to ask, also after a reload', async () => {
    const { user, unmount } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await screen.findByText(SUMMARY));
    await user.click(screen.getByRole('button', PAID));
    await advance(44_100);
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
    await advance(4000);
    expect(screen.getByRole('link', { name: /^Call/ })).toBeVisible();
    unmount();
    renderAt(jobAddress(), { user: 'client' });
    expect(await screen.findByText('We are waiting for your payment')).toBeVisible();
  });

  it('comes back with what was typed when the person has not paid yet', async () => {
    const { user } = renderAt(jobAddress(), { user: 'client' });
    await advance(50);
    await user.clear(await phoneField());
    await user.type(await phoneField(), '0700123');
    await user.click(await screen.findByText(SUMMARY));
    await user.click(screen.getByRole('button', PAID));
    await user.click(await screen.findByRole('button', { name: 'I have not paid yet' }));
    expect(await phoneField()).toHaveValue('0700123');
    expect(await offer()).toHaveAttribute('open');
  });

  it('may pay while a prompt is out, which is then to be cancelled', async () => {
    await payForJob();
    payFromMenu(town.client, payable());
    await advance(4100);
    expect(screen.getByText('Payment Successful')).toBeVisible();
    expect(screen.getByText(/still on a phone, cancel it there/)).toBeVisible();
  });

  const SENT = 'You sent Ksh 50. The price is Ksh 100, in one payment.';
  const BACK = 'We send this money back or call you.';

  it('brings another amount: the page says what came while it polls, and after a reload', async () => {
    const { user, unmount } = renderAt(jobAddress(), { user: 'client' });
    await user.click(await screen.findByText(SUMMARY));
    await user.click(screen.getByRole('button', PAID));
    await advance(50);
    payFromMenu(town.client, payable(), 50);
    await advance(4000);
    const said = `${SENT} You can send the whole price now. ${BACK}`;
    expect(screen.getByText(wholeText(said)).closest('[role=alert]')).toBeVisible();
    expect(screen.queryByText('We are waiting for your payment')).toBeNull();
    expect(await offer()).toHaveAttribute('open');
    unmount();
    renderAt(jobAddress(), { user: 'client' });
    expect(await screen.findByText(wholeText(said))).toBeVisible();
    // The whole price: the page waits again, and says which is which.
    await newUser().click(screen.getByRole('button', PAID));
    await advance(50);
    expect(screen.getByText('We are waiting for your payment')).toBeVisible();
    payFromMenu(town.client, payable());
    await advance(4000);
    expect(screen.getByText(wholeText(/^We have received Ksh 100/))).toBeVisible();
    expect(screen.getByText(wholeText(`${SENT} ${BACK}`))).toBeVisible();
  });

  it('brings another amount beside a prompt, and nobody is told to send more', async () => {
    renderAt(jobAddress(), { user: 'client' });
    await payWith();
    payFromMenu(town.client, payable(), 50);
    await advance(4100);
    expect(screen.getByText(wholeText(`${SENT} ${BACK}`))).toBeVisible();
    expect(waits()).toBeVisible();
  });

  it('brings a second sum for a paid job: the page says so, and stays until it is read', async () => {
    payFromMenu(town.client, `job:${town.job.id}`);
    const { currentPath } = renderAt(`/pay/job/${town.job.id}`, { user: 'client' });
    expect(await screen.findByText('This job is already paid for.')).toBeVisible();
    expect(
      screen.getByText(wholeText(`A second Ksh 100 came. One payment is enough. ${BACK}`)),
    ).toBeVisible();
    expect(screen.queryByText(/No money was taken/)).toBeNull();
    await advance(10_000);
    expect(currentPath()).toBe(`/pay/job/${town.job.id}`);
    expect(screen.getByRole('link', { name: 'Go to my jobs' })).toBeVisible();
  });

  it.each(['taken_down', 'deleted'] as const)(
    'brings a sum for a job that is %s',
    async (cause) => {
      const { id } = town.unpaidJob;
      jobSays({ status: 'unpaid', unmatched: [{ id: '1', amount: 100, cause }] });
      if (cause === 'deleted') mock('getJob', 404);
      else town.unpaidJob.taken_down = 'Please call us first.';
      renderAt(`/pay/job/${id}`, { user: 'client' });
      expect(await screen.findByText(wholeText(/^Ksh 100 came for what is/))).toBeVisible();
      noForm();
    },
  );

  it('is not offered for a job that was taken down while its prompt is out', async () => {
    const pay_bill = numbers();
    town.unpaidJob.taken_down = 'Please call us first.';
    jobSays({ status: 'pending', phone: '0712345678', pay_bill });
    renderAt(jobAddress(), { user: 'client' });
    expect(await screen.findByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    await advance(100);
    expect(screen.queryByText(SUMMARY)).toBeNull();
  });
});
