/** Opens the app on the answers of a scenario, as somebody who may see the screen. */
import type { Page } from '@playwright/test';
import { paths } from '../src/paths.ts';
import { callAt } from './contract/callAt.ts';
import { scenarios, waitingOnDevice, type Scenario } from './scenarios.ts';

/** Chromium's option for text at 200 %, as its setting does it: for media queries too. */
export const LARGE_TEXT = '--blink-settings=defaultFontSize=32,defaultFixedFontSize=26';

/** An address of every screen, and one of none. */
export const addresses = [
  ...Object.values(paths).map((pattern) => pattern.replace(/:\w+/g, '1')),
  '/404',
];

/** Who opens a screen: a client, a fundi, or a visitor (null). */
export function personOf(address: string): 'client' | 'fundi' | null {
  if (/^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/.test(address)) return 'fundi';
  if (/^\/(dashboard|profile\/update)\/client|^\/pay/.test(address)) return 'client';
  return address.startsWith('/jobs') ? 'fundi' : null;
}

/** Answers all calls of the page from the scenario, and signs in who may see the address. */
export async function answerFor(page: Page, address: string, scenario: Scenario): Promise<void> {
  const person = personOf(address);
  const device = scenario.startsWith('payment-') && person === 'client' ? waitingOnDevice : {};
  const stored = person && { token: 'gallery', user_type: person, ...device };
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored ?? {})) localStorage.setItem(key, value);
  }, stored);
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const path = new URL(request.url()).pathname.replace('/api', '');
    const call = callAt(request.method(), path);
    const body = call && scenarios[scenario][call.name];
    await (body === undefined || body === null
      ? route.fulfill({ status: 404, json: { error: 'Not found.' } })
      : route.fulfill({ json: body }));
  });
}
