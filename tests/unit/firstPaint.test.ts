import { afterEach, expect, it, vi } from 'vitest';
import { shareParts } from '../../scripts/shareParts.ts';

afterEach(() => vi.unstubAllEnvs());

it('splits texts into parts from which each text can be rebuilt', () => {
  const texts = ['<p>a</p><b>x</b><i>1</i>', '<p>a</p><b>x</b><i>2</i>', '<b>x</b>'];
  const { parts, texts: numbers } = shareParts(texts);
  expect(numbers.map((own) => own.map((at) => parts[at]).join(''))).toEqual(texts);
  expect(new Set(parts).size).toBe(parts.length);
  expect(parts.join('').length).toBeLessThan(texts.join('').length);
});

it('has the name and the town of the settings on every landing, for each kind of person', async () => {
  vi.stubEnv('VITE_APP_NAME', 'Kazi Yetu');
  vi.stubEnv('VITE_TOWN', 'Thika');
  const { renderFirstPaints } = await import('../../src/boot/firstPaint.tsx');
  const { name, withoutScript, rows, pages } = await renderFirstPaints();
  expect(name).toBe('Kazi Yetu');
  expect(withoutScript).toContain('Kazi Yetu');
  expect(pages).toHaveLength(rows.length + 1);
  for (const [visitor = '', client = '', fundi = ''] of pages) {
    for (const page of [visitor, client, fundi]) {
      expect(page).toContain('Kazi Yetu');
      expect(page).not.toContain('Fundi Mtaani');
    }
    expect(visitor).toContain('Log in');
    expect(client).toContain('href="/dashboard/client"');
    expect(fundi).toContain('href="/dashboard/fundi"');
  }
  expect(pages[0]?.[0]).toContain('Thika');
});
