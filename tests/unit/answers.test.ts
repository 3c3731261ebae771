/** The forms in which an API may give what the contract names, and what the app reads in each. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError, isTokenRefused, retryAfter } from '../../src/lib/api/errors.ts';
import { errorSentence, errorText, fieldErrors } from '../../src/lib/api/errorText.ts';
import { readPage } from '../../src/lib/api/values.ts';
import {
  readAd,
  readClientAccount,
  readFundi,
  readFundiAccount,
  readJob,
  readLogin,
  readPaymentStatus,
  readPrompt,
} from '../../src/lib/api/readers.ts';
import { rowsOf } from '../support/table.ts';

// The API's origin follows from the page's.
beforeAll(() => void vi.stubGlobal('location', new URL('http://localhost:5173/')));
afterAll(() => void vi.unstubAllGlobals());

const refused = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  new ApiError('answered', { status, body: data, retryAfter: headers['retry-after'] });
const textOf = (data: unknown, status = 400) => errorText(refused(status, data), 'Login failed');

/** The body of an error as JSON, and the text that is read from it. */
const said = rowsOf(String.raw`
{"error": "Wrong password."}                                     | Wrong password.
{"name": ["Taken."], "error": "Wrong password."}                 | Wrong password.
{"success": false, "error": {"message": "Taken."}}               | Taken.
{"error": {"code": "E_DUP", "message": "It is taken."}}          | It is taken.
{"detail": "Not found here."}                                    | Not found here.
{"message": "Phone already registered"}                          | Phone already registered
{"success": false, "message": "Phone is taken."}                 | Phone is taken.
{"status": "error", "message": "Phone is taken."}                | Phone is taken.
{"error": "not_valid", "detail": "Taken."}                       | Taken.
{"code": "not_valid", "detail": "Phone is taken."}               | Phone is taken.
{"non_field_errors": ["No such account."]}                       | No such account.
{"phone_number": ["Already used.", "Too short."]}                | Already used.
{"phone_number": ["taken"]}                                      | taken
{"phone_number": "Already used."}                                | Already used.
{"name": ["A b."], "phone_number": ["C d."]}                     | A b.
{"client_profile": {"role_note": ["Too long."]}}                 | Too long.
{"errors": {"phone_number": ["Already used."]}}                  | Already used.
["This is not allowed."]                                         | This is not allowed.
{"error": "  A b.  "}                                            | A b.
{"name": "x", "phone": [["taken"]]}                              | taken
{"error": "Nambari tayari imesajiliwa"}                          | Nambari tayari imesajiliwa

As frameworks write it.
{"statusCode": 400, "message": ["Bad."], "error": "Bad Request"} | Bad.
{"type": "about:blank", "title": "Bad Request", "detail": "No."} | No.
{"detail": [{"loc": ["body", "phone"], "msg": "Field required"}]} | Field required
{"errors": [{"type": "field", "value": "07", "msg": "Invalid value", "path": "phone"}]} | Invalid value

The name of a status is the last thing to say.
{"error": "Conflict"}                                            | Conflict
{"error": "Not found.", "name": "taken"}                         | Not found.
{"error": "Conflict", "name": "A b."}                            | A b.
{"error": "Gateway Timeout", "name": "A b."}                     | A b.
{"a": "x", "error": "Not found here"}                            | Not found here
{"a": "x y", "error": "The page was not found"}                  | The page was not found
{"error": "Forbidden: A b.", "name": "C d."}                     | Forbidden: A b.

A title says nothing beside a detail.
{"title": "Bad phone."}                                          | Bad phone.
{"title": "A b.", "detail": "C d."}                              | C d.
{"title": "A b.", "detail": ["C d."]}                            | A b.
{"detail": ["A b."], "title": "C d."}                            | A b.
{"title": ["A b."], "detail": "C d."}                            | A b.

Only the whole name of a field makes its text a code, and only a whole text is one.
{"statuses": "used"}                                             | used
{"decoded": "used"}                                              | used
{"codes_sent": "used"}                                           | used
{"my_type": "used"}                                              | used
{"name": "a.b", "phone": "A b."}                                 | A b.
{"error": "see a_b now"}                                         | see a_b now
{"error": "phone_number is used"}                                | phone_number is used
{"error": "Used: phone_number"}                                  | Used: phone_number

What is for machines alone is passed over for the text of the specification.
null                                                             | Login failed
{}                                                               | Login failed
[]                                                               | Login failed
{"count": 7}                                                     | Login failed
"Bad Request"                                                    | Login failed
"<!DOCTYPE html><h1>Server Error (500)</h1>"                     | Login failed
{"error": "<html><body>502 Bad Gateway</body></html>"}           | Login failed
{"error": "Boom\n    at Object.login (/srv/app.js:3:7)"}         | Login failed
{"detail": "Traceback (most recent call last): File \"views\""}  | Login failed
{"message": "ValidationError"}                                   | Login failed
{"message": "TypeError: Cannot read properties of 'id'"}         | Login failed
{"error": "{'phone': [ErrorDetail(string='used')]}"}             | Login failed
{"error": "[object Object]"}                                     | Login failed
{"error": "undefined"}                                           | Login failed
{"message": "NaN"}                                               | Login failed
{"error": true, "success": false, "status": 400, "code": null}   | Login failed
{"error": "token_not_valid"}                                     | Login failed
{"phone_number": ["already_in_use"]}                             | Login failed
{"status": "error", "code": "E_DUP", "type": "about:blank"}      | Login failed
`);

