/** The pay page of a job or an ad: what it shows first, a press, and each end that a payment can have. */
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { db } from '../mocks/db.ts';
import { MAGIC } from '../mocks/magic.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { fail, payBillOf, payFromMenu, paymentFor, prompt, settle } from '../mocks/payments.ts';
import { town } from '../mocks/town.ts';
import { advance } from '../support/clock.ts';
import { shownTime } from '../support/dates.ts';
import { leadsTo } from '../support/links.ts';
import {
  adAddress,
  adChecks,
  countdown,
  holdPayments,
  jobAddress,
  jobChecks,
  jobKey,
  jobSays,
  LATE,
  namesSupport,
  noForm,
  openJob,
  opened,
  PAID,
  PHONE_KEY,
  payButton,
  payForAd,
  payForJob,
  payWith,
  phoneField,
  prompts,
  says,
  saysNot,
  setOnline,
  stored,
  waits,
} from '../support/paying.ts';
import { ALL_CHECKS, LIMIT_MS } from '../support/polling.ts';
import { newUser, renderAt } from '../support/renderAt.tsx';

const MY_JOBS = '/dashboard/client/jobs';
const MY_ADS = '/dashboard/client/ads';
const NO_PROMPT = 'Failed to initiate STK push.';

holdPayments();

