/** The report for people. */
import { endpoints } from '../../src/contract/endpoints.ts';
import type { Report } from './run.ts';
import { screenOf } from './screens.ts';
import { worst } from './verdict.ts';
import type { Finding, Verdict } from './verdict.ts';

const MARKS: Record<Verdict, string> = {
  holds: 'holds ',
  skipped: 'skipped',
  copes: 'copes ',
  breaks: 'BREAKS',
};

/** A call as it is made: its method and path. */
const placeOf = (call: Finding['call']) =>
  call === 'transport' ? 'all calls' : `${endpoints[call].method} ${endpoints[call].path}`;

const NAMED = 4;
/** Where something was found: the calls, of many the first. */
function callsOf(findings: Finding[]): string {
  const calls = [...new Set(findings.map(({ call }) => call))];
  const rest = calls.length - NAMED;
  return calls.slice(0, NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

function section(title: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines];
}

/** A line for each call; then what breaks, what differs, what was not tried. */
export function printed({
  url,
  origin,
  isGood,
  counts,
  findings,
  people,
  requests,
}: Report): string {
  const of = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict);
  const byDifference = (verdict: Verdict) => [
    ...Map.groupBy(of(verdict), ({ differs }) => differs ?? ''),
  ];
  const calls = [...Map.groupBy(findings, ({ call }) => call)].map(([call, found]) => {
    const verdict = worst(found.map(({ verdict }) => verdict).filter((it) => it !== 'skipped'));
    const isUntried = found.every(({ verdict }) => verdict === 'skipped');
    const held = found.filter((finding) => finding.verdict === 'holds').length;
    const mark = MARKS[isUntried ? 'skipped' : verdict];
    const place = placeOf(call);
    return `  ${mark.padEnd(8)} ${call.padEnd(20)} ${place.padEnd(38)} ${held} of ${found.length} hold`;
  });
  const broken = of('breaks').flatMap(({ call, tried, differs, app, screen }) => [
    `  ${placeOf(call)} ${tried}`,
    `    the API:  ${differs}`,
    `    ${screen ?? screenOf(call).screen}:  ${app}`,
  ]);
  const coped = byDifference('copes').flatMap(([differs, found]) => [
    `  ${differs}  (${callsOf(found)})`,
    `    ${found[0]?.app}`,
  ]);
  const untried = byDifference('skipped').map(
    ([why, found]) => `  ${why}: ${found.map(({ call, tried }) => `${call} ${tried}`).join('; ')}`,
  );
  const left = people.map(({ role, name, phone }) => `  ${role} ${phone}, ${name}`);
  return [
    `${url}, for an app at ${origin}: ${requests} requests`,
    '',
    ...calls,
    ...section('What breaks the app', broken),
    ...section('What differs, and how the app copes', coped),
    ...section('Not tried', untried),
    ...section('These accounts stay, because no call deletes one', left),
    '',
    `${counts.holds} hold, ${counts.copes} differ and the app copes, ${counts.breaks} break it, ${counts.skipped} not tried.`,
    isGood ? 'The app works with this API.' : 'The app does not work with this API.',
  ].join('\n');
}
