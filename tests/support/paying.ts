/** Helpers of payment tests: addresses, the press, and the counts of calls. */
import { screen } from '@testing-library/react';
import { beforeEach, expect, vi } from 'vitest';
import { advance, stopClock } from './clock.ts';
import { db } from '../mocks/db.ts';
import { calls, mock } from '../mocks/overrides.ts';
import { town } from '../mocks/town.ts';
import { newUser, renderAt } from './renderAt.tsx';
import { wholeText } from './wholeText.ts';
// Compiled before the first test, which would otherwise wait for it on a busy machine.
import '../../src/lib/api/http.ts';
import '../../src/screens/client/ClientDashboard.tsx';
import '../../src/screens/client/MyAds.tsx';
import '../../src/screens/client/MyJobs.tsx';
import '../../src/screens/fundi/FundiDashboard.tsx';
import '../../src/screens/fundi/Subscription.tsx';
import '../../src/screens/pay/Pay.tsx';

export const jobAddress = () => `/pay/job/${town.unpaidJob.id}`;
export const adAddress = () => `/dashboard/client/ads/pay/${town.unpaidAd.id}`;
export const SUBSCRIPTION = '/fundi/subscription';

/** Where the device stores a payment. */
export const jobKey = () => `payment:client:${town.client.phone_number}:job:${town.unpaidJob.id}`;

/** Where the device stores the phone that the client has typed and not used. */
export const PHONE_KEY = 'draft:client:0711000001:pay-phone';

/** Before each test: the clock stands, and no prompt is answered before the test says so. */
export function holdPayments() {
  beforeEach(() => {
    stopClock();
    db.pollsUntilPaid = Infinity;
  });
}

/** Lets more time go by than a list or an answer takes to come, while no screen is open. */
export const timePasses = () => advance(30_000);

/** What the device stores under a key, or null. */
export const stored = (key: string) => {
  const text = JSON.parse(localStorage.getItem(key) ?? 'null') as { value: object } | null;
  return (text?.value ?? null) as Record<string, unknown> | null;
};

/** What the API answers about the job's payment from now on. */
export const jobSays = (body: unknown) => mock('getJobPaymentStatus', { body });

/** The heading of a payment that is waited for, or null. */
export const waits = () => screen.queryByRole('heading', { name: 'Now look at your phone' });

/** Nothing can be paid on this screen. */
export const noForm = () => {
  expect(screen.queryByLabelText('M-Pesa phone number')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Pay / })).toBeNull();
};

/** The screen says this, in one place. */
export const says = (text: string | RegExp) =>
  expect(screen.getByText(wholeText(text))).toBeVisible();
/** The screen does not say this. */
export const saysNot = (text: string | RegExp) =>
  expect(screen.queryByText(wholeText(text))).toBeNull();
/** The screen names whom to ask. */
export const namesSupport = () => {
  expect(screen.getByRole('link', { name: /^Call 0/ })).toBeVisible();
  expect(screen.getByRole('link', { name: 'WhatsApp us' })).toBeVisible();
};

/** The spec's texts for the end of a payment. */
export const PAID = 'Payment Successful';
export const LATE = 'Payment Failed or Timed Out';
/** "0:48" for 48,000 ms. */
export const countdown = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String((ms / 1000) % 60).padStart(2, '0')}`;

/** A phone that another device has asked, and what is said of the prompt on it. */
export const ELSEWHERE = '0711999888';
export const OUT = 'An M-Pesa message is already on 0711 999 888. Enter your PIN there.';

export const phoneField = () => screen.findByLabelText('M-Pesa phone number');
export const payButton = (price = 'Ksh 100') =>
  screen.findByRole('button', { name: `Pay ${price}` });

/** What a folded notice of a review says, once the person has opened it. */
export async function opened(text: Parameters<typeof screen.findByText>[0]) {
  const said = await screen.findByText(text);
  const notice = said.closest('details');
  if (!notice) throw new Error('It stands in no notice that opens.');
  if (!notice.open) {
    expect(said).not.toBeVisible();
    await newUser().click(notice.querySelector('summary')!);
  }
  return said;
}

/** Pastes `phone` and presses the button once. */
export async function payWith(phone = '0712345678', price = 'Ksh 100') {
  const user = newUser();
  // The phone of the profile comes first; a typed phone replaces it.
  await advance(50);
  await user.clear(await phoneField());
  await user.paste(phone);
  await user.click(await payButton(price));
  await advance(50);
}

/** Opens the payment of the job; with `token` in a session that there was. */
export const openJob = (token?: string | null) =>
  renderAt(jobAddress(), { user: 'client', ...(token !== undefined && { token }) });

/** Opens the payment of the job, and presses once. */
export async function payForJob(phone?: string) {
  const app = openJob();
  await payWith(phone);
  return app;
}

/** Opens the payment of the ad, and presses once. */
export async function payForAd(phone?: string) {
  const app = renderAt(adAddress(), { user: 'client' });
  await payWith(phone, 'Ksh 500');
  return app;
}

export const prompts = () => calls('requestPayment').length;
export const jobChecks = () => calls('getJobPaymentStatus').length;
export const adChecks = () => calls('getAd').length;
export const fundiReads = () => calls('getMyFundi').length;

/** Hides the page or shows it again, as switching to another app and back does. */
export function setVisible(isVisible: boolean) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

/** Takes the network away or brings it back. */
export function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
}

/** Changes what the device stores as another tab would. */
export function otherTabStores(key: string, value: object) {
  const text = JSON.stringify({ storedAt: Date.now(), value });
  localStorage.setItem(key, text);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text }));
}
