/** `npm run conformance` against our server, the mocks over HTTP, and another backend with faults. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { printed } from '../../tools/conformance/print.ts';
import { runConformance } from '../../tools/conformance/run.ts';
import type { Report } from '../../tools/conformance/run.ts';
import { judgeTimes } from '../../tools/conformance/transport.ts';
import type { Finding, Verdict } from '../../tools/conformance/verdict.ts';
import { startMockApi } from '../../testkit/mockApi.ts';
import type { Fault } from '../../testkit/drf/faults.ts';
import { startDrf } from '../../testkit/drf/drf.ts';
import { serverHarness } from '../contract/serverHarness.ts';

const ORIGIN = 'https://www.fundi.example';
const PAYER = '0711222333';

const run = (url: string, phone?: string, only?: string): Promise<Report> =>
  runConformance({ url, origin: ORIGIN, phone, pollMs: 20, ...(only && { only: [only] }) });

/** What was found that is so, as "call: what was tried". */
const found = ({ findings }: Report, verdict: Verdict) =>
  findings
    .filter((finding) => finding.verdict === verdict)
    .map(({ call, tried }) => `${call}: ${tried}`);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

test('the reference API holds everything, but for CORS, which it leaves to its settings', async () => {
  const base = await serverHarness.start();
  closing.push(() => serverHarness.stop());
  const report = await runConformance({ url: base, phone: PAYER, pollMs: 100 });
  expect(found(report, 'breaks')).toEqual([]);
  // How long it takes to answer says how busy this machine is.
  expect(found(report, 'copes').filter((name) => !name.endsWith('answers in time'))).toEqual([]);
  expect(found(report, 'holds')).toContain('listJobs: has a job that is paid for');
});

test('the mocks over HTTP break nothing, and are neither compressed nor kept out of caches', async () => {
  const api = await startMockApi();
  closing.push(api.close);
  const report = await run(api.base, PAYER);
  expect(found(report, 'breaks')).toEqual([]);
  expect(found(report, 'copes')).toEqual([
    'transport: keeps own data out of shared caches',
    'transport: compresses long lists',
  ]);
});

