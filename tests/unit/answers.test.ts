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

// The API's origin follows from the page's.
beforeAll(() => void vi.stubGlobal('location', new URL('http://localhost:5173/')));
afterAll(() => void vi.unstubAllGlobals());

const refused = (status: number, data: unknown, headers: Record<string, string> = {}) =>
  new ApiError('answered', { status, body: data, retryAfter: headers['retry-after'] });
const textOf = (data: unknown, status = 400) => errorText(refused(status, data), 'Login failed');

describe('the text of an error body', () => {
  it.each<[string, unknown, string]>([
    ['error', { error: 'Wrong password.' }, 'Wrong password.'],
    [
      'error before other fields',
      { name: ['Taken.'], error: 'Wrong password.' },
      'Wrong password.',
    ],
    ['error in an envelope', { success: false, error: { message: 'Taken.' } }, 'Taken.'],
    ['error with a code', { error: { code: 'E_DUP', message: 'It is taken.' } }, 'It is taken.'],
    ['detail', { detail: 'Not found here.' }, 'Not found here.'],
    ['message', { message: 'Phone already registered' }, 'Phone already registered'],
    ['success and message', { success: false, message: 'Phone is taken.' }, 'Phone is taken.'],
    ['status and message', { status: 'error', message: 'Phone is taken.' }, 'Phone is taken.'],
    ['a code as the error, and detail', { error: 'not_valid', detail: 'Taken.' }, 'Taken.'],
    ['code and detail', { code: 'not_valid', detail: 'Phone is taken.' }, 'Phone is taken.'],
    ['non_field_errors', { non_field_errors: ['No such account.'] }, 'No such account.'],
    ['a list for a field', { phone_number: ['Already used.', 'Too short.'] }, 'Already used.'],
    ['a word in a list', { phone_number: ['taken'] }, 'taken'],
    ['a text for a field', { phone_number: 'Already used.' }, 'Already used.'],
    ['the first of several fields', { name: ['A b.'], phone_number: ['C d.'] }, 'A b.'],
    ['a nested field', { client_profile: { role_note: ['Too long.'] } }, 'Too long.'],
    ['errors by field', { errors: { phone_number: ['Already used.'] } }, 'Already used.'],
    ['a list', ['This is not allowed.'], 'This is not allowed.'],
    ['NestJS', { statusCode: 400, message: ['Bad phone.'], error: 'Bad Request' }, 'Bad phone.'],
    [
      'a problem',
      { type: 'about:blank', title: 'Bad Request', detail: 'It is taken.' },
      'It is taken.',
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'phone'], msg: 'Field required', type: 'missing' }] },
      'Field required',
    ],
    [
      'express-validator',
      {
        errors: [
          { type: 'field', value: '07', msg: 'Invalid value', path: 'phone', location: 'body' },
        ],
      },
      'Invalid value',
    ],
    ['the name of a status alone', { error: 'Conflict' }, 'Conflict'],
    ['a status with a full stop, and a word', { error: 'Not found.', name: 'taken' }, 'Not found.'],
    ['a sentence after the name of a status', { error: 'Conflict', name: 'A b.' }, 'A b.'],
    ['a sentence that begins so', { a: 'x', error: 'Not found here' }, 'Not found here'],
    [
      'a sentence that ends so',
      { a: 'x y', error: 'The page was not found' },
      'The page was not found',
    ],
    ['a timeout of a gateway', { error: 'Gateway Timeout', name: 'A b.' }, 'A b.'],
    ['a title without a detail', { title: 'Bad phone.' }, 'Bad phone.'],
    ['a detail that is no text', { detail: ['A b.'], title: 'C d.' }, 'A b.'],
    ['a title that comes first', { title: 'A b.', detail: 'C d.' }, 'C d.'],
    ['a title beside more', { title: 'A b.', detail: ['C d.'] }, 'A b.'],
    ['spaces around it', { error: '  A b.  ' }, 'A b.'],
    ['300 letters', { error: `${'a '.repeat(149)}aa` }, `${'a '.repeat(149)}aa`],
    ['a word with a dot in it', { name: 'a.b', phone: 'A b.' }, 'A b.'],
    ['a word in a list in a list', { name: 'x', phone: [['taken']] }, 'taken'],
    ['a code and a word', { statuses: 'used' }, 'used'],
    ['a field after a code', { decoded: 'used' }, 'used'],
    ['a field that begins so', { codes_sent: 'used' }, 'used'],
    ['a title that is no text', { title: ['A b.'], detail: 'C d.' }, 'A b.'],
    [
      'the name of a status before more',
      { error: 'Forbidden: A b.', name: 'C d.' },
      'Forbidden: A b.',
    ],
    ['a word with an underscore at its end', { error: 'see a_b now' }, 'see a_b now'],
    [
      'a sentence that begins with such a word',
      { error: 'phone_number is used' },
      'phone_number is used',
    ],
    [
      'a sentence that ends with such a word',
      { error: 'Used: phone_number' },
      'Used: phone_number',
    ],
    ['a field that is named like a code', { my_type: 'used' }, 'used'],
    ['an underscore in a sentence', { error: 'Use phone_number here' }, 'Use phone_number here'],
    ['a Kiswahili text', { error: 'Nambari tayari imesajiliwa' }, 'Nambari tayari imesajiliwa'],
  ])('is read from %s', (_, body, text) => {
    expect(textOf(body)).toBe(text);
  });

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', []],
    ['a number', { count: 7 }],
    ['a plain text', 'Bad Request'],
    ['a page', '<!DOCTYPE html><h1>Server Error (500)</h1>'],
    ['a page in JSON', { error: '<html><body>502 Bad Gateway</body></html>' }],
    ['a stack', { error: 'Boom\n    at Object.login (/srv/app.js:3:7)' }],
    ['a Python stack', { detail: 'Traceback (most recent call last): File "views.py"' }],
    ['an error of a library', { message: 'ValidationError' }],
    ['an exception', { message: "TypeError: Cannot read properties of undefined (reading 'id')" }],
    ['a repr', { error: "{'phone': [ErrorDetail(string='used', code='unique')]}" }],
    ['[object Object]', { error: '[object Object]' }],
    ['undefined', { error: 'undefined' }],
    ['NaN', { message: 'NaN' }],
    ['no texts', { error: true, success: false, status: 400, code: null }],
    ['a code as the error', { error: 'token_not_valid' }],
    ['a code in a list', { phone_number: ['already_in_use'] }],
    ['codes alone', { status: 'error', code: 'E_DUP', type: 'about:blank' }],
    ['an essay', { error: 'word '.repeat(200) }],
  ])('is the text of the specification for %s', (_, body) => {
    expect(textOf(body)).toBe('Login failed');
  });

  it('says nothing of the money when the server only names its status', () => {
    expect(errorSentence(refused(500, { detail: 'Internal Server Error' }))).toBeNull();
    expect(errorSentence(refused(502, { error: 'M-Pesa did not answer.' }))).toBe(
      'M-Pesa did not answer.',
    );
  });
});