describe('the text of an error body', () => {
  it.each(said)('%s is "%s"', (body = '', text = '') => {
    expect(textOf(JSON.parse(body))).toBe(text);
  });

  it('has 300 letters at most', () => {
    const longest = `${'a '.repeat(149)}aa`;
    expect(textOf({ error: longest })).toBe(longest);
    expect(textOf({ error: `${longest}a` })).toBe('Login failed');
  });

  it('says nothing of the money when the server only names its status', () => {
    expect(errorSentence(refused(500, { detail: 'Internal Server Error' }))).toBeNull();
    expect(errorSentence(refused(502, { error: 'M-Pesa did not answer.' }))).toBe(
      'M-Pesa did not answer.',
    );
  });
});

/** The body of an error, and the texts that stand at the fields of a form. */
const atFields = rowsOf(`
{"phone_number": ["Used."], "name": ["Short."]}                      | {"phone_number": "Used.", "name": "Short."}
{"phone_number": "Used."}                                            | {"phone_number": "Used."}
{"message": "Invalid data.", "errors": {"name": ["Short."]}}         | {"message": "Invalid data.", "name": "Short."}
{"detail": [{"loc": ["body", "name"], "msg": "Field required"}]}     | {"name": "Field required"}
{"errors": [{"msg": "Bad phone.", "path": "phone_number"}]}          | {"phone_number": "Bad phone."}
{"errors": [{"loc": ["body", "user", "name"], "msg": "Used."}]}      | {"name": "Used."}
{"error": {"a": ["A b."]}, "details": {"b": ["A b."]}}               | {"a": "A b.", "b": "A b."}
{"data": {"c": ["A b."]}, "fields": {"d": ["A b."]}}                 | {"c": "A b.", "d": "A b."}
{"error": "Used."}                                                   | {"error": "Used."}
{"name": true, "phone": "Used."}                                     | {"phone": "Used."}
{"errors": [{"msg": "Used."}, {"path": "name"}, "x y"]}              | {}
["Used."]                                                            | {}
"<html>"                                                             | {}
`);

it.each(atFields)('%s says at the fields of a form: %s', (body = '', texts = '') => {
  expect(fieldErrors(refused(400, JSON.parse(body)))).toEqual(JSON.parse(texts));
});

describe('too many tries (429)', () => {
  it.each([
    ['42', '42 seconds'],
    ['99', '99 seconds'],
    ['100', '2 minutes'],
    ['600', '10 minutes'],
    [undefined, 'a minute'],
    ['soon', 'a minute'],
  ])('with Retry-After: %s say to wait %s', (after, wait) => {
    const busy = new ApiError('answered', { status: 429, body: '', retryAfter: after });
    expect(errorText(busy, 'Login failed')).toBe(`Login failed. Wait ${wait}, then try again.`);
  });

  it('have the API’s words where it says any', () => {
    const busy = refused(429, { error: 'Too many tries.' }, { 'retry-after': '9' });
    expect(errorText(busy, 'Login failed')).toBe('Too many tries.');
  });

  it('writes one full stop after the text of the specification', () => {
    const busy = refused(429, {}, { 'retry-after': '9' });
    expect(errorText(busy, 'Please. Try.')).toBe('Please. Try. Wait 9 seconds, then try again.');
  });

  it('reads a date as the seconds until then', () => {
    const past = 'Sat, 21 Nov 2020 06:00:00 GMT';
    expect(retryAfter(refused(429, {}, { 'retry-after': past }))).toBeNull();
    vi.setSystemTime('2020-11-21T05:59:30Z');
    expect(retryAfter(refused(429, {}, { 'retry-after': past }))).toBe(30);
  });
});