describe('the page', () => {
  it('says what is paid for and the price, and refuses a wrong phone at the field', async () => {
    openJob();
    expect(await screen.findByText('Paint two rooms')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Pay for your job');
    says('To show your job to fundis');
    expect(screen.getByText('Price').nextElementSibling).toHaveTextContent(/^Ksh 100$/);
    await newUser().click(screen.getByText('What your phone will show'));
    says('Do you want to pay Ksh 100 to Fundi Mtaani? Enter M-PESA PIN:');
    says(/^No money leaves your M-Pesa without your PIN/);
    await payWith('07123');
    const refused = expect.stringContaining('Enter a valid 10-digit phone number.');
    expect(await phoneField()).toHaveAccessibleDescription(refused);
    expect(await phoneField()).toHaveFocus();
    expect(prompts()).toBe(0);
  });

  it('shows the form at once and fills in the phone of the profile when it comes', async () => {
    mock('getMyClient', { delayMs: 1000 });
    mock('getAd', { delayMs: 1000 });
    renderAt(adAddress(), { user: 'client' });
    expect(await phoneField()).toHaveValue('');
    says('Your ad');
    await advance(1500);
    expect(await phoneField()).toHaveValue('0711000001');
    says('Fresh milk daily');
  });

  it('leaves the field to the person who is in it, and shows what was typed after a reload', async () => {
    mock('getMyClient', { delayMs: 1000 });
    const { user, unmount } = openJob();
    await user.click(await phoneField());
    await advance(1500);
    await user.keyboard('0700123');
    unmount();
    openJob();
    await advance(1500);
    expect(await phoneField()).toHaveValue('0700123');
  });

  it.each([
    ['/pay/job/4711', 'Job not found or access denied.', 'jobs'],
    ['/dashboard/client/ads/pay/4711', 'We did not find this ad, or it is not yours.', 'ads'],
  ])('says at %s: %s', async (address, text, list) => {
    renderAt(address, { user: 'client' });
    expect(await screen.findByText(text)).toBeVisible();
    leadsTo(`Go to my ${list}`, `/dashboard/client/${list}`);
    noForm();
  });

  it.each([
    ['job', jobAddress, /^Ksh 100 came for what is taken down/],
    ['ad', adAddress, 'Please call us first.'],
  ])('has no form for a taken-down %s, and says why', async (word, address, also) => {
    for (const payable of [town.unpaidJob, town.unpaidAd])
      payable.taken_down = 'Please call us first.';
    jobSays({ status: 'unpaid', unmatched: [{ id: '1', amount: 100, cause: 'taken_down' }] });
    renderAt(address(), { user: 'client' });
    expect(await screen.findByText(`We have taken this ${word} down.`)).toBeVisible();
    says('Please call us first.');
    says(also);
    expect(screen.getByRole('link', { name: `Go to my ${word}s` })).toBeVisible();
    noForm();
  });

  it('offers the payment of a job of which nothing can be read', async () => {
    mock('getJob', 500);
    mock('getJobPaymentStatus', 'network error', 'usual');
    openJob();
    await advance(2000);
    says('Your job');
    await payWith();
    expect(prompts()).toBe(1);
  });

  it('says why the last payment was not completed on another device, and offers a new one', async () => {
    const { client, unpaidJob } = town;
    const last = prompt(client, 'post_job', `job:${unpaidJob.id}`, MAGIC.phone.held);
    fail(last, 'Your money was sent back to you.');
    openJob();
    expect(await screen.findByText('Your last payment was not completed.')).toBeVisible();
    says('Your money was sent back to you.');
    // It was not this person's press here that failed.
    saysNot('Payment not completed. Try again.');
    expect(await payButton()).toBeVisible();
  });
});

it('an ad is not offered for payment until it was read: a press sends nothing, and the typed phone stays', async () => {
  const UNREAD =
    'We could not load your ad. If your browser blocks ads, allow them for this site, then try again.';
  mock('getAd', () => new Promise((resolve) => setTimeout(() => resolve('network error'), 3000)));
  const { user } = await payForAd('0733444555');
  await advance(3500);
  says(UNREAD);
  noForm();
  expect(prompts()).toBe(0);
  mock('getAd', 'usual');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await advance(100);
  saysNot(UNREAD);
  expect(await phoneField()).toHaveValue('0733444555');
  await user.click(await payButton('Ksh 500'));
  await advance(50);
  expect(prompts()).toBe(1);
});

describe('what is already paid', () => {
  it.each([
    ['job', () => `/pay/job/${town.job.id}`, MY_JOBS],
    ['ad', () => `/dashboard/client/ads/pay/${town.ad.id}`, MY_ADS],
  ])('for a paid %s the page says so, goes on after 2.5 s and sends no prompt', async (...row) => {
    const [, address, following] = row;
    const { currentPath } = renderAt(address(), { user: 'client' });
    expect(await screen.findByText(PAID)).toBeVisible();
    says(/^This (job|ad) is already paid for.*No money was taken now/);
    await advance(2350);
    expect(currentPath()).toBe(address());
    await advance(200);
    expect(currentPath()).toBe(following);
    expect(prompts()).toBe(0);
  });

  it('is known after a press before the first answer, which sends nothing', async () => {
    mock('getJobPaymentStatus', { delayMs: 3000, body: { status: 'completed' } });
    await payForJob();
    expect(screen.getByRole('button', { name: 'Sending the M-Pesa message…' })).toBeVisible();
    await advance(3500);
    says(PAID);
    expect(prompts()).toBe(0);
  });

  it('is known after a press that the API refuses', async () => {
    mock('requestPayment', { status: 409, body: { error: 'This job is already paid for.' } });
    mock('getJobPaymentStatus', 'usual', { body: { status: 'completed' } });
    await payForJob();
    expect(await screen.findByText(PAID)).toBeVisible();
  });
});

describe('a payment that comes', () => {
  it('for a job: one prompt, a check every 4 s, the success, and manage jobs after 2 s', async () => {
    const { currentPath } = await payForJob('+254 712 345 678');
    const [sent] = calls('requestPayment');
    const job_id = String(town.unpaidJob.id);
    expect(sent?.body).toEqual({ phone: '0712345678', purpose: 'post_job', job_id });

    expect(waits()).toBeVisible();
    says('Waiting for your PIN');
    says('Unlock 0712 345 678 and enter your M-Pesa PIN there, never here.');
    says(`It names the account FundiJob${job_id}.`);
    says(countdown(LIMIT_MS));
    for (const region of screen.getAllByRole('status')) {
      expect(region).not.toHaveTextContent(/\d:\d\d/);
    }
    const announced = screen
      .getByText(
        'An M-Pesa message is on its way to 0712 345 678. Enter your M-Pesa PIN on that phone.',
      )
      .closest('[role=status]');

    const before = jobChecks();
    await advance(3900);
    expect(jobChecks()).toBe(before);
    await advance(200);
    expect(jobChecks()).toBe(before + 1);
    expect(calls('getJobPaymentStatus').at(-1)?.query).toEqual({ job_id });
    says(countdown(LIMIT_MS - 4000));
    mock('getJobPaymentStatus', { body: { status: 'COMPLETED' } });
    await advance(4000);
    // Read out where the progress was, and nowhere else.
    const said = screen
      .getAllByRole('status')
      .filter(({ textContent }) => textContent?.includes(PAID));
    expect(said).toEqual([announced]);
    expect(announced).toHaveTextContent(/Payment Successful.*We have received Ksh 100/);
    expect(announced?.querySelector('[role]')).toBeNull();
    // Another API says nothing of a receipt.
    saysNot(/^M-Pesa TKR/);
    expect(stored(PHONE_KEY)).toBeNull();

    await advance(1700);
    expect(currentPath()).toBe(jobAddress());
    await advance(350);
    expect(currentPath()).toBe(MY_JOBS);
    expect(jobChecks()).toBe(before + 2);
  });

  it('for an ad: one prompt, a check every 4 s, the success, and manage ads after 2 s', async () => {
    db.pollsUntilPaid = 2;
    const { currentPath } = await payForAd();
    const ad_id = String(town.unpaidAd.id);
    const asked = { phone: '0712345678', purpose: 'post_ad', ad_id };
    expect(calls('requestPayment').map(({ body }) => body)).toEqual([asked]);
    const before = adChecks();
    await advance(8200);
    expect(adChecks()).toBe(before + 2);
    says(PAID);
    await advance(2000);
    expect(currentPath()).toBe(MY_ADS);
    expect(await screen.findByRole('heading', { name: 'Fresh milk daily' })).toBeVisible();
    saysNot('Inactive – Payment required');
  });

  it('by keyboard alone', async () => {
    db.pollsUntilPaid = 2;
    const { user } = openJob();
    await advance(100);
    (await phoneField()).focus();
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
    says('Checking the payment');
    await advance(4200);
    says(PAID);
  });

  it('from an API of which every answer takes 55 s', async () => {
    const { currentPath } = await payForJob();
    mock('getJobPaymentStatus', { delayMs: 55_000, body: { status: 'completed' } });
    // The first checks are given up before; the next ones wait for as long as a write.
    await advance(95_000);
    expect(currentPath()).toBe(MY_JOBS);
    expect(prompts()).toBe(1);
  });
});

describe('a press that brings no payment', () => {
  it('because the payer cancels: why, and the next press sends again', async () => {
    db.pollsUntilPaid = 1;
    await payForJob(MAGIC.phone.cancelled);
    await advance(4100);
    says('Payment not completed. Try again.');
    says('Cancelled on the phone.');
    expect(await phoneField()).toHaveValue(MAGIC.phone.cancelled);
    await payWith('0712345678');
    expect(prompts()).toBe(2);
    await advance(4100);
    says(PAID);
  });

  it('because it is refused: the server’s words or the spec’s, and the next press sends again', async () => {
    await payForJob(MAGIC.phone.promptFails);
    says('Another M-Pesa session is open on the phone.');
    expect(await phoneField()).toHaveValue(MAGIC.phone.promptFails);
    expect(waits()).toBeNull();
    mock('requestPayment', { status: 400, body: {} }, 'usual');
    await payWith();
    says(NO_PROMPT);
    await payWith();
    expect(prompts()).toBe(3);
    expect(waits()).toBeVisible();
  });

  it('because the device is offline: nothing was sent or taken', async () => {
    openJob();
    await advance(100);
    setOnline(false);
    await payWith();
    expect(prompts()).toBe(0);
    says(NO_PROMPT);
    says('There is no internet. No M-Pesa message was sent, and no money was taken.');
    setOnline(true);
    await payWith();
    expect(prompts()).toBe(1);
  });

  it('because the answer has no checkout: no payment session, no polling, no second prompt', async () => {
    await payForJob(MAGIC.phone.noCheckout);
    says('Failed to get payment session.');
    const before = jobChecks();
    await advance(20_000);
    expect(jobChecks()).toBe(before);
    noForm();
  });

  it.each([
    ['network error' as const],
    [{ status: 504, body: '<html>' }],
    [{ body: '{"checkout_id": "ws_C' }],
  ])('because its answer is lost (%j): the page waits and sends no second one', async (lost) => {
    mock('requestPayment', lost);
    await payForJob();
    says(NO_PROMPT);
    says(/^We lost the connection, so the M-Pesa message may still come/);
    // Also without a connection, which is how a press is lost.
    setOnline(false);
    await advance(50);
    says(NO_PROMPT);
    setOnline(true);
    noForm();
    mock('getJobPaymentStatus', { body: { status: 'completed' } });
    await advance(4100);
    says(PAID);
    expect(prompts()).toBe(1);
  });

  it('because no check is answered: the checks end in time all the same', async () => {
    await payForJob();
    const before = jobChecks();
    mock('getJobPaymentStatus', 'never');
    await advance(118_000);
    saysNot(LATE);
    await advance(8000);
    says(LATE);
    expect(jobChecks()).toBe(before + ALL_CHECKS);
  });

  it('because the session has ended: the login, and the typed phone afterwards', async () => {
    mock('requestPayment', 401);
    const { currentPath } = await payForJob('0712345678');
    expect(currentPath()).toBe('/login/client');
    expect(stored(jobKey())).toBeNull();
    expect(stored(PHONE_KEY)).toEqual({ phone: '0712345678' });
  });

  it('for an ad, because no check is answered: not confirmed, until one is', async () => {
    await payForAd();
    settle(paymentFor(`ad:${town.unpaidAd.id}`)!);
    mock('getAd', 'network error');
    await advance(LIMIT_MS + 200);
    says('Your payment is not confirmed. Do not pay again.');
    expect(screen.getByText(/We could not check\. If your browser blocks ads/)).toBeVisible();
    await advance(90_000);
    noForm();
    mock('getAd', 'usual');
    await newUser().click(screen.getByRole('button', { name: 'Check again' }));
    await advance(200);
    says(PAID);
    expect(prompts()).toBe(1);
  });
});

describe('a payment in review', () => {
  const WRONG = 'You sent Ksh 1. The price is Ksh 100. We are checking it: please contact us.';
  const NO_WORD = 'M-Pesa has not told us if this payment went through.';
  const TWICE =
    'This was already paid for. We are checking your second payment: please contact us.';

  it('held money: why and whom to ask, no more checks, and no second payment', async () => {
    const { user } = await payForJob();
    jobSays({ status: 'failed', review: 'held', reason: WRONG });
    await advance(4100);
    says('A person is looking into your payment');
    says(WRONG);
    says(/^Please do not pay again/);
    namesSupport();
    noForm();
    const before = jobChecks();
    await advance(30_000);
    expect(jobChecks()).toBe(before);
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await advance(50);
    expect(jobChecks()).toBe(before + 1);
    says(`We are still looking into it. Checked at ${shownTime()}.`);
    expect(prompts()).toBe(1);
  });

  it('held money for a paid job: the success, and why here and on the next screen', async () => {
    const { user, currentPath } = await payForJob();
    jobSays({ status: 'completed', review: 'held', reason: TWICE });
    await advance(4100);
    says(PAID);
    says(TWICE);
    namesSupport();
    await advance(2100);
    expect(currentPath()).toBe(MY_JOBS);
    expect(await opened(TWICE)).toBeVisible();
    namesSupport();
    // The success was in sight.
    expect(screen.queryByText(/Your payment has come/)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Got it' }));
    saysNot(TWICE);
  });

  it('unclear: why, and a new prompt only after a second step', async () => {
    const { user } = await payForJob();
    jobSays({ status: 'failed', review: 'unclear', reason: NO_WORD });
    await advance(4100);
    says('We do not know yet whether you have paid');
    says(NO_WORD);
    says(/^Look for an M-Pesa SMS first/);
    namesSupport();
    noForm();
    await user.click(screen.getByRole('button', { name: 'No money left my phone: pay again' }));
    says(/asks for the whole price again/);
    says(NO_WORD);
    mock('requestPayment', { status: 502, body: { error: 'M-Pesa is busy.' } }, 'usual');
    await payWith();
    await advance(500);
    says('M-Pesa is busy.');
    await payWith();
    expect(prompts()).toBe(3);
    expect(waits()).toBeVisible();
  });
});

describe('a job or an ad that is deleted', () => {
  it.each([
    ['job', payForJob],
    ['ad', payForAd],
  ] as const)('while the prompt for the %s is out: whom to ask', async (word, pay) => {
    await pay();
    for (const name of ['getJobPaymentStatus', 'getJob', 'getAd'] as const) mock(name, 404);
    await advance(4100);
    says(`This ${word} is no longer there, so it cannot be paid for.`);
    says(/If money has left your phone, please contact us/);
    namesSupport();
    expect(screen.getByRole('link', { name: `Go to my ${word}s` })).toBeVisible();
    noForm();
    const before = calls().length;
    await advance(30_000);
    expect(calls()).toHaveLength(before);
  });

  it('is not assumed when only the status is a 404', async () => {
    await payForJob();
    mock('getJobPaymentStatus', 404);
    await advance(8100);
    mock('getJob', 'network error');
    await advance(4000);
    expect(waits()).toBeVisible();
  });

  it('after its payment: the result of it, and money that came for it', async () => {
    const { client, unpaidJob } = town;
    const payment = prompt(client, 'post_job', `job:${unpaidJob.id}`, MAGIC.phone.held);
    settle(payment);
    fail(payment, 'Your money was sent back to you.');
    db.jobs = db.jobs.filter((job) => job !== unpaidJob);
    db.unmatched.unshift({ ...sum, payable: payable(), cause: 'deleted' });
    openJob();
    expect(await screen.findByText('Job not found or access denied.')).toBeVisible();
    says('Your payment for it: Your money was sent back to you.');
    says(/^Ksh 100 came for what is deleted/);
    expect(screen.getAllByRole('link', { name: 'WhatsApp us' }).length).toBeGreaterThan(0);
    noForm();
  });
});

const payable = () => `job:${town.unpaidJob.id}`;
const sum = { id: '1', amount: 100 };

const SUMMARY = 'Or pay from the M-Pesa menu';
const numbers = () => payBillOf(payable()).pay_bill!;
const offer = async () => (await screen.findByText(SUMMARY)).closest('details')!;
const copyButton = (name: string) => screen.getByRole('button', { name });
async function openOffer() {
  const app = openJob();
  await app.user.click(await screen.findByText(SUMMARY));
  return app;
}
async function sayPaid(user = newUser()) {
  await user.click(screen.getByRole('button', { name: 'I have paid' }));
  await advance(50);
}

describe('the M-Pesa menu', () => {
  const WAITS = 'We are waiting for your payment';
  const SENT = 'You sent Ksh 50. The price is Ksh 100, in one payment.';
  const BACK = 'We send this money back or call you.';

  beforeEach(() => {
    db.offersPayBill = true;
  });

  it('is folded away until it is opened or the connection lost, and warns of paying both ways', async () => {
    openJob();
    expect(await offer()).not.toHaveAttribute('open');
    saysNot('Use only one of the two.');
    setOnline(false);
    await advance(50);
    expect(await offer()).toHaveAttribute('open');
    setOnline(true);
    await payWith();
    expect(await offer()).not.toHaveAttribute('open');
    await newUser().click(screen.getByText(SUMMARY));
    says('Use only one of the two.');
    const { business_number, account } = numbers();
    for (const number of [business_number, account, '100']) {
      expect(screen.getByText(number)).toHaveAttribute('translate', 'no');
    }
  });

  it('is open, with the reason, from when M-Pesa is down until it is back', async () => {
    const DOWN = 'M-Pesa is down at the moment.';
    db.isMpesaDown = true;
    openJob();
    expect((await screen.findByText(DOWN)).closest('[role=alert]')).toHaveTextContent(
      'pay from it, as written below, or try again later.',
    );
    expect(await offer()).toHaveAttribute('open');
    db.pollsUntilPaid = 9;
    await payWith();
    says(DOWN);
    db.isMpesaDown = false;
    await advance(4100);
    saysNot(DOWN);
    expect(await offer()).not.toHaveAttribute('open');
    db.offersPayBill = false;
    db.isMpesaDown = true;
    await advance(4000);
    says(DOWN);
    says('Its message may not come to your phone. Please try again later.');
  });

  it('copies each number and says so, or selects it where the browser does not copy', async () => {
    const { user } = await openOffer();
    await user.click(copyButton('Copy the account number'));
    expect(await navigator.clipboard.readText()).toBe(numbers().account);
    expect(copyButton('Copied the account number')).toBeVisible();
    expect(screen.getByText('Account number copied.')).toHaveRole('status');
    await user.click(copyButton('Copy the amount'));
    expect(await navigator.clipboard.readText()).toBe('100');
    expect(copyButton('Copy the account number')).toBeVisible();
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await user.click(copyButton('Copy the business number'));
    expect(getSelection()?.toString()).toBe(numbers().business_number);
    expect(copyButton('Selected the business number')).toBeVisible();
    expect(screen.getByText(/^This phone does not let us copy\./)).toBeVisible();
  });

  it('after "I have paid" asks at once and goes on asking, then names whom to ask', async () => {
    const { user, currentPath } = openJob();
    await advance(50);
    await user.clear(await phoneField());
    await user.type(await phoneField(), '0700123');
    await user.click(await screen.findByText(SUMMARY));
    const before = jobChecks();
    await sayPaid(user);
    expect(jobChecks()).toBe(before + 1);
    says('Do not pay again.');
    says(`M-Pesa has not told us yet. Checked at ${shownTime()}.`);
    saysNot('Or pay from the M-Pesa menu');
    noForm();
    await advance(4000);
    expect(jobChecks()).toBe(before + 2);
    await advance(LIMIT_MS - 8000);
    expect(screen.queryByRole('link', { name: /^Call/ })).toBeNull();
    await advance(4000);
    namesSupport();

    await user.click(screen.getByRole('button', { name: 'I have not paid yet' }));
    expect(await phoneField()).toHaveValue('0700123');
    expect(await offer()).toHaveAttribute('open');
    await sayPaid(user);
    payFromMenu(town.client, payable());
    await advance(4000);
    says(/^We have received Ksh 100 from the M-Pesa menu\./);
    says(/^M-Pesa TKR\d{7}$/);
    expect(prompts()).toBe(0);
    await advance(2100);
    expect(currentPath()).toBe(MY_JOBS);
  });

  it('pays while a prompt is out, which is then to be cancelled; another amount does not', async () => {
    await payForJob();
    payFromMenu(town.client, payable(), 50);
    await advance(4100);
    // Nobody is told to send more beside a prompt.
    says(`${SENT} ${BACK}`);
    expect(waits()).toBeVisible();
    payFromMenu(town.client, payable());
    await advance(4000);
    says(PAID);
    says(/still on a phone, cancel it there/);
  });

  it('brings another amount: the page says what came, also after a reload and with the price', async () => {
    const { user, unmount } = await openOffer();
    await sayPaid(user);
    payFromMenu(town.client, payable(), 50);
    await advance(4000);
    const said = `${SENT} You can send the whole price now. ${BACK}`;
    expect(screen.getByText(said).closest('[role=alert]')).toBeVisible();
    saysNot(WAITS);
    expect(await offer()).toHaveAttribute('open');
    unmount();
    openJob();
    expect(await screen.findByText(said)).toBeVisible();
    await sayPaid();
    says(WAITS);
    payFromMenu(town.client, payable());
    await advance(4000);
    says(/^We have received Ksh 100/);
    says(`${SENT} ${BACK}`);
  });

  it('brings a second sum for a paid job: the page says so, and stays until it is read', async () => {
    payFromMenu(town.client, `job:${town.job.id}`);
    const { currentPath } = renderAt(`/pay/job/${town.job.id}`, { user: 'client' });
    expect(await screen.findByText('This job is already paid for.')).toBeVisible();
    says(`A second Ksh 100 came. One payment is enough. ${BACK}`);
    await advance(10_000);
    expect(currentPath()).toBe(`/pay/job/${town.job.id}`);
    expect(screen.getByRole('link', { name: 'Go to my jobs' })).toBeVisible();
  });

  it('is not offered for a job that was taken down while its prompt is out', async () => {
    const pay_bill = numbers();
    town.unpaidJob.taken_down = 'Please call us first.';
    jobSays({ status: 'pending', phone: '0712345678', pay_bill });
    openJob();
    expect(await screen.findByRole('heading', { name: 'Now look at your phone' })).toBeVisible();
    await advance(100);
    saysNot('Or pay from the M-Pesa menu');
  });
});
