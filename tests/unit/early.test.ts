import { expect, it } from 'vitest';
import { readEarly, readHead } from '../../src/lib/api/early.ts';

const items = (count: number, name = 'Fundi') =>
  Array.from({ length: count }, (_, id) => ({ id, name: `${name} ${id}` }));

it('reads the beginning of a long list, and leaves the whole to be read', async () => {
  const answer = Response.json(items(10_000));
  const head = await readHead(answer);
  const begun = head?.data as unknown[];
  expect(begun.length).toBeGreaterThan(100);
  expect(begun.length).toBeLessThan(2000);
  expect(begun).toEqual(items(begun.length));
  expect(await readEarly(answer)).toMatchObject({ data: items(10_000) });
});

it.each([
  ['a failure', () => Response.json(items(10_000), { status: 500 })],
  ['a short list', () => Response.json(items(10))],
  ['nothing', () => new Response(null)],
])('has no beginning of %s', async (_, answer) => {
  expect(await readHead(answer())).toBeNull();
});

it.each([
  ['a list in pages', () => Response.json({ results: items(10_000) })],
  ['a page', () => new Response('<p>Log in to this hotspot</p>'.repeat(10_000))],
  ['texts that look like an end', () => Response.json(items(10_000, '},'.repeat(200)))],
])('does not read the beginning of %s', async (_, answer) => {
  await expect(readHead(answer())).rejects.toThrow(SyntaxError);
});