describe('the texts of fields', () => {
  it.each<[string, unknown, Record<string, string>]>([
    [
      'lists',
      { phone_number: ['Used.'], name: ['Short.'] },
      { phone_number: 'Used.', name: 'Short.' },
    ],
    ['texts', { phone_number: 'Used.' }, { phone_number: 'Used.' }],
    [
      'an envelope',
      { message: 'Invalid data.', errors: { name: ['Short.'] } },
      { message: 'Invalid data.', name: 'Short.' },
    ],
    [
      'FastAPI',
      { detail: [{ loc: ['body', 'name'], msg: 'Field required' }] },
      { name: 'Field required' },
    ],
    [
      'express-validator',
      { errors: [{ msg: 'Bad phone.', path: 'phone_number' }] },
      { phone_number: 'Bad phone.' },
    ],
    [
      'a group of each name',
      {
        error: { a: ['A b.'] },
        details: { b: ['A b.'] },
        data: { c: ['A b.'] },
        fields: { d: ['A b.'] },
      },
      { a: 'A b.', b: 'A b.', c: 'A b.', d: 'A b.' },
    ],
    ['a text where a group may be', { error: 'Used.' }, { error: 'Used.' }],
    ['a field without a text', { name: true, phone: 'Used.' }, { phone: 'Used.' }],
    [
      'items without a field or a text',
      { errors: [{ msg: 'Used.' }, { path: 'name' }, 'x y'] },
      {},
    ],
    [
      'the last of the places',
      { errors: [{ loc: ['body', 'user', 'name'], msg: 'Used.' }] },
      { name: 'Used.' },
    ],
    ['a list alone', ['Used.'], {}],
    ['a page', '<html>', {}],
  ])('are read from %s', (_, body, texts) => {
    expect(fieldErrors(refused(400, body))).toEqual(texts);
  });
});

