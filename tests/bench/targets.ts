/** What the numbers must not exceed. */
import { rounded } from './stats.ts';

export interface Target {
  what: string;
  value: number;
  limit: number;
  unit: '×' | 'kB' | 'ms' | '';
}

/** Prints each target with what was measured. */
export function printTargets(targets: readonly Target[]): void {
  const rows = targets.map(({ what, value, limit, unit }) => [
    what,
    {
      ...rounded({ measured: value, limit }, 2),
      unit,
      result: Number.isNaN(value) ? 'not measured' : value <= limit ? 'met' : 'MISSED',
    },
  ]);
  console.table(Object.fromEntries(rows));
}
