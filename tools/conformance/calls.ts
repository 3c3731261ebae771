/** One call that should succeed, and what it refuses. */
import * as z from 'zod/mini';
import * as STATE from '../../src/contract/messages/state.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Endpoint } from '../../src/contract/endpoints.ts';
import { calls, errorSchema } from '../../src/contract/schemas.ts';
import { cases } from '../../testkit/contract/cases.ts';
import { refusedByTable } from '../../testkit/contract/cases/table.ts';
import type { Refused } from '../../testkit/contract/cases/types.ts';
import type { Sent } from '../../testkit/contract/harness.ts';
import { NEEDS } from './needs.ts';
import { screenOf } from './screens.ts';
import { Unreachable } from './sending.ts';
import type { Heard } from './sending.ts';
import { Stopped } from './town.ts';
import type { Town } from './town.ts';
import { breaks, copes, HOLDS, Skip, skipped } from './verdict.ts';
import type { Finding, Judged, SpecCall } from './verdict.ts';

const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
const isHtml = ({ headers }: Heard) => headers.get('content-type')?.includes('text/html') ?? false;
const isList = (name: SpecCall) => calls[name].answer.def.type === 'array';

/** How an answer differs from the contract's schema; more fields than it has are no difference. */
function differences(name: SpecCall, body: unknown, town: Town): string[] {
  const isPage = isList(name) && !Array.isArray(body);
  const whole = isPage ? town.app.readPage(body, 0).items : body;
  const { error } = z.safeParse(calls[name].answer, whole);
  const issues = (error?.issues ?? []).filter(({ code }) => code !== 'unrecognized_keys');
  const texts = issues.map(({ path }) => {
    const value = path.reduce<unknown>(
      (from, part) => (from as Record<PropertyKey, unknown>)?.[part],
      whole,
    );
    const place = path.filter((part) => typeof part === 'string').join('.') || 'the answer';
    return value === undefined ? `no ${place}` : `${place}: ${short(JSON.stringify(value))}`;
  });
  return [...(isPage ? ['a page in place of a list'] : []), ...new Set(texts)];
}

/** The form of a refusal, without its texts. */
function formOf(heard: Heard): string {
  if (heard.body === undefined) return isHtml(heard) ? 'a page of HTML' : 'no JSON';
  return JSON.stringify(heard.body, (_, value: unknown) =>
    typeof value === 'string' ? '…' : value,
  );
}

/** What an answer that should be good is worth to the app. */
function judgeGood(name: SpecCall, heard: Heard, town: Town, sent: Sent): Judged {
  const { status, body, text } = heard;
  const { fallback } = screenOf(name);
  if (status < 200 || status >= 300) {
    const shown = town.app.errorText(status, body, fallback);
    return breaks(`answered ${status} ${short(text)}`, `a person reads "${shown}"`);
  }
  const isRead = calls[name].answer.def.type !== 'undefined';
  if (isHtml(heard) || (isRead && body === undefined && endpoints[name].method === 'GET'))
    return breaks('the answer is not JSON', `a person reads "${fallback}"`);
  const missing = NEEDS[name](body, town, sent).filter(([isThere]) => !isThere);
  const lost = missing.filter(([, , isBearable]) => isBearable === undefined);
  const differs = isRead ? differences(name, body, town) : [];
  if (status !== calls[name].status) differs.unshift(`${status} in place of ${calls[name].status}`);
  if (lost.length > 0) {
    const seen = lost.map(([, words]) => words).join('; ');
    return breaks(short(differs.join(', ') || `answered ${text}`), seen);
  }
  if (differs.length === 0 && missing.length === 0) return HOLDS;
  const seen = missing.map(([, words]) => words).join('; ');
  return copes(short(differs.join(', ')), seen || 'the app reads all that its screens show');
}

const LOST = {
  people: 'no screen shows it: somebody reads or changes what is not theirs',
  money: 'no screen shows it: somebody pays for nothing, or gets for nothing what others pay for',
};

/** What an answer is worth that should have been a refusal. */
function judgeAnswered(name: SpecCall, { guards, title, field }: Refused, heard: Heard): Judged {
  const differs = `answered ${heard.status} in place of a refusal`;
  if (guards) return breaks(differs, LOST[guards]);
  if (endpoints[name].method === 'GET' && title.startsWith('an id'))
    return breaks(differs, `an empty page in place of "${screenOf(name).fallback}"`);
  const why = field === undefined ? '' : ': its forms refuse it first';
  return copes(differs, `the app itself never sends it${why}`);
}

/** Refusals that the app never causes: a guard of its own is before them. */
const NEVER_CAUSED = new Set(['a client', 'a fundi', 'a token of another scheme', 'no token']);
/** But for these: any session may open the jobs, and anybody a job's page. */
const CAUSED: Partial<Record<SpecCall, string>> = { listJobs: 'a client', getJob: 'no token' };

