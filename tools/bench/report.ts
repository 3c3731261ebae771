/** What the parts print: medians of several runs, and targets. */

export interface Target {
  what: string;
  value: number;
  limit: number;
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

const rounded = (row: object) =>
  Object.entries(row).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'number' ? Number(value.toFixed(2)) : value,
  ]);

/** Prints rows by their names. */
export const printRows = (rows: Record<string, object>) =>
  console.table(
    Object.fromEntries(
      Object.entries(rows).map(([name, row]) => [name, Object.fromEntries(rounded(row))]),
    ),
  );

/** Prints each target with what was measured. */
export function printTargets(targets: readonly Target[]): void {
  console.log('\nTargets');
  const rows = targets.map(({ what, value, limit, atLeast }) => {
    const isMet = atLeast ? value >= limit : value <= limit;
    const result = Number.isNaN(value) ? 'not measured' : isMet ? 'met' : 'NOT MET';
    return [what, { measured: value, limit, result }];
  });
  printRows(Object.fromEntries(rows) as Record<string, object>);
}
