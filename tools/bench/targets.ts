/** What the numbers must not exceed, or must reach. */
import { rounded } from './stats.ts';

export interface Target {
  what: string;
  value: number;
  limit: number;
  unit: '×' | 'kB' | 'ms' | '';
  /** Whether the limit is the least, and not the most. */
  atLeast?: true;
}

const isMet = ({ value, limit, atLeast }: Target) => (atLeast ? value >= limit : value <= limit);

/** Prints each target with what was measured. */
export function printTargets(targets: readonly Target[]): void {
  const rows = targets.map((target) => [
    target.what,
    {
      ...rounded({ measured: target.value, limit: target.limit }, 2),
      unit: target.unit,
      result: Number.isNaN(target.value) ? 'not measured' : isMet(target) ? 'met' : 'NOT MET',
    },
  ]);
  console.table(Object.fromEntries(rows));
}
