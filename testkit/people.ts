/** Sign-ins of the demo town and of people made for one test. */
import type { APIRequestContext, Page } from '@playwright/test';
import type { Role } from '../src/contract/schemas.ts';

export const PASSWORD = 'karibu2026';
const PHONES = { fundi: '0712345678', client: '0722345678' };
const LOGIN = { fundi: '/api/accounts/login/', client: '/api/accounts/clients/login/' };
const REGISTER = { fundi: '/api/accounts/register/', client: '/api/accounts/clients/register/' };

let people = 0;

/** A phone number that no other test uses and that ends in no special digits of the simulator. */
export function freshPhone(): string {
  people += 1;
  return `07${String((process.pid * 977 + people * 13) % 100_000).padStart(5, '0')}${String(100 + (people % 700))}`;
}

/** The token of a demo person, or of the one with `phone`. */
export async function tokenOf(
  request: APIRequestContext,
  role: Role,
  phone: string = PHONES[role],
): Promise<string> {
  const answer = await request.post(LOGIN[role], {
    data: { phone_number: phone, password: PASSWORD },
  });
  return ((await answer.json()) as { token: string }).token;
}

/** Registers a new person; returns phone and token. */
export async function newPerson(request: APIRequestContext, role: Role) {
  const phone = freshPhone();
  await request.post(REGISTER[role], {
    data: {
      name: 'Jane Wambui',
      phone_number: phone,
      // One free trial per ID number.
      id_number: phone.slice(2),
      password: PASSWORD,
      role,
    },
  });
  return { phone, token: await tokenOf(request, role, phone) };
}

/** Makes every page of this browser signed in, as after a login. */
export async function signIn(page: Page, role: Role, token: string) {
  await page.addInitScript(
    ([token, userType]) => {
      localStorage.setItem('token', token);
      localStorage.setItem('user_type', userType);
    },
    [token, role] as const,
  );
}
