/** Numbers of several runs as one. */

/** The middle one; of an even count the mean of the two middle ones. NaN of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The medians of every number that the runs have in common. */
export function medians<K extends string>(runs: readonly Record<K, number>[]): Record<K, number> {
  const keys = Object.keys(runs[0] ?? {}) as K[];
  const entries = keys.map((key) => [key, median(runs.map((run) => run[key]))]);
  return Object.fromEntries(entries) as Record<K, number>;
}

/** A row for `console.table`: its numbers with at most so many digits. */
export function rounded(row: object, digits: number): Record<string, unknown> {
  const entries = Object.entries(row).map(([key, value]: [string, unknown]) => [
    key,
    typeof value === 'number' ? Number(value.toFixed(digits)) : value,
  ]);
  return Object.fromEntries(entries) as Record<string, unknown>;
}
