/** The table of the API bench, line by line. */
import type { ApiCell } from './api.ts';
import type { Latency } from './apiLoad.ts';

/** Whose single calls are listed below the mix. */
const DETAILED_CONNECTIONS = 16;

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0)).padStart(8);
const times = ({ p50, p95, p99, max }: Latency) => [p50, p95, p99, max].map(ms).join('');

/** The head of the table: what the columns are. */
export function printHead(): string[] {
  return [
    `${'ms'.padEnd(36)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'p99'.padStart(8)}${'max'.padStart(8)}` +
      `${'calls/s'.padStart(9)}${'errors'.padStart(8)}${'cpu/call'.padStart(9)}  MB before, after, peak`,
  ];
}

/** One row for the cell, and one for each of its calls where there is room for them. */
export function printCell(cell: ApiCell): string[] {
  const { name, connections, latency, perSecond, errors, requests, usage } = cell;
  const title = `${name}, ${connections} connection${connections === 1 ? '' : 's'}`;
  const { before, after, peak } = usage?.memory ?? {};
  const mb = [before, after, peak].map((value) => (value?.toFixed(0) ?? '?').padStart(6)).join('');
  const cpu = usage && requests > 0 ? ((usage.cpuSeconds / requests) * 1000).toFixed(2) : '?';
  const lines = [
    `${title.padEnd(36)}${times(latency)}${perSecond.toFixed(0).padStart(9)}` +
      `${String(errors.status + errors.socket).padStart(8)}${cpu.padStart(9)}${mb}`,
  ];
  if (connections === DETAILED_CONNECTIONS) {
    for (const [call, own] of Object.entries(cell.calls)) {
      if (own.requests > 0) lines.push(`  ${call.padEnd(34)}${times(own)}`);
    }
  }
  return [...lines, ...errors.examples.map((example) => `  ! ${example}`)];
}
