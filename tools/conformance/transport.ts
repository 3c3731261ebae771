/** What all calls have in common: CORS, cookies, time, compression, cache headers. */
import { endpointRows } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { paths } from '../../src/paths.ts';
import { tryIt } from './calls.ts';
import type { Heard } from './sending.ts';
import type { Town } from './town.ts';
import { breaks, copes, HOLDS, Skip } from './verdict.ts';
import type { Finding, Judged } from './verdict.ts';

const NO_ANSWER = 'the browser gives the app no answer: every list is empty, every login fails';

const words = (header: string | null) =>
  (header ?? '').split(',').map((word) => word.trim().toLowerCase());

/** Whether the answer may be read by a page of the origin that sends cookies. */
function corsFault(headers: Headers, origin: string): string | null {
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === '*') return 'Access-Control-Allow-Origin is *: not allowed with cookies';
  if (allowed !== origin) return `Access-Control-Allow-Origin is ${allowed ?? 'missing'}`;
  const isAllowed = headers.get('access-control-allow-credentials') === 'true';
  return isAllowed ? null : 'Access-Control-Allow-Credentials is not true';
}

function refuseSameOrigin({ sender }: Town): void {
  if (new URL(sender.base).origin === sender.origin)
    throw new Skip('the app is on the same origin; --origin names another one');
}

async function simple(town: Town): Promise<Judged> {
  refuseSameOrigin(town);
  const { origin } = town.sender;
  const good = await town.sender.send('listFundis');
  const fault = corsFault(good.headers, origin);
  if (fault) return breaks(fault, NO_ANSWER);
  const refused = await town.sender.send('getMyClient', { token: 'x'.repeat(40) });
  const late = corsFault(refused.headers, origin);
  if (!late) return HOLDS;
  const seen = 'an ended session looks like a lost network: there is no way to the login';
  return breaks(`on refusals ${late}`, seen);
}

async function preflight(town: Town): Promise<Judged> {
  refuseSameOrigin(town);
  const { origin } = town.sender;
  const rows: Endpoint[] = endpointRows.map(([, row]) => row).filter(({ optional }) => !optional);
  for (const { method, path, auth, multipart } of rows) {
    const isJson = method !== 'GET' && method !== 'DELETE' && !multipart;
    // In the order of the alphabet, as browsers send them.
    const wanted = auth === 'none' ? [] : ['authorization'];
    if (isJson) wanted.push('content-type');
    // A browser asks first only for these.
    if (wanted.length === 0) continue;
    const headers = {
      'access-control-request-method': method,
      'access-control-request-headers': wanted.join(','),
    };
    const asked = { method: 'OPTIONS', headers };
    const { answer } = await town.sender.fetch(path.replace('{id}', '1'), asked);
    const place = `OPTIONS for ${method} ${path}`;
    const isSimple = method === 'GET' || method === 'POST';
    const methods = words(answer.headers.get('access-control-allow-methods'));
    const names = words(answer.headers.get('access-control-allow-headers'));
    const missing = wanted.filter((name) => !names.includes(name));
    const fault = !answer.ok
      ? `answered ${answer.status}`
      : !isSimple && !methods.includes(method.toLowerCase())
        ? `does not allow ${method}`
        : missing.length > 0
          ? `does not allow the header ${missing.join(', ')}`
          : corsFault(answer.headers, origin);
    if (fault) return breaks(`${place}: ${fault}`, NO_ANSWER);
  }
  return HOLDS;
}

async function exposed(town: Town): Promise<Judged> {
  refuseSameOrigin(town);
  const { headers } = await town.sender.send('listFundis');
  const names = words(headers.get('access-control-expose-headers'));
  if (names.includes('retry-after')) return HOLDS;
  const app = 'after too many tries the app does not say how long to wait';
  return copes('Access-Control-Expose-Headers lacks retry-after', app);
}

