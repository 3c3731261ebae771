import { expect, it } from 'vitest';
import { readBootAnswer, readListStart } from '../../src/lib/api/bootCalls.ts';

const items = (count: number, name = 'Fundi') =>
  Array.from({ length: count }, (_, id) => ({ id, name: `${name} ${id}` }));

it('reads the first items of a long list before the whole list', async () => {
  const answer = Response.json(items(10_000));
  const start = await readListStart(answer);
  const first = start?.data as unknown[];
  expect(first.length).toBeGreaterThan(100);
  expect(first.length).toBeLessThan(2000);
  expect(first).toEqual(items(first.length));
  expect(await readBootAnswer(answer)).toMatchObject({ data: items(10_000) });
});

it.each([
  ['a failure', () => Response.json(items(10_000), { status: 500 })],
  ['a short list', () => Response.json(items(10))],
  ['an answer without a body', () => new Response(null)],
])('gives null for %s', async (_, answer) => {
  expect(await readListStart(answer())).toBeNull();
});

it.each([
  ['a list in pages', () => Response.json({ results: items(10_000) })],
  ['a page of a hotspot', () => new Response('<p>Log in to this hotspot</p>'.repeat(10_000))],
  ['texts that look like the end of an item', () => Response.json(items(10_000, '},'.repeat(200)))],
])('throws for %s', async (_, answer) => {
  await expect(readListStart(answer())).rejects.toThrow(SyntaxError);
});
