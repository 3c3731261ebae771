import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { renderFirstPaints } from '../../src/boot/firstPaint.tsx';

let paints: Awaited<ReturnType<typeof renderFirstPaints>>;

beforeAll(async () => {
  vi.stubEnv('VITE_APP_NAME', 'Kazi Yetu');
  vi.stubEnv('VITE_TOWN', 'Thika');
  // The settings are read when the modules are.
  const module = await import('../../src/boot/firstPaint.tsx');
  paints = await module.renderFirstPaints();
});
afterAll(() => void vi.unstubAllEnvs());

it('has the name and the town of the settings on every landing, for each kind of person', () => {
  const { name, withoutScript, templates } = paints;
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

it('has no form that sends what is typed before the app has come, but the search of the home page', () => {
  const forms = [...paints.templates.values()].flatMap(
    (markup) => markup.match(/<form[^>]*>/g) ?? [],
  );
  expect(forms.length).toBeGreaterThan(5);
  const sending = forms.filter((form) => !form.includes('method="dialog"'));
  expect(sending).toEqual([expect.stringContaining('action="/fundis"')]);
});
