/**
 * `npm run test:browsers [-- name ...]`: one walk through the app in every browser, or in those whose
 * names begin so ("Chromium 92"). Prints a table; ends with 1 when a step failed, or when a browser
 * could not be started.
 */
import Table from 'cli-table3';
import { buildForTests } from '../../scripts/build.mjs';
import '../../scripts/followParent.mjs';
import { startServer } from '../../testkit/testServer.ts';
import { engines, type Driver, type Engine } from './engines.ts';
import { Person } from './person.ts';
import { steps } from './walk.ts';

const firstLine = (error: unknown) => (error as Error).message.split('\n')[0] ?? '';
const names = Object.keys(steps);

/** A phone number for each walk. */
let walks = 0;
function freshPhone(): string {
  walks += 1;
  return `07${String(Date.now() % 100_000).padStart(5, '0')}${String(100 + walks)}`;
}

/** Walks until a step fails: the next ones go on from there. Answers what each step gave. */
async function walk(driver: Driver): Promise<string[]> {
  const server = await startServer({ seedDemo: true });
  const network = { stop: () => server.stop(), start: () => server.start() };
  const person = new Person(driver, server.baseURL);
  const world = { person, network, api: '/api', phone: freshPhone() };
  const marks: string[] = [];
  try {
    for (const [name, step] of Object.entries(steps)) {
      try {
        await step(world);
        marks.push('yes');
      } catch (error) {
        console.log(`  ${name}: ${firstLine(error)}`);
        marks.push('NO');
        break;
      }
    }
  } finally {
    await server.dispose();
  }
  return marks;
}

async function tryEngine(engine: Engine): Promise<string[]> {
  const { name } = engine;
  console.log(`${name}…`);
  try {
    const driver = await engine.open();
    try {
      const marks = await walk(driver);
      return [`${name} (${driver.version.replace(/^\D*/, '')})`, ...marks];
    } finally {
      await driver.close();
    }
  } catch (error) {
    console.log(`  ${firstLine(error)}`);
    return [name, 'NO'];
  }
}

const wanted = process.argv.slice(2);
const chosen = engines.filter(
  ({ name }) => wanted.length === 0 || wanted.some((it) => name.startsWith(it)),
);
await buildForTests();
const rows: string[][] = [];
for (const engine of chosen) {
  // The machine has few cores: one browser at a time.
  rows.push(await tryEngine(engine));
}
const table = new Table({
  head: ['step', ...rows.map(([name = '']) => name)],
  style: { head: [] },
});
table.push(...names.map((name, at) => [name, ...rows.map((row) => row[at + 1] ?? '-')]));
console.log(table.toString());
const isGreen =
  chosen.length > 0 && rows.every((row) => row.slice(1).join() === names.map(() => 'yes').join());
process.exitCode = isGreen ? 0 : 1;
