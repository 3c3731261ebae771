/** Each text and route of the specification is checked by a test, and each number is used. */
import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as constants from '../../src/contract/constants.ts';
import * as FAILURE from '../../src/contract/messages/failure.ts';
import * as FALLBACK from '../../src/contract/messages/fallback.ts';
import * as HOME from '../../src/contract/messages/home.ts';
import * as STATE from '../../src/contract/messages/state.ts';
import * as VALIDATION from '../../src/contract/messages/validation.ts';
import { paths } from '../../src/paths.ts';

const read = (pattern: string) =>
  globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') }));

/** Names of tests are left out: a text in a name asserts nothing. */
const NAME = /(?:\b(?:it|test|describe)|\))\((?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)/g;
/** With the helpers that assert the texts of the pay screens. */
const screenTests = [...read('tests/screens/**/*.test.tsx'), ...read('tests/support/paying.ts')]
  .map(({ text }) => text.replace(NAME, ''))
  .join('\n');
const sources = read('src/**/*.{ts,tsx}').filter(
  ({ file }) => !file.endsWith('contract/constants.ts'),
);

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

const texts = leaves([VALIDATION, FAILURE, STATE, FALLBACK, HOME]);
it.each(texts)('%s is asserted by a screen test, word for word', (text) => {
  const escaped = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  // Not as the beginning or end of a longer text.
  expect(new RegExp(`(?<![\\w ])${escaped}(?![\\w. ])`).test(screenTests)).toBe(true);
});

it.each(Object.values(paths))('%s is opened by a screen test', (pattern) => {
  const address = new RegExp(
    `['"\`]${pattern.replace(/:\w+/g, '[^/\'"`]+').replaceAll('/', '\\/')}(?:[?#][^'"\`]*)?['"\`]`,
  );
  expect(address.test(screenTests)).toBe(true);
});

it.each(Object.keys(constants))('%s is used', (name) => {
  const word = new RegExp(`\\b${name}\\b`);
  expect(sources.filter(({ text }) => word.test(text)).length).toBeGreaterThan(0);
});
