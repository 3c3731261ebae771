/** Payments in a browser, and the simulator's records of them. */
import { expect, type Page } from '@playwright/test';
import type { Job } from '../../src/contract/schemas.ts';
import { freshPhone, newPerson, signIn } from '../../testkit/people.ts';
import type { TestServer } from '../../testkit/testServer.ts';

interface Ledger {
  /** `taken`: the money of a prompt in Ksh, 0 until it is paid. */
  prompts: { id: string; phone: string; taken: number }[];
}

/** A new phone number that ends in `suffix`, which says what the simulator does. */
export const payer = (suffix: string) => freshPhone().slice(0, 7) + suffix;
/** The suffix for prompts that a person must answer. */
export const BY_HAND = '990';

/** The simulator's prompts for a phone, and the sums that it took by them, in Ksh. */
export async function ledgerOf(server: TestServer, phone: string) {
  const answer = await fetch(`${server.simulatorURL}/ledger`);
  const ledger = (await answer.json()) as Ledger;
  const prompts = ledger.prompts.filter((prompt) => prompt.phone === phone);
  return { prompts, taken: prompts.map(({ taken }) => taken).filter((ksh) => ksh > 0) };
}

/** Expects one prompt on that phone, and the fee of a job taken once. */
export async function expectPaidOnce(server: TestServer, phone: string) {
  const { prompts, taken } = await ledgerOf(server, phone);
  expect(prompts).toHaveLength(1);
  expect(taken).toEqual([100]);
}

/** Answers the first prompt of a phone as a person does. */
export async function answer(server: TestServer, phone: string, how: 'approve' | 'cancel') {
  const { prompts } = await ledgerOf(server, phone);
  const response = await fetch(`${server.simulatorURL}/prompts/${prompts[0]?.id}/${how}`, {
    method: 'POST',
  });
  expect(response.status).toBe(200);
}

/** Opens the pay page of a new job as a new client. Returns the client, the job and its address. */
export async function openPayPage(page: Page) {
  const person = await newPerson(page.request, 'client');
  const { token } = person;
  const created = await page.request.post('/api/jobs/', {
    headers: { authorization: `Token ${token}` },
    data: { title: 'Paint the gate', description: 'Two coats.', location: 'Juja' },
  });
  const { id } = (await created.json()) as Job;
  await signIn(page, 'client', token);
  const address = `/pay/job/${id}`;
  await page.goto(address);
  return { ...person, id, address };
}

/** A page of another device of the same person. The test closes its browser context. */
export async function otherDevice(page: Page, baseURL: string, token: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL });
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  await signIn(other, 'client', token);
  return other;
}

/** The button that asks for a job's prompt. */
export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay Ksh 100' });

/** Types the phone number, presses the button, and sees that the page waits. */
export async function pay(page: Page, phone: string) {
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
}

/** Expects the success and the redirect after it. */
export async function expectSuccess(page: Page) {
  await expect(page.getByText('Payment Successful').first()).toBeVisible();
  await expect(page).toHaveURL('/dashboard/client/jobs');
}