test('the mocks over HTTP answer behind a proxy, and their pictures have its name', async () => {
  const api = await startMockApi();
  closing.push(api.close);
  const asked = get(`${api.base}/ads/`, { headers: { host: 'api.fundi.example' } });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const ads = (await json(answer)) as { image_url: string | null }[];
  const pictures = ads.flatMap(({ image_url }) => image_url ?? []);
  expect(pictures.length).toBeGreaterThan(0);
  for (const picture of pictures) expect(picture).toMatch(/^http:\/\/api\.fundi\.example\/media\//);
});

describe('another backend', () => {
  /** One for all tests, as the app's readers are built for each address. */
  const faults = new Set<Fault>();
  let drf: Awaited<ReturnType<typeof startDrf>>;
  beforeAll(async () => {
    drf = await startDrf(faults);
  });
  afterAll(() => drf.close());

  function another(...wanted: Fault[]): string {
    faults.clear();
    for (const fault of wanted) faults.add(fault);
    return drf.base;
  }

  test('differs in many ways that the app copes with', async () => {
    const report = await run(another(), PAYER);
    expect(report).toMatchObject({ isGood: true, counts: { breaks: 0 } });
    expect(found(report, 'copes')).toContain('loginFundi: refuses a wrong password');
    expect(found(report, 'holds')).toContain('listJobs: has a job that is paid for');
  });

  test('is asked for no payment without --phone', async () => {
    const report = await run(another());
    expect(report.isGood).toBe(true);
    expect(found(report, 'skipped')).toContain('requestPayment: succeeds');
    expect(printed(report)).toContain('needs a payment: give --phone');
  });

  test('is left without the jobs and ads that were made, and with marked people', async () => {
    const base = another();
    const { people } = await run(base);
    const [client] = people;
    expect(client?.name).toMatch(/^Conformance check/);
    const login = await fetch(`${base}/accounts/clients/login/`, {
      method: 'POST',
      body: JSON.stringify({ phone_number: client?.phone, password: 'mtaani-2026' }),
    });
    const { token } = (await login.json()) as { token: string };
    const headers = { authorization: `Token ${token}` };
    const left = async (path: string) =>
      ((await (await fetch(base + path, { headers })).json()) as { count: number }).count;
    expect([await left('/jobs/mine/'), await left('/ads/mine/')]).toEqual([0, 0]);
  });

  type Row = [Verdict, Finding['call'], tried: RegExp, seen?: RegExp];
  const LOGGED_OUT = /reads "You were logged out\."/;
  /** What each fault makes of a call, and what a person sees of it where the app copes. */
  const FOUND: Record<Fault, Row> = {
    'no credentials': ['breaks', 'transport', /CORS/],
    'any origin': ['breaks', 'transport', /CORS/],
    'no preflight': ['breaks', 'transport', /preflight/],
    'no patch': ['breaks', 'transport', /preflight/],
    'no authorization': ['breaks', 'transport', /preflight/],
    'html errors': ['copes', 'loginFundi', /wrong password/, /a person reads "Login failed"/],
    'camel case': ['breaks', 'getFundi', /succeeds/],
    'no token': ['breaks', 'transport', /lets people in/],
    'bearer only': ['breaks', 'getMyClient', /succeeds/],
    'whole put': ['breaks', 'updateMyFundi', /availability alone/],
    'blank put': ['breaks', 'updateMyFundi', /availability alone/],
    'open jobs': ['breaks', 'listJobs', /refuses a client/],
    'jobs 400': ['breaks', 'listJobs', /refuses a client/],
    'active at once': ['breaks', 'createJob', /before it is paid for/],
    'free switch': ['breaks', 'updateJob', /not paid for/],
    'not the owner': ['breaks', 'updateJob', /someone else/],
    'private fields': ['breaks', 'listFundis', /no ID number/],
    'hidden phones': ['breaks', 'listFundis', /no phone of a fundi who hides it/],
    'any reset': ['breaks', 'resetPassword', /ID number of somebody else/],
    'reset does nothing': ['breaks', 'resetPassword', /changes the password/],
    'no id': ['breaks', 'createJob', /succeeds/],
    'lost pages': ['breaks', 'listFundis', /on every page/],
    'missing pictures': ['breaks', 'createAd', /with its picture/],
    'jpeg only': ['copes', 'createAd', /image\/webp/],
    'no checkout': ['breaks', 'requestPayment', /succeeds/],
    'never paid': ['breaks', 'getJobPaymentStatus', /when a job is paid for/],
    'prompts anybody': ['breaks', 'requestPayment', /second payment/],
    'delete keeps': ['breaks', 'deleteJob', /for good/],
    'no names': ['copes', 'listFundis', /succeeds/, /"Name not given"/],
    'no titles': ['copes', 'listJobs', /succeeds/, /"Untitled job"/],
    'kept spaces': ['holds', 'updateJob', /succeeds/],
    'unpaid jobs': ['breaks', 'getJob', /not paid for/],
    'token 403': ['copes', 'getMyFundi', /unknown token/, LOGGED_OUT],
    'own 403': ['breaks', 'getMyFundi', /unknown token/],
  };

  /** The same faults in other calls. */
  const ELSEWHERE: [Fault, ...Row][] = [
    ['token 403', 'copes', 'listJobs', /unknown token/, LOGGED_OUT],
    ['own 403', 'copes', 'listJobs', /unknown token/, /"Only subscribed fundis can access jobs/],
    ['token 403', 'copes', 'getJob', /unknown token/, LOGGED_OUT],
    ['own 403', 'copes', 'getJob', /unknown token/, /"Job not found or access denied\."/],
    ['html errors', 'copes', 'getMyFundi', /refuses a client/, /never causes it/],
  ];
  const rows = Object.entries(FOUND).map(([fault, row]): [Fault, ...Row] => [
    fault as Fault,
    ...row,
  ]);

  test.each<[Fault, ...Row]>([...rows, ...ELSEWHERE])(
    'with "%s": %s, found in %s, %s',
    async (fault, verdict, call, tried, seen) => {
      // The status of a payment is asked for after a prompt.
      const only = call === 'getJobPaymentStatus' ? 'requestPayment' : call;
      const report = await run(another(fault), PAYER, only);
      const finding = report.findings.find((row) => row.call === call && tried.test(row.tried));
      expect(finding).toMatchObject({ verdict });
      expect(report.isGood).toBe(verdict !== 'breaks');
      if (verdict === 'breaks') expect(printed(report)).toContain(finding?.app);
      if (seen) expect(finding?.app).toMatch(seen);
    },
  );
});

test.each([
  [[100, 200, 300], 'holds'],
  [[100, 200, 9000], 'copes'],
  [[100, 1500, 1600], 'copes'],
  [[100, 200, 25_000], 'copes'],
  [[100, 200, 61_000], 'breaks'],
])('answers after %j ms: %s', (times, verdict) => {
  const heard = times.map((ms) => ({ name: 'listAds' as const, ms }));
  expect(judgeTimes(heard)).toMatchObject({ verdict });
});
