import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

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
