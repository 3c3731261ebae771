/** The app with another backend, written from the specification alone, that takes its time to answer. */
import { startBackend } from '../../tools/browsers/backends.ts';
import { Person } from '../../tools/browsers/person.ts';
import { look, prepareScreens } from '../../tools/browsers/screens.ts';
import { steps } from '../../tools/browsers/walk.ts';
import { expect, test } from './fixtures.ts';
import { freshPhone } from '../../testkit/people.ts';

const title =
  'people register, log in, post and pay for a job, and see it, at a slow backend of others';
test(title, { tag: '@full' }, async ({ page }) => {
  const backend = await startBackend('drf', { delayMs: 300, wakeMs: 0 });
  const { site, api, stop, start } = backend;
  const driver = {
    version: '',
    goto: async (address: string) => void (await page.goto(address)),
    run: (expression: string) => page.evaluate(expression),
    close: async () => undefined,
  };
  const person = new Person(driver, site);
  const world = { person, api, phone: freshPhone(), network: { stop, start } };
  try {
    for (const name of ['directory', 'registration', 'login from a guard', 'job', 'payment']) {
      await steps[name]?.(world);
    }
    const { shown, tokens } = await prepareScreens(api, freshPhone());
    const own = shown.filter(({ address }) => /^\/(dashboard|fundi\/sub|jobs\/)/.test(address));
    expect(own.length).toBeGreaterThan(5);
    for (const screen of own.slice(0, 4)) await look(person, screen, tokens);
  } finally {
    await backend.dispose();
  }
});