describe('a token that the API refuses', () => {
  it.each<[number, unknown, boolean]>([
    [401, null, true],
    [403, { detail: 'Invalid token.' }, true],
    [403, { detail: 'Authentication credentials were not provided.' }, true],
    [403, { detail: 'Not authenticated' }, true],
    [403, { error: 'Your session has expired.' }, true],
    [403, { detail: 'You do not have permission to perform this action.' }, false],
    [403, { detail: 'CSRF Failed: CSRF token missing.' }, false],
    [403, { error: 'Only for a client.' }, false],
    [403, null, false],
    [404, { detail: 'Invalid token.' }, false],
    [500, { detail: 'Invalid token.' }, false],
  ])('is seen in %i with %j: %s', (status, body, isDead) => {
    expect(isTokenRefused(refused(status, body))).toBe(isDead);
  });

  it.each<[number, unknown, boolean]>([
    [401, { detail: 'Invalid token.' }, false],
    [403, { detail: 'Token has expired.' }, true],
    [403, { detail: 'Authentication credentials were not provided.' }, false],
    [403, null, false],
  ])('is seen in the list of jobs in %i with %j: %s', (status, body, isDead) => {
    expect(isTokenRefused(refused(status, body), true)).toBe(isDead);
  });
});

/** A list of two items in the forms of APIs, and the query of its next page. */
const pages = rowsOf(`
[…]                                                                          | null
{"count": 2, "next": null, "results": […]}                                   | null
{"count": 9, "next": "http://api/jobs/?page=2&q=x", "results": […]}          | {"page": "2", "q": "x"}
{"next": "/jobs/?limit=2&offset=2", "results": […]}                          | {"limit": "2", "offset": "2"}
{"next": 2, "results": […]}                                                  | {"page": "2"}
{"next": "http://", "results": […]}                                          | {}
{"data": […]}                                                                | null
{"items": […]}                                                               | null
{"success": true, "jobs": […]}                                               | null
{"success": true, "data": {"items": […]}}                                    | null
{"status": "ok", "data": {"count": 3, "next": "?page=2", "results": […]}}    | {"page": "2"}
{"data": […], "current_page": 1, "next_page_url": "http://a/b?page=2"}       | {"page": "2"}
{"data": […], "links": {"next": "http://a/b?page=2"}, "meta": {"current_page": 1}} | {"page": "2"}
{"items": […], "page": 1, "pages": 2, "total": 4}                            | {"page": "2"}
{"items": […], "page": 2, "pages": 2, "total": 4}                            | null
{"items": […], "page": "1", "total": "3"}                                    | {"page": "2"}
{"items": […], "page": 1, "offset": 0, "total": 9}                           | {"page": "2"}
{"items": […], "offset": 0, "limit": 2, "total": 3}                          | {"offset": "2"}
{"items": […], "offset": 0}                                                  | null
{"items": […], "offset": 0, "limit": 20, "total": 2}                         | null
`);

describe('a page of a list', () => {
  it.each(pages)('is read from %s, and the next one is %s', (answer = '', next = '') => {
    const items = [{ id: 1 }, { id: 2 }];
    const given: unknown = JSON.parse(answer.replace('[…]', JSON.stringify(items)));
    expect(readPage(given)).toEqual({ items, next: JSON.parse(next) });
  });

  it.each([null, { message: 'Nothing here.' }])('has nothing in %j', (answer) => {
    expect(readPage(answer)).toEqual({ items: [], next: null });
  });

  it('is the last one when an API goes on with empty pages', () => {
    expect(readPage({ items: [], page: 3, total: 9 }, 4).next).toBeNull();
    expect(readPage({ items: [1, 2], page: 2, total: 4 }, 2).next).toBeNull();
  });
});

