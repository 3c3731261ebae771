/** What README promises of the simulated phone is what the simulator does. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BEHAVIOURS } from '../../server/mpesa/behaviours.ts';

const readme = readFileSync('README.md', 'utf8');

it.each(BEHAVIOURS.map(({ suffix, what }) => [suffix, what]))(
  'README says what numbers that end in %s do',
  (suffix, what) => {
    const row = new RegExp(`\\| \`${suffix}\` +\\| (.*?) +\\|`).exec(readme);
    expect(row?.[1]).toBe(what);
  },
);

it('README says nothing of numbers that do as any other', () => {
  const told = [...readme.matchAll(/^\| `(\d{3})` /gm)].map((row) => row[1]);
  expect(told).toEqual(BEHAVIOURS.map(({ suffix }) => suffix));
});
