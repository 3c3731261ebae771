/** Everything that the kit tries at one address. */
import { endpointRows } from '../../src/contract/endpoints.ts';
import { PAYMENT_POLLING } from '../../src/contract/constants.ts';
import { loadApp } from './app.ts';
import { judgeCall, tryIt } from './calls.ts';
import { ofListings } from './flowsOfListings.ts';
import { ofPeople } from './flowsOfPeople.ts';
import { followPayment } from './payments.ts';
import { Sender } from './sending.ts';
import { createTown, Stopped } from './town.ts';
import type { Town } from './town.ts';
import { judgeTransport } from './transport.ts';
import { breaks, VERDICTS, worst } from './verdict.ts';
import type { Finding, SpecCall, Verdict } from './verdict.ts';

export interface Options {
  /** The API's base, such as https://api.example.co.ke/api. */
  url: string;
  /** Where the app is hosted; the API's own origin when left out. */
  origin?: string | undefined;
  /** The phone that is prompted for Ksh 100, for real. */
  phone?: string | undefined;
  /** The first digits of the numbers that people are registered with. */
  prefix?: string | undefined;
  /** Looks at these alone; all by default. `requestPayment` waits for the payment too. */
  only?: readonly string[] | undefined;
  /** The pause between two looks at a payment, in ms. */
  pollMs?: number;
}

export interface Report {
  url: string;
  origin: string;
  /** Whether the app works with it. */
  isGood: boolean;
  counts: Record<Verdict, number>;
  findings: Finding[];
  /** The accounts that stay: no call deletes them. */
  people: { role: string; name: string; phone: string }[];
  requests: number;
}

/** Kenya's networks use no number that begins so. */
export const FREE_PREFIX = '019';

const LAST: SpecCall = 'requestPayment';
const specCalls = endpointRows.filter(([, row]) => !row.optional).map(([name]) => name as SpecCall);
/** In the order of the specification; the payment comes last, as its job stays. */
const names = specCalls.filter((name) => name !== LAST);
/** What `only` may name. */
export const PARTS: readonly string[] = [...specCalls, 'transport'];

/** Tries all of it, one call after the other. Throws `Unreachable` when nobody answers. */
export async function runConformance(options: Options): Promise<Report> {
  const { phone, prefix = FREE_PREFIX, pollMs = PAYMENT_POLLING.everyMs } = options;
  const isWanted = (name: Finding['call']) => options.only?.includes(name) ?? true;
  const url = options.url.replace(/\/+$/, '');
  const origin = options.origin ?? new URL(url).origin;
  const sender = new Sender(url, origin);
  const app = await loadApp(url, origin);
  const findings: Finding[] = [];
  let town: Town | undefined;
  try {
    const made = await createTown({ app, sender, phone }, prefix);
    town = made;
    for (const name of names.filter(isWanted)) {
      // One call after the other: the API may be in use.
      findings.push(...(await judgeCall(name, made)));
      for (const { tried, run } of [...ofPeople, ...ofListings].filter((it) => it.call === name))
        findings.push(await tryIt(name, tried, () => run(made)));
    }
    if (isWanted(LAST)) {
      const asked = await judgeCall(LAST, town);
      findings.push(...asked);
      const isPrompted = asked[0]?.verdict === 'holds' || asked[0]?.verdict === 'copes';
      findings.push(...(await followPayment(town, isPrompted, pollMs)));
    }
    if (isWanted('transport')) findings.push(...(await judgeTransport(town)));
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    const seen = 'nobody can register or sign in; nothing else was tried';
    const judged = breaks(error.message, seen);
    findings.push({ call: 'transport', tried: 'lets people in', ...judged });
  } finally {
    await town?.tidy();
  }
  const of = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  return {
    url,
    origin,
    isGood: worst(findings.map(({ verdict }) => verdict)) !== 'breaks',
    counts: Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, of(verdict)]),
    ) as Report['counts'],
    findings,
    people: (town?.people ?? []).map(({ role, name, phone }) => ({ role, name, phone })),
    requests: sender.heard.length,
  };
}
