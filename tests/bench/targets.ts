/** What the measures are held against. */

export interface Target {
  what: string;
  value: number;
  limit: number;
  unit: '×' | 'kB' | 'ms' | '';
}

export const isMet = ({ value, limit }: Target) => value <= limit;

const shown = (value: number, unit: Target['unit']) => {
  if (Number.isNaN(value)) return 'not measured';
  const digits = unit === '×' ? 2 : unit === 'kB' ? 1 : unit === '' ? 2 : 0;
  return `${value.toFixed(digits)} ${unit}`.trim();
};

/** Prints each target with what was measured. */
export function printTargets(targets: readonly Target[]): void {
  const width = Math.max(...targets.map(({ what }) => what.length)) + 2;
  for (const target of targets) {
    const { what, value, limit, unit } = target;
    const mark = isMet(target) ? 'ok' : 'MISSED';
    const measured = shown(value, unit).padStart(12);
    console.log(`  ${what.padEnd(width)}${measured}   at most ${shown(limit, unit)}   ${mark}`);
  }
}
