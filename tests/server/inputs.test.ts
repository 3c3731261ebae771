/** Which inputs are refused, and how the others are cleaned. */
import { describe, expect, it } from 'vitest';
import { refuseForeignPhone } from '../../server/calls/phone.ts';
import type { HttpError } from '../../server/calls/refusal.ts';
import { cleanTexts } from '../../server/http/texts.ts';
import { refuseWeakPassword } from '../../server/people/passwordRules.ts';
import { adForm } from '../../testkit/contract/world.ts';
import { openHarness } from './openHarness.ts';

const server = await openHarness();

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

  it('keep their lines in a description, and are unchanged when they are passwords', () => {
    const description = 'One\r\nTwo\tthree\u202e\u2028Four';
    const passwords = { password: 'a\tb', new_password: 'a\tb' };
    expect(cleanTexts({ description, ...passwords })).toEqual({
      description: 'One\nTwo three\nFour',
      ...passwords,
    });
  });

  it('of a job are cleaned, also when the body is nested deeply', async () => {
    const headers = await server.signIn(await server.account('client'));
    const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;
    const payload = `{"title":"Roof\\u202e","description":"a\\nb","location":"Ju\\u0007ja","x":${deep}}`;
    const { status, body } = await server.send('createJob', { headers, body: payload });
    const stored = { title: 'Roof', description: 'a\nb', location: 'Juja' };
    expect([status, body]).toMatchObject([201, stored]);
  });
});

const OWN_PHONE = '0712345678';

/** The body with which something is refused, or null. */
function refusal(work: () => void): unknown {
  try {
    work();
    return null;
  } catch (error) {
    return (error as HttpError).body;
  }
}

describe('a new password', () => {
  it.each([
    ['PassWord1', 'This password is one of the most common ones. Choose another one.'],
    [OWN_PHONE, 'The password must not be your phone number.'],
    ['+254 712 345 678', 'The password must not be your phone number.'],
    ['kiboko\u200b2026', 'The password holds an invisible character. Type it again.'],
  ])('%j is refused: %s', (password, text) => {
    const refused = refusal(() => refuseWeakPassword('password', password, OWN_PHONE));
    expect(refused).toEqual({ password: [text] });
  });

  it.each(['kiboko 2026', 'siri-yangu-👩‍🔧', 'x'.repeat(200)])('%j is accepted', (password) =>
    expect(refusal(() => refuseWeakPassword('password', password, OWN_PHONE))).toBeNull(),
  );
});

const FOREIGN = { phone_number: ['Enter a phone number that starts with 07 or 01.'] };

it.each(['0812345678', '0212345678', '1712345678'])('%s is no mobile phone of Kenya', (phone) =>
  expect(refusal(() => refuseForeignPhone('phone_number', phone))).toEqual(FOREIGN),
);

const refusedWith = (body: object) => ({ status: 400, body });

it('these are refused by registration, reset and a change of the number, also a short password by none but the first', async () => {
  const client = await server.account('client', { phoneNumber: OWN_PHONE });
  const headers = await server.signIn(client);
  const person = { name: 'Amina', id_number: '28765432', password: 'kiboko-2026', role: 'fundi' };
  const register = (changed: object) =>
    server.send('registerFundi', { body: { ...person, phone_number: OWN_PHONE, ...changed } });
  const reset = (new_password: string) => {
    const { phoneNumber: phone_number, idNumber: id_number } = client;
    return server.send('resetPassword', { body: { phone_number, id_number, new_password } });
  };
  const refused = expect.any(Array) as unknown;
  const phone_number = '0812345678';
  const profile = { name: 'Amina', id_number: '1', client_profile: { role_note: 'Landlady' } };
  const change = server.send('updateMyClient', { headers, body: { ...profile, phone_number } });
  expect(await register({ phone_number })).toMatchObject(refusedWith(FOREIGN));
  expect(await register({ password: OWN_PHONE })).toMatchObject(refusedWith({ password: refused }));
  expect(await change).toMatchObject(refusedWith(FOREIGN));
  expect(await reset('123456')).toMatchObject(refusedWith({ new_password: refused }));
  expect(await reset('kibo')).toMatchObject({ status: 200 });
});

it('the link of an ad is stored as the browser would write the address', async () => {
  const headers = await server.signIn(await server.account('client'));
  const link = 'HTTPS://Duka.example.com:443/a/../b?x=<y>';
  const { body } = await server.send('createAd', { headers, body: adForm({ link }) });
  expect(body).toMatchObject({ link: 'https://duka.example.com/b?x=%3Cy%3E' });
});