describe('values', () => {
  it.each<[unknown, string | null]>([
    ['0712345678', '0712345678'],
    ['254712345678', '0712345678'],
    ['+254712345678', '0712345678'],
    ['+254 712 345 678', '0712345678'],
    [254712345678, '0712345678'],
    [712345678, '0712345678'],
    [7123456789, '7123456789'],
    ['020 123', '020 123'],
    ['hello', null],
    ['', null],
    [null, null],
    [{}, null],
  ])('reads the phone %j as %j', (given, phone) => {
    expect(readFundi({ phone_number: given }).phone_number).toBe(phone);
    expect(readJob({ client: { phone_number: given } }).client?.phone_number).toBe(phone);
    expect(readClientAccount({ phone_number: given }).phone_number).toBe(phone ?? '');
    expect(readPaymentStatus({ phone: given }).phone ?? null).toBe(phone);
  });

  it.each<[unknown, string | null]>([
    ['Plumbing, Tiling', 'Plumbing, Tiling'],
    [['Plumbing', ' ', 'Tiling'], 'Plumbing, Tiling'],
    [[{ id: 1, name: 'Plumbing' }, 'Tiling'], 'Plumbing, Tiling'],
    [[], null],
    [[null, {}], null],
    [{}, null],
    [null, null],
  ])('reads the skills %j as %j', (given, skills) => {
    expect(readFundi({ skills: given }).skills).toBe(skills);
  });

  it.each<[unknown, string | null]>([
    ['https://cdn.example/a.jpg', 'https://cdn.example/a.jpg'],
    ['/media/ads/a.jpg', 'http://localhost:8000/media/ads/a.jpg'],
    ['media/ads/a.jpg', 'http://localhost:8000/media/ads/a.jpg'],
    ['//cdn.example/a.jpg', 'http://cdn.example/a.jpg'],
    ['javascript:alert(1)', null],
    ['xhttps:a', null],
    ['C:\\pictures\\a.jpg', null],
    ['', null],
    [null, null],
    [{}, null],
  ])('reads the picture %j as %j', (given, address) => {
    expect(readAd({ image_url: given }).image_url).toBe(address);
    expect(readAd({ image: given }).image_url).toBe(address);
  });

  it.each<[unknown, boolean]>([
    [true, true],
    [1, true],
    ['1', true],
    [false, false],
    ['true', true],
    ['True', true],
    ['false', false],
    [0, false],
    [null, false],
    [undefined, false],
    ['yes please', false],
  ])('reads the flag %j as %s', (given, isOn) => {
    expect(readJob({ is_active: given }).is_active).toBe(isOn);
    expect(readFundiAccount({ on_trial: given }).on_trial).toBe(isOn);
  });

  const nothing = ['undefined', 'null', 'NaN', '[object Object]', '  ', null, {}, [], true];
  it.each(nothing)('shows nothing for the text %j', (given) => {
    const fundi = readFundi({ name: given, location: given, rate_note: given });
    expect(fundi).toMatchObject({ name: '', location: null, rate_note: null });
  });

  it('reads a number as a text, and a decimal as it is written', () => {
    expect(readFundi({ id: 7, rate_note: 500 })).toMatchObject({ id: 7, rate_note: '500' });
    const decimal = { id: '7', rate_note: '500.00' };
    expect(readFundi(decimal)).toMatchObject(decimal);
  });
});

describe('a record in an envelope', () => {
  it.each(['data', 'result'])('is read from %s', (name) => {
    expect(readLogin({ success: true, [name]: { token: 't' } })?.token).toBe('t');
    expect(readJob({ success: true, [name]: { id: 7, title: 'Roof' } })).toMatchObject({ id: 7 });
    expect(readPrompt({ [name]: { checkout_id: 'c' } })?.checkout_id).toBe('c');
    expect(readPaymentStatus({ status: 'success', [name]: { status: 'Completed' } }).status).toBe(
      'completed',
    );
  });

  it('takes no word of the envelope for one of the record', () => {
    const answer = { status: 'completed', data: { job_id: 7, is_paid: false } };
    expect(readPaymentStatus(answer).status).toBe('pending');
  });

  it('has what stands beside the record of a login and of a prompt', () => {
    expect(readLogin({ token: 't', data: { id: 7, name: 'Otieno' } })?.token).toBe('t');
    expect(readPrompt({ message: 'Sent.', data: { checkout_id: 'c' } })?.message).toBe('Sent.');
  });
});

/** The words of APIs and of M-Pesa for a status, and what the app makes of them. */
const words = {
  completed: ['completed', 'COMPLETED', ' Completed '],
  unpaid: ['unpaid'],
  failed:
    `failed, Failed, FAILURE, Cancelled, canceled, CANCELLED_BY_USER, rejected, declined, Expired, timeout,
    timed_out, Timed Out, TIME-OUT, aborted, insufficient_funds, unsuccessful, reversed, Request cancelled by user,
    DS timeout user cannot be reached, Transaction failed, payment_failed, The payment was cancelled,
    the  payment - timed-out, time d out`.split(/,\s+/),
  pending: [
    'Pending, expires in 60 s',
    '',
    null,
    7,
    ...`pending, PROCESSING, success, paid, queued, error, incomplete, Transaction is being processed,
    prompt sent`.split(/,\s+/),
  ],
};

describe('the status of a payment', () => {
  it.each(Object.entries(words))('is %s for %j', (status, given) => {
    expect(given.map((word) => readPaymentStatus({ status: word }).status)).toEqual(
      given.map(() => status),
    );
  });
});
