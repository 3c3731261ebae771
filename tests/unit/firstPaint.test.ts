import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it('has the name and the town of the settings on every landing, for each kind of person', async () => {
  vi.stubEnv('VITE_APP_NAME', 'Kazi Yetu');
  vi.stubEnv('VITE_TOWN', 'Thika');
  const { renderFirstPaints } = await import('../../src/boot/firstPaint.tsx');
  const { name, withoutScript, templates } = await renderFirstPaints();
  expect(name).toBe('Kazi Yetu');
  expect(withoutScript).toContain('Kazi Yetu');
  const frameOf = (id: string) => {
    const frame = templates.get(id) ?? '';
    expect(frame).toContain('Kazi Yetu');
    return frame;
  };
  expect(frameOf('first-frame')).toContain('Log in');
  expect(frameOf('first-frame-client')).toContain('href="/dashboard/client"');
  expect(frameOf('first-frame-fundi')).toContain('href="/dashboard/fundi"');
  expect([...templates.values()].join('')).not.toContain('Fundi Mtaani');
  expect(templates.get('first-home')).toContain('Thika');
});
