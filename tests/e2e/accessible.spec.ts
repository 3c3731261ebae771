/** axe finds nothing serious on any screen, in either theme, on a phone; nothing scrolls sideways. */
import { AxeBuilder } from '@axe-core/playwright';
import type { APIRequestContext } from '@playwright/test';
import type { Job, Role } from '../../src/contract/schemas.ts';
import { paths } from '../../src/paths.ts';
import { DEMO_TOWN, expect, test } from './fixtures.ts';
import { signIn, tokenOf } from './people.ts';

test.use({ serverOptions: DEMO_TOWN });

const roles: [RegExp, Role][] = [
  [/^\/(dashboard|profile\/update)\/fundi|^\/fundi\/subscription/, 'fundi'],
  [/^\/(dashboard|profile\/update)\/client|^\/pay/, 'client'],
  [/^\/jobs/, 'fundi'],
];

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The faults found by axe that stop people, with their markup. */
async function seriousIn(axe: AxeBuilder) {
  // No page has frames of another origin: for those axe would open a second, empty page each time.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** A number for the address: of a job or an ad that the role may see, not paid where it is paid for. */
async function idFor(request: APIRequestContext, role: Role, pattern: string) {
  const token = await tokenOf(request, role);
  const list = role === 'fundi' ? 'jobs/' : pattern.includes('ad') ? 'ads/mine/' : 'jobs/mine/';
  const answer = await request.get(`/api/${list}`, {
    headers: { authorization: `Token ${token}` },
  });
  const payables = (await answer.json()) as Job[];
  const wanted = payables.find(({ is_active }) => !pattern.includes('pay') || !is_active);
  return (wanted ?? payables[0])?.id ?? 1;
}

for (const pattern of [...Object.values(paths), '/no/such/page']) {
  test(`${pattern} has no serious fault in light and dark, and fits 320 px`, async ({
    page,
    request,
  }) => {
    const role = roles.find(([path]) => path.test(pattern))?.[1];
    if (role) await signIn(page, role, await tokenOf(request, role));
    const id = pattern.includes(':') && role ? await idFor(request, role, pattern) : 1;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await page.goto(pattern.replace(/:\w+/, String(id)));
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    expect(await seriousIn(new AxeBuilder({ page }).withTags(TAGS))).toEqual([]);

    // Of all rules only this one looks at colours.
    await page.getByRole('button', { name: 'Dark theme' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await seriousIn(new AxeBuilder({ page }).withRules('color-contrast'))).toEqual([]);

    await page.setViewportSize({ width: 320, height: 640 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
