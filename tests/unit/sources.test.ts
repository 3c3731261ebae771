/** Texts, addresses, waits and the use of storage are each written in one place only. */
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as FAILURE from '../../src/contract/messages/failure.ts';
import * as FALLBACK from '../../src/contract/messages/fallback.ts';
import * as STATE from '../../src/contract/messages/state.ts';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import { HERO_MESSAGES } from '../../src/contract/messages/home.ts';
import { paths } from '../../src/paths.ts';

/** The code without its comments and without the names of the files that it imports. */
const bare = (code: string) =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/(\bfrom |\bimport\()'\.[^']*'/g, '$1');

const sources = globSync('src/**/*.{ts,tsx}').map((file) => ({
  file: file.replaceAll('\\', '/'),
  code: bare(readFileSync(file, 'utf8')),
}));

const messages = ['failure', 'fallback', 'home', 'state', 'validation'].map(
  (name) => `src/contract/messages/${name}.ts`,
);

/** The files outside `homes` where `found` is true of the code. */
function elsewhere(homes: string[], found: (code: string) => boolean): string[] {
  return sources
    .filter(({ file, code }) => !homes.includes(file) && found(code))
    .map(({ file }) => file);
}

test('there are sources to search', () => {
  expect(sources.length).toBeGreaterThan(50);
  const homes = sources.map(({ file }) => file);
  for (const home of [...messages, 'src/paths.ts', 'src/lib/session/personal.ts']) {
    expect(homes).toContain(home);
  }
});

test.each(
  [VALIDATION, FAILURE, STATE, FALLBACK]
    .flatMap((group) => Object.values<string>(group))
    .concat(HERO_MESSAGES),
)('%j is written in contract/messages alone', (text) => {
  expect(elsewhere(messages, (code) => code.includes(text))).toEqual([]);
});

const firstParts = new Set(Object.values(paths).map((path) => path.split('/')[1]));
firstParts.delete('');
const contract = sources.map(({ file }) => file).filter((file) => file.includes('/contract/'));

/** What is written, where, and nowhere else. */
const ONCE: [what: string, homes: string[], written: RegExp][] = [
  ['web storage', ['src/lib/session/personal.ts'], /\b(?:localStorage|sessionStorage)\b/],
  [
    'the addresses of screens',
    ['src/paths.ts', 'src/contract/endpoints.ts'],
    new RegExp(`['"\`]/(?:${[...firstParts].join('|')})(?=['"\`/?#$])`),
  ],
  [
    'the address of the home page',
    ['src/paths.ts', 'src/contract/endpoints.ts'],
    /\b(?:to|href)=(?:["']\/["']|\{["'`]\/["'`]\})|\bnavigate\(["'`]\/["'`]/,
  ],
  [
    // Those of the specification are in contract; a timer that ticks, and what a library adds, wait for nothing.
    'a wait',
    [...contract, 'src/lib/waits.ts'],
    /^(?:export )?const (?!SECOND_MS|SLICK_EXTRA_MS)[A-Z_]+_MS = [\d_]+;/m,
  ],
  ['a wait without a name', [], /\b(?:set(?:Timeout|Interval)\(.*,|after\() *[1-9]/],
  // Each takes a phone 20 to 80 ms. What a script does when it starts is not indented.
  [
    'a format or a collator that a script makes when it starts',
    [],
    /^(?:export )?const .*= new Intl\./m,
  ],
];

test.each(ONCE)('%s is written in %j alone', (_, homes, written) => {
  expect(elsewhere(homes, (code) => written.test(code))).toEqual([]);
});
