/**
 * `npm run test:browsers [-- name ...]`: one walk through the app in every browser, or in those whose
 * names begin so ("Chromium 92"). Prints a table; ends with 1 when a step failed, or when a browser
 * could not be started.
 */
import { buildForTests } from '../../scripts/build.mjs';
import '../../scripts/followParent.mjs';
import { freshPhone } from '../../testkit/people.ts';
import { startServer } from '../../testkit/testServer.ts';
import { engines, type Driver, type Engine } from './engines.ts';
import { Person } from './person.ts';
import { steps } from './walk.ts';

/** What each step gave; the next ones go on from there, so it ends with one that failed. */
type Marks = Record<string, 'yes' | 'NO'>;

async function walk(driver: Driver, marks: Marks) {
  const server = await startServer({ seedDemo: true });
  const network = { stop: () => server.stop(), start: () => server.start() };
  const person = new Person(driver, server.baseURL);
  const world = { person, network, api: '/api', phone: freshPhone() };
  try {
    for (const [name, step] of Object.entries(steps)) {
      marks[name] = 'NO';
      await step(world);
      marks[name] = 'yes';
    }
  } finally {
    await server.dispose();
  }
}

async function tryEngine(engine: Engine): Promise<[name: string, Marks]> {
  const { name } = engine;
  console.log(`${name}…`);
  const marks: Marks = {};
  let version = '';
  try {
    const driver = await engine.open();
    version = ` (${driver.version.replace(/^\D*/, '')})`;
    try {
      await walk(driver, marks);
    } finally {
      await driver.close();
    }
  } catch (error) {
    console.log(`  ${(error as Error).message.split('\n')[0]}`);
  }
  return [name + version, marks];
}

const wanted = process.argv.slice(2);
const chosen = engines.filter(
  ({ name }) => wanted.length === 0 || wanted.some((it) => name.startsWith(it)),
);
await buildForTests();
const found: [name: string, Marks][] = [];
for (const engine of chosen) {
  // The machine has few cores: one browser at a time.
  found.push(await tryEngine(engine));
}
const names = Object.keys(steps);
const rowOf = (step: string) => found.map(([name, marks]) => [name, marks[step] ?? '-']);
console.table(
  Object.fromEntries(names.map((step) => [step, Object.fromEntries(rowOf(step)) as object])),
);
const isGreen = found.every(([, marks]) => names.every((step) => marks[step] === 'yes'));
process.exitCode = found.length > 0 && isGreen ? 0 : 1;
