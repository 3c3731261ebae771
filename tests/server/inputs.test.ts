/** Which inputs are refused, and how the others are cleaned. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cleanTexts } from '../../server/http/texts.ts';
import { adForm } from '../contract/world.ts';
import { startHarness } from './harness.ts';
import type { Harness } from './harness.ts';
import { postAd } from './postAd.ts';

let server: Harness;

beforeAll(async () => {
  server = await startHarness();
});
beforeEach(() => server.reset());
afterAll(() => server.close());

const post = (url: string, payload: object) => server.app.inject({ method: 'POST', url, payload });

const register = (changed: object) =>
  post('/api/accounts/register/', {
    name: 'Amina',
    phone_number: '0712345678',
    id_number: '28765432',
    password: 'kiboko-2026',
    role: 'fundi',
    ...changed,
  });

describe('texts', () => {
  it.each([
    ['a line break', 'Amina\nPaid: 500', 'Amina Paid: 500'],
    ['an escape sequence', 'Am\u001b[2Kina', 'Am[2Kina'],
    ['NUL', 'Am\u0000ina', 'Amina'],
    ['a turned writing direction', 'Amina\u202egpj.exe', 'Aminagpj.exe'],
    ['an isolate', '\u2066Amina\u2069', 'Amina'],
    ['half a character', 'Amina\ud800', 'Amina\ufffd'],
    ['another script and emoji', 'نجار 👩‍🔧 Ngũgĩ', 'نجار 👩‍🔧 Ngũgĩ'],
  ])('with %s are cleaned', (_what, sent, stored) => {
    expect(cleanTexts({ name: sent, client_profile: { role_note: sent } })).toEqual({
      name: stored,
      client_profile: { role_note: stored },
    });
  });

  it('keep their lines in a description', () => {
    const description = 'One\r\nTwo\tthree\u202e\u2028Four';
    expect(cleanTexts({ description })).toEqual({ description: 'One\nTwo three\nFour' });
  });

  it('are stored unchanged when they are passwords', () => {
    expect(cleanTexts({ password: 'a\tb', new_password: 'a\tb' })).toEqual({
      password: 'a\tb',
      new_password: 'a\tb',
    });
  });

  it('of a job are cleaned, also when the body is nested deeply', async () => {
    const headers = await server.signIn(await server.account('client'));
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    const payload = `{"title":"Roof\\u202e","description":"a\\nb","location":"Ju\\u0007ja","x":${deep}}`;
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/jobs/',
      payload,
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      201,
      { title: 'Roof', description: 'a\nb', location: 'Juja' },
    ]);
  });
});

describe('a new password', () => {
  it.each([
    ['seven77', 'Password must be at least 8 characters.'],
    ['PassWord1', 'This password is one of the most common ones. Choose another one.'],
    ['0712345678', 'The password must not be your phone number.'],
    ['+254 712 345 678', 'The password must not be your phone number.'],
    ['         ', 'The password must not be blank.'],
    ['kiboko\u200b2026', 'The password holds an invisible character. Type it again.'],
  ])('%j is refused: %s', async (password, text) => {
    const answer = await register({ password });
    expect([answer.statusCode, answer.json()]).toEqual([400, { password: [text] }]);
  });

  it.each(['kiboko 2026', 'siri-yangu-👩‍🔧', 'x'.repeat(200)])('%j is accepted', async (password) => {
    expect((await register({ password })).statusCode).toBe(201);
  });

  it('of a reset may be short, and is refused for all other reasons', async () => {
    const owner = await server.account('client', { phoneNumber: '0712345678' });
    const reset = (new_password: string) =>
      post('/api/accounts/reset-password/', {
        phone_number: owner.phoneNumber,
        id_number: owner.idNumber,
        new_password,
      });
    expect((await reset('123456')).json()).toEqual({
      new_password: ['This password is one of the most common ones. Choose another one.'],
    });
    expect((await reset('kibo')).statusCode).toBe(200);
  });
});

describe('a phone', () => {
  it.each(['0812345678', '0212345678', '1712345678'])(
    '%s cannot register',
    async (phone_number) => {
      const answer = await register({ phone_number });
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { phone_number: ['Enter a phone number that starts with 07 or 01.'] },
      ]);
    },
  );

  it('that is not Kenyan is refused when a client changes the number', async () => {
    const headers = await server.signIn(await server.account('client'));
    const payload = {
      name: 'Amina',
      id_number: '1',
      phone_number: '0812345678',
      client_profile: { role_note: 'Landlady' },
    };
    const url = '/api/accounts/clients/me/';
    const answer = await server.app.inject({ method: 'PUT', url, headers, payload });
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['phone_number']]);
  });
});

async function adWith(link: string) {
  const headers = await server.signIn(await server.account('client'));
  return await postAd(server, headers, adForm({ link }));
}

describe('the link of an ad', () => {
  it('is stored as the browser would write the address', async () => {
    const answer = await adWith('HTTPS://Duka.example.com:443/a/../b?x=<y>');
    expect(answer.json()).toMatchObject({ link: 'https://duka.example.com/b?x=%3Cy%3E' });
  });

  it.each(['https://mpesa.example.com@evil.example.com/', 'https://a:b@evil.example.com/'])(
    '%s is refused because it looks like another site',
    async (link) => {
      const answer = await adWith(link);
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { link: ['Link must not hold a user name.'] },
      ]);
    },
  );
});