/** What a person sees of a refusal. */
function seenOf(name: SpecCall, { title }: Refused, { status, body }: Heard, town: Town): string {
  const { app } = town;
  const { auth, method }: Endpoint = endpoints[name];
  if (NEVER_CAUSED.has(title) && CAUSED[name] !== title)
    return 'the app never causes it: a guard of its own comes first';
  const isSent = auth !== 'none' && title !== 'no token';
  if (isSent && app.endsSession(status, body, name === 'listJobs'))
    return 'the app ends the session, and a person reads "You were logged out."';
  if (name === 'listJobs' && (status === 401 || status === 403))
    return `a person reads "${STATE.jobsUnsubscribed}"`;
  const isPayPage = name === 'getAd' || name === 'getJobPaymentStatus';
  if (isPayPage && (status === 403 || status === 404)) return 'the page says that it is not found';
  const { fallback } = screenOf(name);
  // Of a read that fails, the screens show the text of the specification, but for the jobs (spec §8).
  const isSaid = method !== 'GET' || name === 'listJobs';
  return `a person reads "${short(isSaid ? app.errorText(status, body, fallback) : fallback)}"`;
}

/** What a refusal is worth to the app. */
function judgeRefusal(name: SpecCall, refused: Refused, heard: Heard, town: Town): Judged {
  const { status, body } = heard;
  const { app } = town;
  const { fallback } = screenOf(name);
  const { auth }: Endpoint = endpoints[name];
  if (status < 400) return judgeAnswered(name, refused, heard);
  const seen = seenOf(name, refused, heard, town);
  if (status >= 500) return breaks(`answered ${status}: the server fails`, seen);
  const isEnd = auth !== 'none' && app.endsSession(status, body, name === 'listJobs');
  // The calls on the caller's own data; the list of jobs is judged below.
  const isOwn = auth !== 'none' && name !== 'listJobs' && name !== 'getJob';
  if (isOwn && refused.title === 'an unknown token' && !isEnd) {
    const differs = `answered ${status} ${short(heard.text)} in place of 401`;
    return breaks(differs, `"${fallback}" for ever: there is no way to the login`);
  }
  if (isEnd && refused.status !== 401 && !NEVER_CAUSED.has(refused.title)) {
    const lost = 'the app takes it as an ended session and sends the person to the login';
    return breaks(`answered ${status} in place of ${refused.status}`, lost);
  }
  const isAsked = refused.title === CAUSED.listJobs || !NEVER_CAUSED.has(refused.title);
  if (name === 'listJobs' && isAsked && status !== 401 && status !== 403) {
    const lost = `${seen} in place of the way to the login or the subscription`;
    return breaks(`answered ${status} in place of 401 or 403`, lost);
  }
  const differs: string[] = [];
  if (status !== refused.status) differs.push(`${status} in place of ${refused.status}`);
  const isForm = z.safeParse(errorSchema, body).success;
  if (!isForm) differs.push(`refused with ${short(formOf(heard))}`);
  else if (refused.field && app.fieldErrors(status, body)[refused.field] === undefined)
    differs.push(`the field ${refused.field} is not named`);
  if (differs.length === 0) return HOLDS;
  return copes(differs.join(', '), seen);
}

/** Runs one try; what cannot be tried is skipped, what stops it breaks. */
export async function tryIt(
  call: Finding['call'],
  tried: string,
  run: () => Promise<Judged>,
): Promise<Finding> {
  try {
    return { call, tried, ...(await run()) };
  } catch (error) {
    if (error instanceof Skip) return { call, tried, ...skipped(error.message) };
    if (error instanceof Stopped)
      return { call, tried, ...skipped(`could not be tried: ${error.message}`) };
    if (!(error instanceof Unreachable)) throw error;
    return { call, tried, ...breaks(error.message, `a person reads "${screenOf(call).fallback}"`) };
  }
}

/** Everything about one call: its refusals first, as some good calls delete what they are about. */
export async function judgeCall(name: SpecCall, town: Town): Promise<Finding[]> {
  const { good, refused = [] } = cases[name];
  const findings: Finding[] = [];
  let sent: Sent = {};
  const first = await tryIt(name, 'succeeds', async () => {
    sent = await good(town);
    // An empty list says nothing.
    if (name === 'listMyJobs') await town.job();
    if (name === 'listMyAds') await town.ad();
    return HOLDS;
  });
  if (first.verdict === 'skipped') return [first];
  for (const row of [...refusedByTable(name), ...refused]) {
    const run = async () => {
      const instead = typeof row.sent === 'function' ? await row.sent(town) : row.sent;
      const heard = await town.sender.send(name, { ...sent, ...instead });
      return judgeRefusal(name, row, heard, town);
    };
    findings.push(await tryIt(name, `refuses ${row.title}`, run));
  }
  const run = async () => judgeGood(name, await town.sender.send(name, sent), town, sent);
  return [await tryIt(name, 'succeeds', run), ...findings];
}
