/** What README and docs/ say of the code is what the code says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { REPLY_WORDS } from '../mocks/addressReplies.ts';
import { MAGIC, MAGIC_INPUTS } from '../mocks/magic.ts';

/** The tables of a page: rows of trimmed cells, without the heads. */
function rowsOf(file: string): string[][] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  return lines
    .map((line) => line.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim()));
}

const code = (text: string) => `\`${text}\``;

describe('docs/development.md', () => {
  const rows = rowsOf('docs/development.md');

  it('lists every input that makes the mocks fail, with what happens', () => {
    const listed = rows.filter((row) => row.length === 3 && row[1]?.startsWith('`'));
    expect(listed).toEqual(
      MAGIC_INPUTS.map(({ where, value, what }) => [where, code(value), what]),
    );
  });

  it('lists every reply that an address can choose', () => {
    for (const [word, { what }] of Object.entries(REPLY_WORDS)) {
      expect(rows).toContainEqual([code(word), what]);
    }
  });
});

it('every input of MAGIC is among those that are printed', () => {
  const values = Object.values(MAGIC).flatMap((group) => Object.values<string>(group));
  expect(MAGIC_INPUTS.map(({ value }) => value).toSorted()).toEqual(values.toSorted());
});
