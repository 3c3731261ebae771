/**
 * `npm run test:backends [-- server mocks drf] [--delays 0,2000,5000]`: the walk of the browsers and
 * every screen, on a static host with the API elsewhere, in Chromium. With `--wakes 25000` each step and
 * screen finds an API that sleeps and needs so long to wake. Ends with 1 when a step failed.
 */
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { buildForTests } from '../../scripts/build.mjs';
import '../../scripts/followParent.mjs';
import { BACKENDS, startBackend } from './backends.ts';
import type { Backend, BackendName, Pace } from './backends.ts';
import { engines } from './engines.ts';
import type { Driver } from './engines.ts';
import { Person } from './person.ts';
import { look, prepareScreens } from './screens.ts';
import { steps } from './walk.ts';

const { values, positionals } = parseArgs({
  options: { delays: { type: 'string', default: '0,2000,5000' }, wakes: { type: 'string' } },
  allowPositionals: true,
});
const chosen = positionals.length > 0 ? (positionals as BackendName[]) : BACKENDS;
const unknown = chosen.find((name) => !BACKENDS.includes(name));
if (unknown) throw new Error(`"${unknown}" is none of ${BACKENDS.join(', ')}.`);
const paces: Pace[] =
  values.wakes === undefined
    ? values.delays.split(',').map((ms) => ({ delayMs: Number(ms), wakeMs: 0 }))
    : [{ delayMs: 0, wakeMs: Number(values.wakes) }];
const said = ({ delayMs, wakeMs }: Pace) =>
  wakeMs > 0 ? `asleep, ${wakeMs} ms to wake` : `${delayMs} ms later`;

let people = 0;
const freshPhone = () =>
  `07${String(Date.now() % 100_000).padStart(5, '0')}${String(100 + people++)}`;
const firstLine = (error: unknown) => (error as Error).message.split('\n')[0] ?? '';

/** Does one thing after the other; returns those that did not work. */
async function tryAll(things: [string, () => Promise<void>][]): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, run] of things) {
    await run().catch((error: unknown) => {
      failed.push(name);
      console.log(`  ${name}: ${firstLine(error)}`);
    });
  }
  return failed;
}

async function withBrowser<T>(act: (driver: Driver) => Promise<T>): Promise<T> {
  const driver = await engines[0]!.open();
  try {
    return await act(driver);
  } finally {
    await driver.close();
  }
}

async function tryBackend(backend: Backend): Promise<[number, string[]][]> {
  const { site, api, stop, start, fallAsleep } = backend;
  const fromSleep = (act: () => Promise<void>) => () => {
    fallAsleep();
    return act();
  };
  const walked = await withBrowser((driver) => {
    const world = {
      person: new Person(driver, site),
      phone: freshPhone(),
      network: { stop, start },
    };
    const walk = Object.entries(steps).map(([name, step]): [string, () => Promise<void>] => [
      name,
      fromSleep(() => step({ ...world, api })),
    ]);
    return tryAll(walk);
  });
  const seen = await withBrowser(async (driver) => {
    const person = new Person(driver, site);
    const { shown, tokens } = await prepareScreens(api, freshPhone());
    await person.open('/contact');
    const screens = shown.map(({ ...screen }): [string, () => Promise<void>] => [
      `${screen.address} as ${screen.as ?? 'visitor'}`,
      fromSleep(() => look(person, screen, tokens)),
    ]);
    return { count: screens.length, failed: await tryAll(screens) };
  });
  return [
    [Object.keys(steps).length, walked],
    [seen.count, seen.failed],
  ];
}

await buildForTests();
const table = new Table({
  head: ['API', 'answers', 'walk', 'screens', 'time'],
  style: { head: [] },
});
let isGreen = true;
for (const name of chosen) {
  for (const pace of paces) {
    console.log(`${name}, ${said(pace)}…`);
    const started = Date.now();
    // The machine has few cores: one at a time.
    const backend = await startBackend(name, pace);
    const results = await tryBackend(backend);
    await backend.dispose();
    isGreen &&= results.every(([, failed]) => failed.length === 0);
    const cells = results.map(([count, failed]) => `${count - failed.length} of ${count}`);
    const seconds = Math.round((Date.now() - started) / 1000);
    table.push([name, said(pace), ...cells, `${seconds} s`]);
  }
}
console.log(table.toString());
process.exitCode = isGreen ? 0 : 1;
