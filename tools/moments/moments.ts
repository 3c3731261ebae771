/**
 * `npm run moments [-- --only "static host" --pages 4]`: opens every landing as visitor, client and fundi
 * while the API answers at every moment of the page's start, and looks at what is read in the end.
 * `--only` takes a part of a moment's name, `--pages` says how many are open at a time. Prints how many
 * there were, how long they took and what went wrong.
 */
import { parseArgs } from 'node:util';
import { chromium, request } from '@playwright/test';
import { ensureBrowser } from '../../scripts/browser.mjs';
import { buildForTests } from '../../scripts/build.mjs';
import { emptySnapshot } from '../../testkit/contract/snapshot.ts';
import { chromiumArgs } from '../../testkit/chromiumArgs.ts';
import { tokenOf } from '../../testkit/people.ts';
import { startServer } from '../../testkit/testServer.ts';
import { startHost } from './host.ts';
import { matrix, type Moment } from './matrix.ts';
import { readAt, visit } from './visit.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    pages: { type: 'string', default: '4' },
  },
});

const moments = matrix().filter(({ name }) => name.includes(values.only));
const [folder] = await Promise.all([buildForTests(), emptySnapshot()]);
const server = await startServer({ seedDemo: true });
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: chromiumArgs,
});
const asker = await request.newContext({ baseURL: server.baseURL });
const tokens = {
  client: await tokenOf(asker, 'client'),
  fundi: await tokenOf(asker, 'fundi'),
};

/** What is read in the end, by address, person and blocker. */
const expected = new Map<string, string>();
const keyOf = ({ address, role, isBlocked = false }: Moment) => `${address} ${role} ${isBlocked}`;
const started = performance.now();
const failed: string[] = [];
const waiting = [...moments];

/** Makes the visits that nobody else has begun. */
async function work() {
  const host = await startHost(server.baseURL, folder);
  for (let moment = waiting.shift(); moment; moment = waiting.shift()) {
    const key = keyOf(moment);
    const wanted = expected.get(key) ?? (await readAt(browser, host, moment, tokens));
    expected.set(key, wanted);
    const faults = await visit(browser, host, moment, tokens, wanted);
    if (faults.length === 0) continue;
    failed.push(moment.name);
    console.log(`${moment.name}:\n  ${faults.join('\n  ')}`);
  }
  host.close();
}

try {
  await Promise.all(Array.from({ length: Number(values.pages) }, work));
} finally {
  await asker.dispose();
  await browser.close();
  await server.dispose();
}
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`${moments.length} moments in ${minutes} minutes, ${failed.length} went wrong.`);
process.exitCode = failed.length > 0 ? 1 : 0;
