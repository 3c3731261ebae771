/** Texts, addresses, storage keys and the API's path are each written in one place only. */
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

test('the API path is written in lib/config.ts only', () => {
  expect(elsewhere(['src/lib/config.ts'], (code) => /\/api(?![\w.])/.test(code))).toEqual([]);
});

test('paths of calls are written in endpoints.ts only', () => {
  const call = /['"`]\/(?:accounts|mpesa|payments)\/|['"`]\/(?:jobs|ads)\/(?:mine\/)?['"`]/;
  expect(elsewhere(['src/contract/endpoints.ts'], (code) => call.test(code))).toEqual([]);
});

test('web storage is opened in session/personal.ts only', () => {
  const storage = /\b(?:localStorage|sessionStorage)\b/;
  expect(elsewhere(['src/lib/session/personal.ts'], (code) => storage.test(code))).toEqual([]);
});

test('the keys token and user_type are written in lib/session.ts only', () => {
  const keys = /['"`]user_type['"`]|(?:get|set|remove)(?:Item)?\(['"`]token['"`]/;
  expect(elsewhere(['src/lib/session/session.ts'], (code) => keys.test(code))).toEqual([]);
});

test('addresses of screens are written in paths.ts only', () => {
  const firstParts = new Set(Object.values(paths).map((path) => path.split('/')[1]));
  firstParts.delete('');
  const screen = new RegExp(`['"\`]/(?:${[...firstParts].join('|')})(?=['"\`/?#$])`);
  const home = /\b(?:to|href)=(?:["']\/["']|\{["'`]\/["'`]\})|\bnavigate\(["'`]\/["'`]/;
  const homes = ['src/paths.ts', 'src/contract/endpoints.ts'];
  expect(elsewhere(homes, (code) => screen.test(code) || home.test(code))).toEqual([]);
});

test('a wait has one name and one place', () => {
  // Those of the specification are in contract; a timer that ticks, and what a library adds, wait for nothing.
  const wait = /^(?:export )?const (?!SECOND_MS|SLICK_EXTRA_MS)[A-Z_]+_MS = [\d_]+;/m;
  const contract = sources.map(({ file }) => file).filter((file) => file.includes('/contract/'));
  expect(elsewhere([...contract, 'src/lib/waits.ts'], (code) => wait.test(code))).toEqual([]);
  const bare = /\b(?:set(?:Timeout|Interval)\(.*,|after\() *[1-9]/;
  expect(elsewhere([], (code) => bare.test(code))).toEqual([]);
});

test('no script makes a format or a collator when it starts: each takes a phone 20 to 80 ms', () => {
  // What a script does when it starts is not indented.
  const atStart = /^(?:export )?const .*= new Intl\./m;
  expect(elsewhere([], (code) => atStart.test(code))).toEqual([]);
});
