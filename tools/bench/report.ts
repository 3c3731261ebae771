/** What the parts print: medians of several runs, and targets. */

export interface Target {
  what: string;
  value: number;
  limit: number;
  unit: '×' | 'ms' | '';
  /** Whether the limit is the least, and not the most. */
  atLeast?: true;
}

/** The middle one; of an even count the mean of the two middle ones. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The medians of every number that the runs have in common. */
export function medians<K extends string>(runs: readonly Record<K, number>[]): Record<K, number> {
  const keys = Object.keys(runs[0] ?? {}) as K[];
  const entries = keys.map((key) => [key, median(runs.map((run) => run[key]))]);
  return Object.fromEntries(entries) as Record<K, number>;
}

/** Prints rows by their names, with at most so many digits. */
export function printRows(rows: Record<string, object>, digits: number): void {
  const short = (value: unknown) =>
    typeof value === 'number' ? Number(value.toFixed(digits)) : value;
  const printed = Object.entries(rows).map(([name, row]) => [
    name,
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key, short(value)])),
  ]);
  console.table(Object.fromEntries(printed));
}

const isMet = ({ value, limit, atLeast }: Target) => (atLeast ? value >= limit : value <= limit);

/** Prints each target with what was measured. */
export function printTargets(targets: readonly Target[]): void {
  const rows = targets.map((target) => [
    target.what,
    {
      measured: target.value,
      limit: target.limit,
      unit: target.unit,
      result: Number.isNaN(target.value) ? 'not measured' : isMet(target) ? 'met' : 'NOT MET',
    },
  ]);
  console.log('\nTargets');
  printRows(Object.fromEntries(rows) as Record<string, object>, 2);
}