describe('too many tries (429)', () => {
  it.each<[string, unknown, Record<string, string>, string]>([
    ['the API’s words', { error: 'Too many tries.' }, { 'retry-after': '9' }, 'Too many tries.'],
    ['seconds', null, { 'retry-after': '42' }, 'Login failed. Wait 42 seconds, then try again.'],
    ['99 seconds', '', { 'retry-after': '99' }, 'Login failed. Wait 99 seconds, then try again.'],
    ['100 seconds', '', { 'retry-after': '100' }, 'Login failed. Wait 2 minutes, then try again.'],
    ['minutes', '', { 'retry-after': '600' }, 'Login failed. Wait 10 minutes, then try again.'],
    ['no time', {}, {}, 'Login failed. Wait a minute, then try again.'],
    [
      'no time that is known',
      {},
      { 'retry-after': 'soon' },
      'Login failed. Wait a minute, then try again.',
    ],
  ])('says %s', (_, body, headers, text) => {
    expect(errorText(refused(429, body, headers), 'Login failed')).toBe(text);
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

describe('a page of a list', () => {
  const items = [{ id: 1 }, { id: 2 }];
  it.each<[string, unknown, Record<string, string> | null]>([
    ['a bare list', items, null],
    ['results, the last page', { count: 2, next: null, results: items }, null],
    [
      'results with an address',
      { count: 9, next: 'http://api/jobs/?page=2&q=x', results: items },
      { page: '2', q: 'x' },
    ],
    [
      'results with an offset in the address',
      { next: '/jobs/?limit=2&offset=2', results: items },
      { limit: '2', offset: '2' },
    ],
    ['a page number as next', { next: 2, results: items }, { page: '2' }],
    ['data', { data: items }, null],
    ['items', { items }, null],
    ['the name of what is listed', { success: true, jobs: items }, null],
    ['an envelope around a list', { success: true, data: { items } }, null],
    [
      'an envelope around a page',
      { status: 'ok', data: { count: 3, next: '?page=2', results: items } },
      { page: '2' },
    ],
    [
      'Laravel',
      { current_page: 1, data: items, last_page: 3, next_page_url: 'http://a/b?page=2' },
      { page: '2' },
    ],
    [
      'Laravel resources',
      { data: items, links: { next: 'http://a/b?page=2' }, meta: { current_page: 1 } },
      { page: '2' },
    ],
    ['page and pages', { items, page: 1, pages: 2, total: 4 }, { page: '2' }],
    ['the last of the pages', { items, page: 2, pages: 2, total: 4 }, null],
    ['page and total as texts', { items, page: '1', total: '3' }, { page: '2' }],
    ['offset and total', { items, offset: 0, limit: 2, total: 3 }, { offset: '2' }],
    ['an offset without a total', { items, offset: 0 }, null],
    ['a page and an offset', { items, page: 1, offset: 0, total: 9 }, { page: '2' }],
    ['next that is no address', { next: 'http://', results: items }, {}],
    ['the last offset', { items, offset: 0, limit: 20, total: 2 }, null],
    ['null', null, null],
    ['an object without a list', { message: 'Nothing here.' }, null],
  ])('is read from %s', (_, answer, next) => {
    const isEmpty = answer === null || (answer as { message?: string }).message !== undefined;
    expect(readPage(answer)).toMatchObject({ items: isEmpty ? [] : items, next });
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
    [
      [
        { id: 1, name: 'Plumbing' },
        { id: 2, name: 'Tiling' },
      ],
      'Plumbing, Tiling',
    ],
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

  it.each(['undefined', 'null', 'NaN', '[object Object]', '  ', null, {}, [], true])(
    'shows nothing for the text %j',
    (given) => {
      expect(readFundi({ name: given, location: given, rate_note: given })).toMatchObject({
        name: '',
        location: null,
        rate_note: null,
      });
    },
  );

  it('reads a number as a text, and a decimal as it is written', () => {
    expect(readFundi({ id: 7, rate_note: 500 })).toMatchObject({ id: 7, rate_note: '500' });
    expect(readFundi({ id: '7', rate_note: '500.00' })).toMatchObject({
      id: '7',
      rate_note: '500.00',
    });
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

  it('has what stands beside the record too', () => {
    expect(readLogin({ token: 't', data: { id: 7, name: 'Otieno' } })?.token).toBe('t');
    expect(readPrompt({ message: 'Sent.', data: { checkout_id: 'c' } })?.message).toBe('Sent.');
  });
});

describe('the status of a payment', () => {
  it.each([
    ['completed', 'completed'],
    ['COMPLETED', 'completed'],
    [' Completed ', 'completed'],
    ['unpaid', 'unpaid'],
    ...[
      'failed',
      'Failed',
      'FAILURE',
      'Cancelled',
      'canceled',
      'CANCELLED_BY_USER',
      'rejected',
    ].map((word) => [word, 'failed']),
    ...['declined', 'Expired', 'timeout', 'timed_out', 'Timed Out', 'TIME-OUT', 'aborted'].map(
      (word) => [word, 'failed'],
    ),
    ...['insufficient_funds', 'unsuccessful', 'reversed'].map((word) => [word, 'failed']),
    ...[
      // As M-Pesa says it.
      'Request cancelled by user',
      'DS timeout user cannot be reached',
      'Transaction failed',
      'payment_failed',
      'The payment was cancelled',
      'the  payment - timed-out',
      'time d out',
    ].map((word) => [word, 'failed']),
    ...[
      'pending',
      'PROCESSING',
      'success',
      'paid',
      'queued',
      'error',
      'incomplete',
      'Transaction is being processed',
      'Pending, expires in 60 s',
      'prompt sent',
      '',
      null,
      7,
    ].map((word) => [word, 'pending']),
  ])('reads %j as %s', (given, status) => {
    expect(readPaymentStatus({ status: given }).status).toBe(status);
  });
});
