/** axe finds nothing serious on any screen, in either theme, on a phone; nothing scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Job, Role } from '../../src/contract/schemas.ts';
import { paths } from '../../src/paths.ts';
import { expect, test } from './fixtures.ts';
import { signIn, tokenOf } from './people.ts';

test.use({ serverOptions: { seedDemo: true } });

const roles: [RegExp, Role][] = [
  [/^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/, 'fundi'],
  [/^\/(dashboard|profile\/update)\/client|^\/pay/, 'client'],
  [/^\/jobs/, 'fundi'],
];

for (const theme of ['light', 'dark'] as const) {
  for (const pattern of [...Object.values(paths), '/no/such/page']) {
    test(`${pattern} in the ${theme} theme`, async ({ page, request }) => {
      const role = roles.find(([path]) => path.test(pattern))?.[1];
      let id: string | number = 1;
      if (role) await signIn(page, role, await tokenOf(request, role));
      if (pattern.includes(':') && role) {
        const token = await tokenOf(request, role);
        const list =
          role === 'fundi' ? 'jobs/' : pattern.includes('ad') ? 'ads/mine/' : 'jobs/mine/';
        const answer = await request.get(`/api/${list}`, {
          headers: { authorization: `Token ${token}` },
        });
        const things = (await answer.json()) as Job[];
        const wanted = things.find((thing) => !pattern.includes('pay') || !thing.is_active);
        id = (wanted ?? things[0])?.id ?? 1;
      }
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
      await page.goto(pattern.replace(/:\w+/, String(id)));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await page.waitForLoadState('networkidle');

      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      const serious = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
      expect(serious).toEqual([]);

      await page.setViewportSize({ width: 320, height: 640 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBe(0);
    });
  }
}