/** Django's sessions want a CSRF token as soon as a cookie comes with a call. */
async function cookies(town: Town): Promise<Judged> {
  const { phone, password } = town.client;
  const body = { phone_number: phone, password };
  const login = await town.sender.send('loginClient', { body });
  const jar = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (jar.length === 0) return HOLDS;
  const token = town.app.readLogin(login.body)?.token;
  const headers = { cookie: jar.join('; ') };
  const job = { title: 'Cookie', description: 'Sent with a cookie.', location: 'Juja' };
  const heard = await town.sender.send('createJob', { token, headers, body: job });
  if (heard.status >= 300) {
    const seen = `every form: "${town.app.errorText(heard.status, heard.body, 'refused')}"`;
    return breaks('a call with the login’s cookie is refused', seen, paths.addJob);
  }
  await town.sender.send('deleteJob', { token, id: town.app.readJob(heard.body).id });
  return HOLDS;
}

/** The app shows from here on that it takes long, and gives up on a read; in ms. */
const LONG_MS = 8000;
const GIVES_UP_MS = 60_000;
const SLOW_MS = 1000;

/** What the time of all answers is worth to the app. */
export function judgeTimes(heard: Pick<Heard, 'name' | 'ms'>[]): Judged {
  const slowest = heard.toSorted((a, b) => b.ms - a.ms)[0];
  const times = heard.map(({ ms }) => ms).toSorted((a, b) => a - b);
  const middle = Math.round(times[Math.floor(times.length / 2)] ?? 0);
  if (!slowest || (middle < SLOW_MS && slowest.ms < LONG_MS)) return HOLDS;
  const differs = `half of the answers took more than ${middle} ms, ${slowest.name} ${Math.round(slowest.ms)} ms`;
  if (slowest.ms > GIVES_UP_MS) return breaks(differs, 'the app gives up after 60 s');
  return copes(differs, 'the app waits, and says so from 8 s on');
}

/** A shorter text gains nothing. */
const WORTH_BYTES = 2000;

async function compression(town: Town): Promise<Judged> {
  const headers = { 'accept-encoding': 'gzip, br' };
  const { answer } = await town.sender.fetch('/accounts/fundis/', { headers });
  const { length } = await answer.text();
  if (length < WORTH_BYTES || answer.headers.has('content-encoding')) return HOLDS;
  const size = `${Math.round(length / 1000)} KB`;
  return copes(`${size} of fundis, not compressed`, 'the list comes later on a slow network');
}

async function caching({ sender, client }: Town): Promise<Judged> {
  const { headers } = await sender.send('getMyClient', { token: client.token });
  const own = words(headers.get('cache-control'));
  const isShared = own.some((word) => word === 'public' || word.startsWith('s-maxage'));
  if (isShared) {
    const seen = 'a cache on the way gives one person the profile of another';
    return breaks(`own data with Cache-Control: ${own.join(', ')}`, seen, paths.clientDashboard);
  }
  const list = (await sender.send('listFundis')).headers.get('cache-control');
  const age = Number(/max-age=(\d+)/.exec(list ?? '')?.[1] ?? 0);
  if (age > 300)
    return copes(`the directory may be ${age} s old`, 'new fundis are seen that much later');
  if (own.includes('no-store') || own.includes('private')) return HOLDS;
  const seen = 'browsers ask again, as they have the token';
  return copes('own data without Cache-Control: no-store', seen);
}

/** Looks at all of it; the time last, when every call has been made. */
export async function judgeTransport(town: Town): Promise<Finding[]> {
  const tries: [string, (town: Town) => Promise<Judged>][] = [
    ['lets the app read its answers, refusals too (CORS with credentials)', simple],
    ['allows every method and header of the app (preflight)', preflight],
    ['lets the app read Retry-After', exposed],
    ['takes calls that carry the cookies of the login', cookies],
    ['keeps own data out of shared caches', caching],
    ['compresses long lists', compression],
    ['answers in time', async ({ sender }) => judgeTimes(sender.heard)],
  ];
  const findings: Finding[] = [];
  for (const [tried, run] of tries) {
    findings.push(await tryIt('transport', tried, () => run(town)));
  }
  return findings;
}
