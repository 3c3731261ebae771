/** Payments in a browser, and what the simulated phone saw of them. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { root } from '../../scripts/root.mjs';
import type { Job } from '../../src/contract/schemas.ts';
import { freshPhone, newPerson, signIn } from './people.ts';
import type { TestServer } from './server.ts';

interface Ledger {
  prompts: { id: string; phone: string }[];
  taken: { phone: string; amount: number }[];
}

/** A number nobody else pays with, of the simulator's kind `suffix`. */
export const payer = (suffix: string) => freshPhone().slice(0, 7) + suffix;
/** Its prompts wait for a person. */
export const BY_HAND = '990';

/** What the simulator saw of a phone: its prompts, and the money it gave. */
export async function ledgerOf(server: TestServer, phone: string) {
  const answer = await fetch(`${server.simulatorURL}/ledger`);
  const { prompts, taken } = (await answer.json()) as Ledger;
  return {
    prompts: prompts.filter((prompt) => prompt.phone === phone),
    taken: taken.filter((entry) => entry.phone === phone),
  };
}

/** One prompt on that phone, and the price of a job taken once. */
export async function expectPaidOnce(server: TestServer, phone: string) {
  const { prompts, taken } = await ledgerOf(server, phone);
  expect(prompts).toHaveLength(1);
  expect(taken.map(({ amount }) => amount)).toEqual([100]);
}

/** Answers the first prompt of a phone by hand. */
export async function answer(server: TestServer, phone: string, how: 'approve' | 'cancel') {
  const { prompts } = await ledgerOf(server, phone);
  const response = await fetch(`${server.simulatorURL}/prompts/${prompts[0]?.id}/${how}`, {
    method: 'POST',
  });
  expect(response.status).toBe(200);
}

const run = promisify(execFile);

/** Closes the review of a thing's payment as a person does, with the server stopped meanwhile. */
export async function closeReview(server: TestServer, thing: string, decision: string) {
  await server.stop();
  const { env, dataDir: cwd } = server;
  const cli = (...args: string[]) =>
    run(process.execPath, [path.join(root, 'server', 'cli', 'payments.ts'), ...args], { cwd, env });
  const { stdout } = await cli();
  const id = new RegExp(`#(\\d+) .* ${thing} .*needs_review`).exec(stdout)?.[1] ?? '';
  const closed = await cli('close', id, decision, '--note', 'Seen in the statement.');
  await server.start();
  return closed.stdout;
}

/** A signed-in client on the pay page of a new job; returns its address, the job and the client. */
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

/** A page of another device of the same person; closed with its browser context. */
export async function otherDevice(page: Page, baseURL: string, token: string): Promise<Page> {
  const context = await page.context().browser()?.newContext({ baseURL });
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  await signIn(other, 'client', token);
  return other;
}

/** The button that asks for a job's prompt. */
export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay Ksh 100' });

/** Types the phone, presses, and sees that it is waited for. */
export async function pay(page: Page, phone: string) {
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await payButton(page).click();
  await expect(page.getByText('Waiting for your PIN')).toBeVisible();
}

/** The success and the redirect after it. */
export async function expectSuccess(page: Page) {
  await expect(page.getByText('Payment Successful').first()).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL('/dashboard/client/jobs');
}
